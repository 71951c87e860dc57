"""Each budget, exceeded on purpose by one, is reported with its place; what is just within it passes."""
import pytest

A = "Sources/TMapsRelay/A.swift"


def function(lines, head="func f() {"):
    return "\n".join([head, *["    g()"] * (lines - 2), "}"]) + "\n"


def type_with(*properties):
    return "\n".join(["struct Big {", *["    " + line for line in properties], "}"]) + "\n"


TWELVE = [f"let p{number}: Int" for number in range(12)]

WITHIN = {
    "empty tree": {},
    "300 lines": {"Tests/T/A.swift": "\n" * 300},
    "120 columns": {A: "a" * 120 + "\n", "public/a.js": "é" * 120 + "\n"},
    "40 lines": {A: function(40)},
    "40 lines after requirements": {A: "protocol P {\n    func r()\n    init()\n}\n" + function(39, "func f(\n) {")},
    "12 stored properties": {A: type_with(
        *TWELVE, "var c: T { 1 }", "static let s = 1", "var d: Int {", "  2", "}", "func f() {", "  let x = 1", "}")},
    "no force": {A: 'if a != b, !c, f(!d) { g("try!") }\nlet x = a!==b // y!\n#expect(!z)\nlog.print("a")\n'},
    "a reason on the line": {A: "struct S: @unchecked Sendable {} // because it is never changed\n"},
    "a reason above": {A: "// @unchecked because it is\n// never changed.\nextension S: @unchecked Sendable {}\n"},
    "Task at the edge": {"Sources/TMapsServer/A.swift": "Task { f() }\n", A: "let a: Task<Int>\n"},
    "force in a test": {"Tests/T/A.swift": "let x = a!\nprint(x)\n"},
    "third-party code": {"public/vendor/a.js": "a" * 200 + "\n"},
    "an excused line": {A: "// budget: because C owns it\nlet x = a!\nlet y = b! // budget: because C owns it\n"},
    "the only file of a target": {"Sources/TMapsRelay/Placeholder.swift": "\n"},
}


@pytest.mark.parametrize("files", WITHIN.values(), ids=WITHIN)
def test_within_the_budget(tree, run, files):
    assert run("check-budgets", tree(files)) == (0, [])


OVER = [
    (A, "\n" * 501, "1: file of 501 lines, at most 500"),
    ("public/a.mjs", "\n" * 501, "1: file of 501 lines, at most 500"),
    (A, "\n" + "a" * 121 + "\n", "2: line of 121 columns, at most 120"),
    ("public/a.js", "a" * 121 + "\n", "1: line of 121 columns, at most 120"),
    ("Scripts/run", "#!/bin/sh\n" + "a" * 121 + "\n", "2: line of 121 columns, at most 120"),
    (A, "\n" + function(41), "2: f has 41 lines, at most 40"),
    ("Tests/T/A.swift", function(41, "@Test(\"a { in a name\") private static func f<T>() throws -> [T] {"),
     "1: f has 41 lines, at most 40"),
    (A, function(41, "convenience init?(a: (Int) -> Void = { _ in }) {"), "1: init has 41 lines, at most 40"),
    (A, function(41, "func f(\n) -> Int\nwhere A: B {"), "1: f has 43 lines, at most 40"),
    (A, "struct S {\n" + function(41, "    deinit {") + "}\n", "2: deinit has 41 lines, at most 40"),
    ("Sources/CWebSockets/a.c", function(41, "static int\ncws_run(void *a,\n        int b) {"),
     "2: cws_run has 42 lines, at most 40"),
    (A, type_with(*TWELVE, "private(set) var q = f() {", "    didSet { g() }", "}"),
     "1: Big has 13 stored properties, at most 12"),
    (A, type_with(*TWELVE, "let q = {", "    1", "}()"), "1: Big has 13 stored properties, at most 12"),
    (A, "let x = try! f()\n", "1: try! ends the process; throw or handle the error"),
    (A, "let x = y as! Z\n", "1: as! ends the process; use as? and handle the other case"),
    (A, "let x = a!\n", "1: force unwrap or implicitly unwrapped optional"),
    (A, "let x = a[0]!.b\n", "1: force unwrap or implicitly unwrapped optional"),
    (A, 'let x = "\\(a!)"\n', "1: force unwrap or implicitly unwrapped optional"),
    (A, "var x: Int!\n", "1: force unwrap or implicitly unwrapped optional"),
    (A, "func f() { print(1) }\n", "1: print; use the log, or write to a file descriptor"),
    (A, "Task {\n}\n", "1: Task outside TMapsClient, TMapsServer, TMapsTesting, tmaps"),
    (A, "Task.detached(priority: .high) {\n}\n", "1: Task outside TMapsClient, TMapsServer, TMapsTesting, tmaps"),
    (A, "extension S: @unchecked Sendable {}\n",
     "1: @unchecked Sendable without a comment that says why it is safe (`// … because …`)"),
    (A, "nonisolated(unsafe) var a = 1\n",
     "1: nonisolated(unsafe) without a comment that says why it is safe (`// … because …`)"),
    (A, "// budget: because\nlet x = a!\n", "2: force unwrap or implicitly unwrapped optional"),
]


@pytest.mark.parametrize("path, text, report", OVER)
def test_over_the_budget(tree, run, path, text, report):
    assert run("check-budgets", tree({path: text})) == (1, [f"{path}:{report}"])


def test_a_long_file_is_worth_a_thought(tree, run):
    code, lines = run("check-budgets", tree({A: "\n" * 301}))
    assert (code, lines) == (0, [f"{A}:1: note: file of 301 lines; past 300 is it still one thing?"])


def test_a_placeholder_beside_real_files_is_reported(tree, run):
    folder = tree({"Sources/TMapsRelay/Placeholder.swift": "\n", A: "\n"})
    assert run("check-budgets", folder) == (
        1, ["Sources/TMapsRelay/Placeholder.swift:1: the target has other files; this one can go"])


def test_every_break_is_reported(tree, run):
    code, lines = run("check-budgets", tree({A: "let x = try! a!\n", "Tests/T/B.swift": "a" * 121}))
    assert code == 1
    assert [line.split(": ")[0] for line in lines] == [f"{A}:1", f"{A}:1", "Tests/T/B.swift:1"]
