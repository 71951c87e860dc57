"""Each rule of check-imports, broken on purpose, is reported with its place; a tree that keeps them passes."""
import pathlib

import pytest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]

PACKAGE = """\
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "sample",
    targets: [
        .target(name: "CWebSockets"),
        .systemLibrary(name: "CCrypto"),
        .target(name: "TMapsProtocol"),
        .target(name: "TMapsRelay", dependencies: ["TMapsProtocol"]),
        .target(name: "TMapsNet", dependencies: ["CWebSockets"]),
        .target(name: "TMapsServer", dependencies: ["TMapsProtocol", "TMapsNet", "CCrypto"]),
        .testTarget(name: "TMapsNetTests", dependencies: ["TMapsNet"]),
    ]
)
"""
SOUND = {
    "Package.swift": PACKAGE,
    "Sources/CWebSockets/loop.c": "#include <libwebsockets.h>\n#include <uv.h>\n#include <string.h>\n",
    "Sources/CWebSockets/include/CWebSockets.h": "#include <stdint.h>\n",
    "Sources/CCrypto/shim.h": "#include <openssl/evp.h>\n",
    "Sources/TMapsProtocol/A.swift": "private import FoundationEssentials\n",
    "Sources/TMapsRelay/A.swift": "package import TMapsProtocol\nimport Synchronization\n// import Glibc\n",
    "Sources/TMapsNet/A.swift": 'private import CWebSockets\nimport Glibc\nlet text = "import Foundation"\n',
    "Sources/TMapsServer/Access/Digest.swift": "private import CCrypto\n",
    "Sources/TMapsServer/Secrets/File.swift": "import FoundationEssentials\nimport struct TMapsProtocol.Role\n",
    "Tests/TMapsNetTests/A.swift": "import CWebSockets\nimport Foundation\nimport Testing\n@testable import TMapsNet\n",
}


def test_a_tree_that_keeps_the_table_passes(tree, run):
    assert run("check-imports", tree(SOUND)) == (0, [])


def test_this_repository_keeps_the_table(run):
    assert run("check-imports", REPOSITORY) == (0, [])


BROKEN = [
    ("Sources/TMapsRelay/B.swift", "\nimport Glibc\n",
     "2: TMapsRelay may not import Glibc (may: TMapsProtocol, Synchronization)"),
    ("Sources/TMapsNet/C.swift", "import TMapsProtocol\n",
     "1: TMapsNet may not import TMapsProtocol (may: CWebSockets, Glibc, Synchronization)"),
    ("Sources/TMapsProtocol/D.swift", "@preconcurrency import struct Foundation.URL\n",
     "1: import of Foundation; FoundationEssentials where the table allows it"),
    ("Sources/TMapsServer/E.swift", "import TMapsRelay\n",
     "1: TMapsServer imports TMapsRelay without depending on it in Package.swift"),
    ("Sources/TMapsServer/Access/Sign.swift", "import CCrypto\n",
     "1: CCrypto may be imported only in */Digest.swift or */Certificate.swift of TMapsServer"),
    ("Sources/TMapsServer/Routes/F.swift", "import FoundationEssentials\n",
     "1: FoundationEssentials may be imported only in Secrets/* or Configuration/* of TMapsServer"),
    ("Sources/TMapsServer/Secrets/G.swift", "let a = 1; import TMapsStore\n",
     "1: TMapsServer imports TMapsStore without depending on it in Package.swift"),
    ("Sources/TMapsNet/H.swift", "package import CWebSockets\n",
     "1: package import of CWebSockets: it stays inside the files that use it"),
    ("Sources/TMapsNet/I.swift", "@_exported import Glibc\n",
     "1: @_exported import of Glibc: not part of the language"),
    ("Sources/TMapsNew/J.swift", "import Glibc\n", "1: Sources/TMapsNew is not in the table of Scripts/check-imports"),
    ("Sources/TMapsRelay/b.c", "#include <stdio.h>\n# include <libwebsockets.h>\n",
     "2: <libwebsockets.h> may be included only in Sources/CWebSockets"),
    ("Sources/CWebSockets/include/cws_more.h", "#include <uv.h>\n",
     "1: <uv.h> in a public header: Swift must compile without it"),
    ("Tests/TMapsNetTests/K.swift", "import CCrypto\n",
     "1: only TMapsServer and its tests may import CCrypto"),
    ("Tests/TMapsNetTests/L.swift", "import TMapsRelay\n",
     "1: TMapsNetTests imports TMapsRelay without depending on it in Package.swift"),
    ("Tests/TMapsNetTests/M.swift", "import XCTest\n", "1: a test may not import XCTest (may: Dispatch, Foundation, "
     "FoundationEssentials, Glibc, Synchronization, Testing)"),
]


def test_each_broken_rule_is_reported(tree, run):
    """In one tree, because reading Package.swift takes the most time."""
    assert len({path for path, _, _ in BROKEN}) == len(BROKEN), "each case has a file of its own"
    folder = tree({**SOUND, **{path: text for path, text, _ in BROKEN}})
    assert run("check-imports", folder) == (1, sorted(f"{path}:{report}" for path, _, report in BROKEN))


def test_tests_that_never_run_are_reported(tree, run):
    folder = tree({**SOUND, "Tests/TMapsRelayTests/A.swift": "import Testing\n", "Tests/Browser/page.js": "\n"})
    assert run("check-imports", folder) == (
        1, ["Tests/TMapsRelayTests:1: is no target of Package.swift, so its tests never run"])


@pytest.mark.parametrize("old, new, report", [
    ('"TMapsRelay", dependencies: ["TMapsProtocol"]', '"TMapsRelay", dependencies: ["TMapsProtocol", "TMapsNet"]',
     "10: TMapsRelay may not depend on TMapsNet (may: TMapsProtocol, Synchronization)"),
    ('.testTarget(name: "TMapsNetTests", dependencies: ["TMapsNet"', '.testTarget(name: "TMapsNetTests", '
     'dependencies: ["TMapsNet", "CCrypto"',
     "13: only TMapsServer and its tests may depend on CCrypto"),
    ('.target(name: "CWebSockets")', '.target(name: "TMapsExtra"), .target(name: "CWebSockets")',
     "7: target TMapsExtra is not in the table of Scripts/check-imports"),
    ("    targets: [", '    dependencies: [.package(path: "../other")],\n    targets: [',
     "1: depends on another package; the toolchain and Debian have to be enough"),
])
def test_a_dependency_outside_the_table_is_reported(tree, run, old, new, report):
    assert PACKAGE.count(old) == 1
    folder = tree({**SOUND, "Package.swift": PACKAGE.replace(old, new)})
    assert run("check-imports", folder) == (1, [f"Package.swift:{report}"])
