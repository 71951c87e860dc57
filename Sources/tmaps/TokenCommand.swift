import TMapsServer

/// `tmaps token`: prints an access token, and nothing else on standard output.
enum TokenCommand {
    static let command = Command(
        name: "token", arguments: "--session S --role R [--ttl TIME]", summary: "make an access token",
        options: [
            CommandOption("session", "S", "the session it is for; * for every one"),
            CommandOption("role", "R", "map, client, observer or admin"),
            CommandOption("ttl", "TIME", "how long it holds: 90s, 30m, 12h, 30d", default: "1h"),
            CommandOption(
                "secrets", "FILE", "holds signing_key; as of serve", environment: "TMAPS_SECRETS"),
            CommandOption(
                "data", "DIR", "the server's folder, which has the key where no secrets file does",
                environment: "TMAPS_DATA", default: "data"),
        ],
        details: """
            The token is signed with the key of the server: run this where its files are. It is good for whoever has it
            until its time is over, or the key is another. docs/access.md says what each role may do.

              tmaps token --session hall --role map --ttl 30d
            """
    ) { (invocation) throws(UsageError) in
        try invocation.expectNoWord()
        let order = try order(invocation)
        do throws(AccessError) {
            let outcome = try TokenMint.make(
                order, secrets: invocation.values["secrets"], data: invocation.values["data"] ?? "data")
            for warning in outcome.warnings { Console.note("token", warning) }
            Console.output(outcome.token + "\n")
            return ExitCode.fine
        } catch {
            Console.note("token", error.description)
            return ExitCode.failed
        }
    }

    private static func order(_ invocation: Command.Invocation) throws(UsageError) -> TokenMint.Order {
        guard let session = invocation.values["session"], let role = invocation.values["role"] else {
            throw UsageError("expected --session S and --role R")
        }
        let lifetime = try invocation.duration("ttl") ?? .seconds(3_600)
        do throws(AccessError) {
            return try TokenMint.Order(session: session, role: role, lifetime: lifetime)
        } catch {
            throw UsageError(error.description)
        }
    }
}
