import Synchronization
import TMapsClient
import TMapsProtocol
import TMapsServer

/// `tmaps record FILE`: every action of a session as a line of JSON.
enum RecordCommand {
    static let command = Command(
        name: "record", arguments: "[options] FILE",
        summary: "write what a session's maps and clients say to a file",
        options: ServerOptions.table + [
            CommandOption("after", "N", "begin with what came after action N, as far as it is kept; 0: with all of it"),
            CommandOption("until", "TYPE", "end with 0 after the first action of this type"),
            CommandOption("timeout", "TIME", "end after this long: with 1 where --until was not met, else with 0"),
            CommandOption("append", nil, "go on with a recording behind its last action"),
            CommandOption("overwrite", nil, "put the recording in the place of a file that is there"),
        ],
        details: """
            FILE - is standard output. Begins with what the maps show (kept actions of before), then writes each action
            as it comes, until SIGINT or SIGTERM; the file always holds whole lines. A lost connection is made again
            and nothing is missed or written twice; where something is lost, a line and standard error say so. Secrets
            are masked by the server. tmaps replay dispatches a recording again; docs/recording.md explains the lines.

              tmaps record bug.jsonl --session hall --until ERROR
            """
    ) { (invocation) throws(UsageError) in
        let job = try Job(invocation)
        return Interruption.runBlocking("record") { try await job.run($0) }
    }

    private struct Job: Sendable {
        let options: ServerOptions
        let path: String
        let mode: LineFile.Mode
        /// Where to begin; nil: now.
        let position: Position?
        let until: String?
        let timeout: Duration?

        init(_ invocation: Command.Invocation) throws(UsageError) {
            path = try invocation.only("FILE")
            options = try ServerOptions(invocation)
            until = invocation.values["until"]
            timeout = try invocation.duration("timeout")
            let chosen = ["append", "overwrite", "after"].filter { invocation.has($0) }
            guard chosen.count < 2 || !chosen.contains("append") else {
                throw UsageError("--append goes on where the recording ends; expected no --\(chosen[1]) beside it")
            }
            if invocation.has("append") {
                (mode, position) = try RecordCommand.continuation(of: path, session: options.session)
                return
            }
            mode = invocation.has("overwrite") ? .overwrite : .new
            guard let text = invocation.values["after"] else {
                position = nil
                return
            }
            guard let seq = UInt64(text), seq < 1 << 53 else {
                throw UsageError("--after: expected a whole number from 0, found \"\(text)\"")
            }
            position = Position(seq: seq, epoch: nil)
        }

        func run(_ interruption: Interruption) async throws -> Int32 {
            var configuration = options.configuration
            // What was missed comes as fast as the server reads it.
            configuration.maxWaitingEvents = 10_000_000
            configuration.maxWaitingEventBytes = 1 << 30
            let client = try TMapsClient(configuration)
            interruption.handle { Task { await client.close() } }
            if path == "-" { Console.watchReader() }
            let isLate = Mutex(false)
            let timer = Task {
                guard let timeout else { return }
                try await Task.sleep(for: timeout)
                isLate.withLock { $0 = true }
                await client.close()
            }
            defer { timer.cancel() }
            let isMet = try await record(with: client)
            guard !isMet, let until, isLate.withLock({ $0 }) else { return ExitCode.fine }
            throw TMapsError(.timedOut, "no \(until) came within \(timeout ?? .zero)")
        }

        /// True: `--until` is met.
        private func record(with client: TMapsClient) async throws -> Bool {
            var file: LineFile
            do throws(UsageError) {
                file = try LineFile(path, mode)
            } catch {
                throw TMapsError(.invalidArgument, error.message)
            }
            let events = client.events
            try await client.connect(to: options.server, session: options.session, role: .observer, after: position)
            var recorder = Recorder(after: position?.seq, until: until, goesOn: mode.isAppend)
            var log = RemoteLog(options)
            for await event in events {
                if case .connection(.ended(let error?)) = event { throw error }
                let outputs = recorder.heard(event, at: Timestamp.now().milliseconds) { log.time(of: $0) }
                tellFault(of: &log)
                for output in outputs where try write(output, to: &file, &log) {
                    await client.close()
                    return true
                }
            }
            return false
        }

        /// True: that was the last.
        private func write(_ output: Recorder.Output, to file: inout LineFile, _ log: inout RemoteLog) throws
            -> Bool
        {
            switch output {
            case .line(let line): try file.write(line.text)
            case .note(let text): note(text)
            case .finished: return true
            case .begin(let seq):
                let (actions, missing) = log.state(after: seq)
                tellFault(of: &log)
                for action in actions { try file.write(RecordingLine.action(action).text) }
                if let missing { note("what was shown before action \(missing) is not in the session's log any more") }
            }
            return false
        }

        private func tellFault(of log: inout RemoteLog) {
            guard let fault = log.takeFault() else { return }
            note(
                "the session's log cannot be read: \(fault); what maps showed before is not recorded, and what came "
                    + "late has the time at which it came")
        }

        private func note(_ text: String) { Console.note("record", text) }
    }

    /// Behind the last whole line of a recording that is there.
    private static func continuation(
        of path: String, session: String
    ) throws(UsageError) -> (LineFile.Mode, Position) {
        guard path != "-" else { throw UsageError("--append: standard output holds no recording") }
        let bytes = try Console.read(path, limit: ReplayCommand.maxFileBytes)
        let whole = bytes[...(bytes.lastIndex(of: UInt8(ascii: "\n")) ?? -1)]
        let recording = try ReplayCommand.recording(Array(whole), of: path)
        guard recording.header.session == session else {
            throw UsageError("\(path): is of session \(recording.header.session), not of \(session)")
        }
        return (.append(at: whole.count), recording.position)
    }
}
