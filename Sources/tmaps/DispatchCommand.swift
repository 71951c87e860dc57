import TMapsClient

/// `tmaps dispatch`: one action, confirmed; with `--wait` also the event that ends it.
enum DispatchCommand {
    static let command = Command(
        name: "dispatch", arguments: "[options] TYPE [key=value | key:=json]…",
        summary: "dispatch an action to the maps of a session",
        options: ServerOptions.table + [
            CommandOption("to", "PEER", "only to this map: its peer id, or its page's ?name="),
            CommandOption("json", "FILE", "a whole action from a file, or from standard input with -"),
            CommandOption("custom", nil, "send what is not in the action table, or wrong by it, without a word"),
            CommandOption("wait", nil, "wait for the event that ends the action, and print it"),
            CommandOption("timeout", "TIME", "for all of it: 500ms, 10s, 2m", default: "10s"),
        ],
        details: """
            key=value takes its kind from the action table (tmaps actions TYPE): numbers, true or false, JSON arrays
            and objects, longitude,latitude; ids and other strings as they are. key:=json takes any JSON. A type or
            field that is not in the table passes with a warning, or is refused where another one was probably meant;
            --custom sends it either way. A whole action in JSON is sent as it is; TYPE - is the same as --json -.
            Prints the action's place in the session, and with --wait the event on a line of its own.

              tmaps dispatch LOAD_MAP map_id=demo center=35.91,31.95 --wait
              tmaps dispatch SET_ZOOM zoom=18
            """
    ) { (invocation) throws(UsageError) in
        let job = try Job(invocation)
        return runBlocking("dispatch") { try await job.run() }
    }

    private struct Job: Sendable {
        let options: ServerOptions
        let input: Input
        let peer: String?
        let waits: Bool
        let timeout: Duration

        init(_ invocation: Command.Invocation) throws(UsageError) {
            options = try ServerOptions(invocation)
            input = try DispatchCommand.input(invocation)
            peer = invocation.values["to"]
            waits = invocation.has("wait")
            timeout = try invocation.duration("timeout") ?? .seconds(10)
            if waits, !TMapsClient.hasEnding(input.json) {
                throw UsageError("--wait: no event ends this action, there is nothing to wait for")
            }
        }

        func run() async throws -> Int32 {
            let end = ContinuousClock.now + timeout
            let client = try TMapsClient(options.configuration(within: timeout))
            try await client.connect(to: options.server, session: options.session)
            let rest = end - ContinuousClock.now
            if waits {
                let outcome = try await client.perform(input.json, to: peer, within: rest, accepted: input.accepted)
                if let event = outcome.event { Console.output(EventLine.oneLine(event.json) + "\n") }
            } else {
                let late = "not confirmed within \(timeout); it may still take effect"
                input.accepted(
                    try await withTimeLimit(rest, late) { try await client.dispatch(input.json, to: peer) })
            }
            await client.close()
            return ExitCode.fine
        }
    }

    private struct Input: Sendable {
        var json: String
        var warnings: [String] = []

        @Sendable func accepted(_ seq: UInt64) {
            Console.output("\(seq)\n")
            for warning in warnings { Console.note("dispatch", warning) }
        }
    }

    /// At most what a server takes by default, ten times over: longer is no action but the wrong file.
    private static let maxFileBytes = 40 << 20

    private static func input(_ invocation: Command.Invocation) throws(UsageError) -> Input {
        let arguments = invocation.positional
        guard let file = invocation.values["json"] ?? (arguments == ["-"] ? "-" : nil) else {
            if arguments.count == 1, arguments[0].hasPrefix("{") {
                try ActionArguments.check(arguments[0])
                return Input(json: arguments[0])
            }
            let action = try ActionArguments(arguments, isCustom: invocation.has("custom"))
            return Input(json: action.json, warnings: action.warnings)
        }
        guard invocation.values["json"] == nil || arguments.isEmpty else {
            throw UsageError("--json is the whole action; expected nothing beside it")
        }
        let bytes = try Console.read(file, limit: maxFileBytes)
        guard let text = String(validating: bytes, as: UTF8.self) else { throw UsageError("\(file): it is not UTF-8") }
        try ActionArguments.check(text)
        return Input(json: text)
    }
}
