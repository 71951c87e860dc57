import TMapsProtocol

/// What became of a step.
enum ScriptResult: Sendable {
    case passed(Duration)
    case failed(ScriptRunner.Failure, Duration)
    case skipped(String)

    var duration: Duration {
        switch self {
        case .passed(let time), .failed(_, let time): time
        case .skipped: .zero
        }
    }
}

/// A run as text: TAP 14 (testanything.org) while it goes on, JUnit's XML when it is over.
struct ScriptReport {
    let file: String
    private var results: [(step: Script.Step, result: ScriptResult)] = []

    init(file: String) { self.file = file }

    static func head(_ script: Script) -> String { "TAP version 14\n1..\(script.steps.count)\n" }

    /// Adds a result and returns its lines.
    mutating func add(_ step: Script.Step, _ result: ScriptResult) -> String {
        results.append((step, result))
        // A `#` would begin a directive.
        let name = "\(results.count) - \(EventLine.printable(step.text).replacing("#", with: "\\#"))"
        switch result {
        case .passed(let time): return "ok \(name) # time=\(time.milliseconds)ms\n"
        case .skipped(let reason): return "ok \(name) # SKIP \(reason)\n"
        case .failed(let failure, _):
            // JSON strings are YAML's too.
            let details = failure.details.map { "    - \(JSONWriter.quoted($0))\n" }.joined()
            return "not ok \(name)\n  ---\n  message: \(JSONWriter.quoted(failure.message))\n"
                + "  at: \(JSONWriter.quoted("\(file):\(step.line):\(step.column)"))\n"
                + (details.isEmpty ? "" : "  details:\n\(details)") + "  ...\n"
        }
    }

    /// One suite; each line of the script is a case.
    var junit: String {
        var (failures, skipped) = (0, 0)
        var time = Duration.zero
        var cases = ""
        for (step, result) in results {
            time += result.duration
            cases += "    <testcase classname=\(Self.attribute(file)) "
            cases += "name=\(Self.attribute("line \(step.line): \(step.text)")) time=\"\(result.duration.inSeconds)\""
            switch result {
            case .passed: cases += "/>\n"
            case .skipped(let reason):
                skipped += 1
                cases += ">\n      <skipped message=\(Self.attribute(reason))/>\n    </testcase>\n"
            case .failed(let failure, _):
                failures += 1
                let text = ["\(file):\(step.line):\(step.column)"] + failure.details
                cases += ">\n      <failure message=\(Self.attribute(failure.message))>"
                cases += "\(text.map(Self.escaped).joined(separator: "\n"))</failure>\n    </testcase>\n"
            }
        }
        let counts = "tests=\"\(results.count)\" failures=\"\(failures)\" skipped=\"\(skipped)\" errors=\"0\""
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites>
              <testsuite name=\(Self.attribute(file)) \(counts) time="\(time.inSeconds)">
            \(cases)  </testsuite>
            </testsuites>

            """
    }

    private static func attribute(_ text: String) -> String { "\"\(escaped(text))\"" }

    /// XML has no control characters and not every other one.
    private static func escaped(_ text: String) -> String {
        EventLine.printable(text).unicodeScalars.map { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            case "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
            default: String(scalar)
            }
        }.joined()
    }
}

extension Duration {
    var milliseconds: Int64 { components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000 }

    /// `12.034`
    fileprivate var inSeconds: String {
        let fraction = String(milliseconds % 1_000)
        return "\(milliseconds / 1_000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
    }
}
