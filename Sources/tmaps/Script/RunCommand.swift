import TMapsClient

/// `tmaps run SCRIPT`: a scenario of dispatches and expectations, for tests.
enum RunCommand {
    /// Longer is no script but the wrong file.
    private static let maxFileBytes = 40 << 20

    static let command = Command(
        name: "run", arguments: "[options] SCRIPT", summary: "run a scenario: what to dispatch and what must come",
        options: ServerOptions.table + [
            CommandOption("timeout", "TIME", "for each line that names no time: 500ms, 10s, 2m", default: "10s"),
            CommandOption("junit", "FILE", "write the results as JUnit's XML too"),
            CommandOption("check", nil, "only say what is wrong with the script"),
        ],
        details: """
            SCRIPT - is standard input. The whole script is checked before anything runs. One line is one step:

              session hall                       # what follows is about this session
              ready within 30s                   # until a map is ready
              LOAD_MAP map_id=demo               # what tmaps dispatch takes, with --to, --wait, --timeout, --custom
              loaded                             # until the map is loaded
              HIGHLIGHT_FEATURE feature_id=w101
              expect FEATURE_HIGHLIGHTED feature_id=w101 within 5s
              expect no ERROR within 500ms
              wait 2s                            # where nothing else will do

            An expectation is about what maps said after the dispatches above it, and may be met before its line is
            reached; each event meets one. Results go to standard output as TAP. docs/scripts.md tells more.
            """
    ) { (invocation) throws(UsageError) in
        let job = try Job(invocation)
        if invocation.has("check") { return ExitCode.fine }
        return runBlocking("run") { try await job.run() }
    }

    private struct Job: Sendable {
        let options: ServerOptions
        let path: String
        let script: Script
        let timeout: Duration
        let junit: String?

        init(_ invocation: Command.Invocation) throws(UsageError) {
            path = try invocation.only("SCRIPT")
            options = try ServerOptions(invocation)
            timeout = try invocation.duration("timeout") ?? .seconds(10)
            junit = invocation.values["junit"]
            let bytes = try Console.read(path, limit: maxFileBytes)
            do throws(Script.Faults) {
                script = try Script(bytes)
            } catch {
                let places = error.list.map { [path] in
                    "\(path):\($0.line):\($0.column): \(EventLine.printable($0.message))"
                }
                throw UsageError(path, places, ("place", "places"), limit: 50, nothingWas: "run")
            }
        }

        func run() async throws -> Int32 {
            var results = try resultsFile()
            var runner = ScriptRunner(options, timeout: timeout) { note($0) }
            var report = ScriptReport(file: path)
            Console.output(ScriptReport.head(script))
            let code = await runner.run(script) { step, result in
                Console.output(report.add(step, result))
                guard case .failed(let failure, _) = result else { return }
                note("\(path):\(step.line):\(step.column): \(failure.message)", failure.details)
            }
            try results?.write(report.junit)
            return code
        }

        /// Made before anything runs: a place that cannot be written to is told at once.
        private func resultsFile() throws(TMapsError) -> LineFile? {
            guard let junit else { return nil }
            do throws(UsageError) {
                return try LineFile(junit, .overwrite)
            } catch {
                throw TMapsError(.invalidArgument, error.message)
            }
        }

        private func note(_ text: String, _ details: [String] = []) {
            let lines = ["tmaps run: \(text)"] + details.map { "  \($0)" }
            Console.error(lines.map { EventLine.printable($0) + "\n" }.joined())
        }
    }
}
