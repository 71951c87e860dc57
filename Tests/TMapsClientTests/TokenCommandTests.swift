import TMapsClient
import TMapsServer
import TMapsTesting
import Testing

/// `tmaps token`, and the other commands with what it prints, against the real server.
@Suite(.timeLimit(.minutes(1))) struct TokenCommandTests {
    private let server: TestServer

    init() throws { server = try TestServer { $0.auth = .required } }

    private func token(_ session: String, _ role: String, _ more: String...) async throws -> String {
        let arguments = ["token", "--data", server.folder.file("data"), "--session", session, "--role", role] + more
        let result = try await Program(arguments).end()
        #expect(result.code == 0 && result.errors.isEmpty, "\(result.errors)")
        #expect(result.output.hasSuffix("\n") && result.output.split(separator: "\n").count == 1)
        return String(result.output.dropLast())
    }

    @Test("a client's token dispatches, listens and shows its session, and no other")
    func client() async throws {
        let environment = ["TMAPS_TOKEN": try await token("hall", "client"), "TMAPS_SERVER": server.url]
        let dispatched = try await Program.run(
            "dispatch", "--session", "hall", "SET_ZOOM", "zoom=18", environment: environment)
        #expect(dispatched.code == 0 && dispatched.output == "1\n", "\(dispatched.errors)")
        let listened = try await Program.run(
            "listen", "--observer", "--session", "hall", "--timeout", "100ms", environment: environment)
        #expect(listened.code == 0, "\(listened.errors)")
        let shown = try await Program.run("sessions", "show", "hall", environment: environment)
        #expect(shown.code == 0 && shown.output.contains(#""seq":1"#))
        let link = try await Program.run("link", "--session", "hall", "geo:31.9,35.9", environment: environment)
        #expect(link.code == 0, "\(link.errors)")
        let other = try await Program.run(
            "dispatch", "--session", "lobby", "SET_ZOOM", "zoom=18", environment: environment)
        #expect(other.code == 1 && other.errors.contains("not for this session or role"), "\(other.errors)")
        let listed = try await Program.run("sessions", environment: environment)
        #expect(listed.code == 1 && listed.errors.contains("the token is for session hall"), "\(listed.errors)")
        await server.stop()
    }

    @Test("an observer's token records, with the state from the log; a client's replays and runs")
    func record() async throws {
        let client = ["TMAPS_TOKEN": try await token("hall", "client"), "TMAPS_SERVER": server.url]
        let observer = ["TMAPS_TOKEN": try await token("hall", "observer"), "TMAPS_SERVER": server.url]
        let run = try await Program.run("run", "-", "--session", "hall", environment: client, input: "SET_ZOOM zoom=18")
        #expect(run.code == 0, "\(run.errors)")
        let recorded = try await Program.run(
            "record", "-", "--session", "hall", "--timeout", "300ms", environment: observer)
        #expect(recorded.code == 0 && recorded.errors.isEmpty, "\(recorded.errors)")
        #expect(recorded.output.contains(#"{"state":true,"seq":1,"#))
        let replayed = try await Program.run(
            "replay", "-", "--session", "hall", environment: client, input: recorded.output)
        #expect(replayed.code == 0 && replayed.output == "2 SET_ZOOM zoom=18\n", "\(replayed.errors)")
        let refused = try await Program.run("record", "-", "--session", "lobby", environment: observer)
        #expect(refused.code == 1 && refused.errors.contains("not for this session or role"), "\(refused.errors)")
        await server.stop()
    }

    @Test("an admin's token from a file creates, lists and deletes; without one nothing works but health")
    func admin() async throws {
        let file = try server.folder.write(try await token("*", "admin", "--ttl", "1d") + "\n", to: "token")
        let run = { (words: String...) in
            try await Program(words + ["--server", server.url, "--token-file", file]).end()
        }
        #expect(try await run("sessions", "create", "hall").output.contains(#""tokens":{"map":"#))
        #expect(try await run("sessions").output.contains(#""id":"hall""#))
        #expect(try await run("sessions", "delete", "hall").code == 0)
        let none = try await Program.run("sessions", "--server", server.url)
        #expect(none.code == 1 && none.errors.contains("401") && none.output.isEmpty)
        let refused = try await Program.run("dispatch", "--server", server.url, "SET_ZOOM", "zoom=18")
        #expect(refused.code == 1 && refused.errors.contains("wants an access token"), "\(refused.errors)")
        #expect(try await Program.run("health", "--server", server.url).code == 0)
        await server.stop()
    }

    @Test(
        "a token that cannot be one is not sent and not shown", arguments: ["two words", "line\nbreak", "zwölf", " "])
    func unfit(text: String) async throws {
        let result = try await Program.run(
            "sessions", "--server", server.url, environment: ["TMAPS_TOKEN": text])
        #expect(result.code == 2 && result.errors.contains("TMAPS_TOKEN: expected one token"), "\(result.errors)")
        #expect(
            !result.errors.contains("words") && !result.errors.contains("break") && !result.errors.contains("zwölf"))
        await server.stop()
    }

    @Test(
        "wrong use is told by name",
        arguments: [
            (["--role", "map"], "expected --session S and --role R"),
            (["--session", "hall"], "expected --session S and --role R"),
            (["--session", "a b", "--role", "map"], "--session a b: expected an id"),
            (["--session", "hall", "--role", "boss"], "--role boss: expected one of map, client, observer, admin"),
            (["--session", "hall", "--role", "map", "--ttl", "soon"], "\"soon\" is no duration"),
            (["--session", "hall", "--role", "map", "--ttl", "500ms"], "--ttl: expected 1 s or more"),
            (["--session", "hall", "--role", "map", "more"], "expected no argument, found \"more\""),
        ])
    func wrongUse(arguments: [String], message: String) async throws {
        let result = try await Program(["token", "--data", server.folder.file("data")] + arguments).end()
        #expect(result.code == 2 && result.output.isEmpty && result.errors.contains(message), "\(result.errors)")
        await server.stop()
    }

    @Test("without a key there is no token")
    func noKey() async throws {
        let result = try await Program.run(
            "token", "--session", "hall", "--role", "map", "--data", server.folder.file("elsewhere"))
        #expect(result.code == 1 && result.output.isEmpty)
        #expect(result.errors.contains("elsewhere/signing.key does not exist"), "\(result.errors)")
        await server.stop()
    }

    @Test("TMapsClient asks for another token when its token has expired, and goes on in its session")
    func renewal() async throws {
        let lifetime = "2s"
        let folder = server.folder.file("data")
        var configuration = TMapsClient.Configuration()
        configuration.reconnect.base = .milliseconds(20)
        configuration.token = {
            let result = try await Program.run(
                "token", "--data", folder, "--session", "hall", "--role", "client", "--ttl", lifetime)
            return String(result.output.dropLast())
        }
        let client = try TMapsClient(configuration)
        let events = client.events
        try await client.connect(to: server.url, session: "hall")
        var connections = 0
        for await case .connection(let state) in events {
            if case .connected = state { connections += 1 }
            if case .reconnecting(let error) = state { #expect(error.closeCode == 4501, "\(error)") }
            if case .ended(let error) = state { Issue.record("ended: \(String(describing: error))") }
            if connections == 2 { break }
        }
        #expect(try await client.dispatch(zoom) == 1)
        await client.close()
        await server.stop()
    }
}
