import TMapsClient
import TMapsProtocol

/// `tmaps sessions [show|peers|create|delete]`: what the server has, as the JSON it answers. `export` and `import` work
/// on the data folder of a server that does not run.
enum SessionsCommand {
    static let command = Command(
        name: "sessions",
        arguments: "[show ID | peers ID | create [ID] | delete ID | export FILE | import FILE]",
        summary: "list, show, create, delete, export or import sessions, or list who is in one",
        options: [
            ServerOptions.table[0],
            ServerOptions.tokenFile, ServerOptions.authorities,
            CommandOption(
                "data", "DIR", "export, import: the server's folder", environment: "TMAPS_DATA", default: "data"),
            CommandOption("replace", nil, "import: put sessions in the place of those that exist"),
            CommandOption("new-epochs", nil, "import: tell peers that what they have seen since is gone"),
        ],
        details: """
            export and import read and write the data folder itself, so the server must be stopped. FILE - is standard
            output or input. Secrets are never in it. docs/backup.md says what the lines are.
            """
    ) { (invocation) throws(UsageError) in
        if ["export", "import"].contains(invocation.positional.first) {
            return try SessionsBackupCommand.run(invocation)
        }
        guard !invocation.has("replace"), !invocation.has("new-epochs") else {
            throw UsageError("--replace and --new-epochs are for import")
        }
        var call = try call(invocation)
        call.token = try ServerOptions.token(invocation)
        call.trust = try ServerOptions.trust(invocation, of: call.server)
        do throws(TMapsError) {
            let answer = try call.run()
            let isFine = (200..<300).contains(answer.status)
            if isFine {
                if !answer.body.isEmpty { Console.output(answer.body + "\n") }
            } else {
                Console.note("sessions", "the server answered \(answer.status): \(answer.body)")
            }
            return isFine ? ExitCode.fine : ExitCode.failed
        } catch {
            return tell(error, of: "sessions")
        }
    }

    private static func call(_ invocation: Command.Invocation) throws(UsageError) -> HTTPCall {
        let server = invocation.values["server"] ?? ""
        let words = invocation.positional
        switch (words.first, words.count) {
        case (nil, _):
            return HTTPCall(server: server, path: "/v1/sessions")
        case ("show", 2):
            return HTTPCall(server: server, path: "/v1/sessions/\(try id(words[1]))")
        case ("peers", 2):
            return HTTPCall(server: server, path: "/v1/sessions/\(try id(words[1]))/peers")
        case ("delete", 2):
            return HTTPCall(method: "DELETE", server: server, path: "/v1/sessions/\(try id(words[1]))")
        case ("create", 1):
            return HTTPCall(method: "POST", server: server, path: "/v1/sessions")
        case ("create", 2):
            let body = JSONWriter.object { $0.member("id", words[1]) }
            return HTTPCall(
                method: "POST", server: server, path: "/v1/sessions", body: String(decoding: body, as: UTF8.self))
        default:
            let found = words.joined(separator: " ")
            throw UsageError(
                "expected show ID, peers ID, create [ID], delete ID, export FILE or import FILE, found \"\(found)\""
            )
        }
    }

    private static func id(_ text: String) throws(UsageError) -> String {
        guard Identifier.isValid(text) else { throw UsageError("\"\(text)\" is no session id: [A-Za-z0-9_-]{1,64}") }
        return text
    }
}
