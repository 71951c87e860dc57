import Testing

@testable import tmaps

/// A run as TAP and as JUnit's XML.
@Suite struct ScriptReportTests {
    private func report() throws -> (tap: String, junit: String) {
        let script = try Script(Array("ready\n{\"type\":\"A<&\"}\nexpect X\nwait 1s".utf8))
        var report = ScriptReport(file: "a \"b\".tmaps")
        let failure = ScriptRunner.Failure(
            message: "X did not come", details: ["what came:", "  map m1 Y t=\"\u{1B}\""])
        let results: [ScriptResult] = [
            .passed(.milliseconds(12)), .passed(.milliseconds(1_250)), .failed(failure, .seconds(10)),
            .skipped("line 3 failed"),
        ]
        var tap = ScriptReport.head(script)
        for (step, result) in zip(script.steps, results) { tap += report.add(step, result) }
        return (tap, report.junit)
    }

    @Test("TAP has a plan, a line for each step, and what was there instead")
    func tap() throws {
        #expect(
            try report().tap == #"""
                TAP version 14
                1..4
                ok 1 - ready # time=12ms
                ok 2 - {"type":"A<&"} # time=1250ms
                not ok 3 - expect X
                  ---
                  message: "X did not come"
                  at: "a \"b\".tmaps:3:1"
                  details:
                    - "what came:"
                    - "  map m1 Y t=\"\u001b\""
                  ...
                ok 4 - wait 1s # SKIP line 3 failed

                """#)
    }

    @Test("JUnit's XML counts, and quotes what XML would read")
    func junit() throws {
        let text = try report().junit
        #expect(text.contains(#"tests="4" failures="1" skipped="1" errors="0" time="11.262">"#))
        #expect(text.contains(#"name="line 2: {&quot;type&quot;:&quot;A&lt;&amp;&quot;}" time="1.250"/>"#))
        #expect(text.contains(#"<failure message="X did not come">a &quot;b&quot;.tmaps:3:1"#))
        #expect(!text.contains("\u{1B}"))
    }
}
