"""What Scripts/setup says when it cannot go on. That it installs what is missing is tried on a bare Debian by hand."""
import pathlib
import shutil
import subprocess

import pytest

SETUP = pathlib.Path(__file__).resolve().parent.parent / "setup"
TOOLS = ["bash", "env", "awk", "cut", "dirname", "dpkg", "dpkg-query", "head", "id", "sed", "tail", "apt-get"]


@pytest.fixture
def setup(tmp_path):
    """Runs it with only what Debian always has on the PATH, and what the test adds: `setup("serve", swift="…")`."""
    for tool in TOOLS:
        (tmp_path / tool).symlink_to(shutil.which(tool))

    def run(*arguments, without=(), **programs):
        for tool in without:
            (tmp_path / tool).unlink()
        for name, script in programs.items():
            (tmp_path / name).write_text("#!/bin/sh\n" + script)
            (tmp_path / name).chmod(0o755)
        result = subprocess.run([SETUP, *arguments], env={"PATH": str(tmp_path)}, capture_output=True, text=True)
        return result.returncode, result.stderr

    return run


@pytest.mark.parametrize("arguments", [[], ["everything"]])
def test_wrong_use(setup, arguments):
    code, said = setup(*arguments)
    assert (code, said.splitlines()[-1]) == (2, "usage: Scripts/setup serve|test|bench")


def test_no_swift(setup):
    code, said = setup("serve")
    assert code == 1
    assert "no Swift toolchain on the PATH: install Swift 6.2 or newer" in said


def test_an_old_swift(setup):
    code, said = setup("serve", swift="echo 'Swift version 5.10.1 (swift-5.10.1-RELEASE)'")
    assert code == 1
    assert "Swift is 5.10.1" in said and "at least 6.2 is needed" in said


def test_a_swift_that_does_not_run(setup):
    code, said = setup("serve", swift="echo 'libncurses.so.6: cannot open shared object file' >&2; exit 127")
    assert code == 1
    assert "does not run: libncurses.so.6: cannot open shared object file" in said


def test_a_system_without_apt(setup):
    code, said = setup("serve", without=["apt-get"])
    assert code == 1
    assert "this system has no apt-get: install by hand what Scripts/setup lists" in said


def test_a_missing_package_and_no_way_to_become_root(setup):
    code, said = setup("serve", without=["id", "dpkg-query"], id="echo 1000", **{"dpkg-query": "exit 1"})
    assert code == 1
    assert "not root and no sudo; as root run: apt-get install libwebsockets-dev" in said


def test_a_package_that_cannot_be_installed(setup):
    code, said = setup("serve", without=["id", "dpkg-query", "apt-get"], id="echo 0",
                       **{"dpkg-query": "exit 1", "apt-get": "exit 100"})
    assert code == 1
    assert "apt-get could not install: libwebsockets-dev" in said


def test_a_package_that_is_too_old(setup):
    old = "echo 'libwebsockets-dev installed 4.0.20-2'"
    code, said = setup("serve", without=["dpkg-query", "apt-get"], **{"dpkg-query": old, "apt-get": "exit 0"})
    assert code == 1
    assert "libwebsockets-dev is 4.0.20-2, at least 4.1.6 is needed" in said
