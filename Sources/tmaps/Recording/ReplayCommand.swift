import TMapsClient
import TMapsProtocol

/// `tmaps replay FILE`: what the clients of a recorded session dispatched, once more.
enum ReplayCommand {
    static let maxFileBytes = 1 << 30

    static let command = Command(
        name: "replay", arguments: "[options] FILE", summary: "dispatch the clients' actions of a recording again",
        options: ServerOptions.table + [
            CommandOption(
                "speed", "N", "recorded seconds a second; 0 or max: each once the last is confirmed", default: "1"),
            CommandOption("idle-time-limit", "TIME", "cut recorded pauses to this long"),
        ],
        details: """
            FILE - is standard input. The whole file is checked before anything is dispatched. First what the maps
            showed when the recording began, then each action at its distance from the one before, once it is confirmed;
            --session need not be the recorded one. Masked secrets are left out. Prints each action's new place.

              tmaps replay bug.jsonl --session mine --speed 4
            """
    ) { (invocation) throws(UsageError) in
        let job = try Job(invocation)
        return runBlocking("replay") { try await job.run() }
    }

    private struct Job: Sendable {
        let options: ServerOptions
        let path: String
        let plan: ReplayPlan

        init(_ invocation: Command.Invocation) throws(UsageError) {
            path = try invocation.only("FILE")
            options = try ServerOptions(invocation)
            let pace = try ReplayCommand.pace(invocation)
            plan = ReplayPlan(try ReplayCommand.recording(try Console.read(path, limit: maxFileBytes), of: path), pace)
        }

        func run() async throws -> Int32 {
            for note in plan.notes { self.note("\(path): \(note)") }
            guard !plan.steps.isEmpty else {
                note("\(path): no client dispatched anything in it")
                return ExitCode.fine
            }
            let client = try TMapsClient(options.briefConfiguration)
            try await client.connect(to: options.server, session: options.session)
            if client.presence?.isReady == false { note("no map is ready; what it takes waits for one") }
            let start = ContinuousClock.now
            for step in plan.steps {
                // From the start, so that what was slow once does not make all the rest late.
                try await Task.sleep(until: start + step.offset, clock: .continuous)
                let seq = try await dispatch(step, with: client)
                Console.output("\(seq) \(EventLine.summary(step.type, step.json))\n")
            }
            await client.close()
            return ExitCode.fine
        }

        private func dispatch(_ step: ReplayPlan.Step, with client: TMapsClient) async throws -> UInt64 {
            do {
                return try await client.dispatch(step.json)
            } catch var error as TMapsError {
                error.message = "\(path):\(step.line): \(step.type): \(error.message)"
                throw error
            }
        }

        private func note(_ text: String) { Console.note("replay", text) }
    }

    private static func pace(_ invocation: Command.Invocation) throws(UsageError) -> ReplayPlan.Pace {
        var pace = ReplayPlan.Pace()
        let text = invocation.values["speed"] ?? "1"
        if text == "max" {
            pace.speed = nil
        } else {
            guard let speed = Double(text), speed.isFinite, speed == 0 || (0.001...1_000_000).contains(speed) else {
                throw UsageError("--speed: expected 0.001 to 1000000, 0 or max, found \"\(text)\"")
            }
            pace.speed = speed == 0 ? nil : speed
        }
        pace.longestPause = try invocation.duration("idle-time-limit")
        return pace
    }

    /// The recording in a file, or all that is wrong with it by line.
    static func recording(_ bytes: [UInt8], of path: String) throws(UsageError) -> Recording {
        do throws(Recording.Faults) {
            return try Recording(bytes)
        } catch {
            let places = error.list.map { "\(path):\($0.line): \(EventLine.printable($0.message))" }
            throw UsageError(path, places, ("line", "lines"), limit: 20, nothingWas: "done")
        }
    }
}
