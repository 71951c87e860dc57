import TMapsClient
import TMapsProtocol

/// `tmaps listen`: what the maps say, a line each, over cut connections and server restarts.
enum ListenCommand {
    static let command = Command(
        name: "listen", arguments: "[options]", summary: "print what the maps of a session dispatch",
        options: ServerOptions.table + [
            CommandOption("json", nil, "print whole envelopes: {\"seq\":…,\"peer\":…,\"role\":…,\"action\":{…}}"),
            CommandOption("until", "TYPE", "end with 0 after the first action of this type"),
            CommandOption("observer", nil, "also what clients dispatch, secrets masked"),
            CommandOption("timeout", "TIME", "end after this long: with 1 where --until was not met, else with 0"),
        ],
        details: """
            A map that is ready or loaded already is told as READY and MAP_LOADED first, marked as state.
            A lost connection is made again; nothing that came meanwhile is missed.
            """
    ) { (invocation) throws(UsageError) in
        let job = try Job(invocation)
        return runBlocking("listen") { try await job.run() }
    }

    private struct Job: Sendable {
        let options: ServerOptions
        let isJSON: Bool
        let until: String?
        let role: Role
        let timeout: Duration?

        init(_ invocation: Command.Invocation) throws(UsageError) {
            try invocation.expectNoWord()
            options = try ServerOptions(invocation)
            isJSON = invocation.has("json")
            until = invocation.values["until"]
            role = invocation.has("observer") ? .observer : .client
            timeout = try invocation.duration("timeout")
        }

        func run() async throws -> Int32 {
            Console.watchReader()
            let client = try TMapsClient(options.configuration)
            let events = client.events
            try await client.connect(to: options.server, session: options.session, role: role)
            var code = ExitCode.fine
            if let timeout {
                do {
                    code = try await withTimeLimit(timeout, "no \(until ?? "") came within \(timeout)") {
                        try await listen(to: events)
                    }
                } catch let error as TMapsError where error.code == .timedOut && until == nil {
                    code = ExitCode.fine
                }
            } else {
                code = try await listen(to: events)
            }
            await client.close()
            return code
        }

        private func listen(to events: AsyncStream<TMapsClient.Event>) async throws -> Int32 {
            var notes = ConnectionNotes()
            var isFirst = true
            for await event in events {
                switch event {
                case .action(let action):
                    Console.output(isJSON ? EventLine.envelope(action) : EventLine.human(action))
                    if action.type == until { return ExitCode.fine }
                case .connection(.connected(let welcome)):
                    notes.connected().map(note)
                    if isFirst, tellState(welcome.presence) { return ExitCode.fine }
                    isFirst = false
                case .connection(.reconnecting(let error)):
                    notes.reconnecting(error).map(note)
                case .connection(.ended(let error)):
                    if let error { throw error }
                case .resumed(let missed):
                    note(missed == 0 ? "nothing was missed" : "\(missed) missed actions follow")
                case .gap(let reason, let next):
                    note("what came before action \(next) is lost (\(reason.rawValue))")
                case .refused(let error):
                    note("\(error)")
                case .presence:
                    break
                }
            }
            return ExitCode.failed
        }

        /// READY and MAP_LOADED as the state they are. True: `--until` is met by it.
        private func tellState(_ presence: TMapsClient.Presence) -> Bool {
            let types = (presence.isReady ? ["READY"] : []) + (presence.isLoaded ? ["MAP_LOADED"] : [])
            for type in types {
                Console.output(isJSON ? EventLine.stateEnvelope(type) : EventLine.humanState(type))
                if type == until { return true }
            }
            return false
        }

        private func note(_ text: String) { Console.note("listen", text) }
    }
}
