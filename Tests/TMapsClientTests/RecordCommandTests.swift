import TMapsClient
import TMapsProtocol
import TMapsServer
import TMapsTesting
import Testing

/// `tmaps record`, built and run against the real server.
@Suite(.timeLimit(.minutes(1))) struct RecordCommandTests {
    private let folder = TestFolder()
    private var file: String { folder.file("r.jsonl") }

    private func client(_ server: TestServer, peer: String = "c1") async throws -> TMapsClient {
        var configuration = TMapsClient.Configuration()
        configuration.reconnect.base = .milliseconds(20)
        let client = try TMapsClient(configuration)
        try await client.connect(to: server.url, session: "hall", peer: peer)
        return client
    }

    private func record(_ server: TestServer, _ arguments: String...) throws -> Program {
        try Program(["record", "--server", server.url, "--session", "hall"] + arguments)
    }

    /// Lines without their times and their epoch.
    private func lines(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            String(line).replacing(/"(time|start)":"[0-9T:.Z-]{24}",?/, with: "").replacing(
                /"epoch":"[^"]*",?/, with: "")
        }
    }

    private func recorded() throws -> [String] { lines(String(decoding: try folder.read("r.jsonl"), as: UTF8.self)) }

    private func action(_ seq: Int, _ json: String, _ who: String = "client c1") -> String {
        let words = who.split(separator: " ")
        return #"{"seq":\#(seq),"role":"\#(words[0])","peer":"\#(words[1])","action":\#(json)}"#
    }

    @Test("what maps and clients dispatch comes as lines, the state before it first, secrets masked")
    func lines() async throws {
        let server = try TestServer()
        let client = try await client(server)
        try await client.dispatch(#"{"type":"LOAD_MAP","map_id":"old"}"#)
        try await client.dispatch(#"{"type":"SET_ZOOM","zoom":3}"#)
        try await client.dispatch(#"{"type":"LOAD_MAP","map_id":"demo"}"#)
        let record = try record(server, "-", "--until", "ZOOM_ENDED")
        #expect(
            lines(try await record.lines.next())
                == [#"{"tmaps_recording":1,"server":"0.1.0","session":"hall","after":3}"#])
        #expect(
            try await record.lines.next().hasPrefix(
                #"{"state":true,"seq":3,"time":""#))
        let events = client.events
        let map = try await FakeMap.ready(server.port, session: "hall", heardBy: client)
        // It is given LOAD_MAP at its READY, and what comes next must not overtake its answer.
        for await case .action(let action) in events where action.type == "MAP_LOADED" { break }
        try await client.dispatch("{\"type\":\"SET_MAPBOX_ACCESS_TOKEN\",\n\"access_token\":\"hunter2\"}")
        try await client.dispatch(zoom)
        let result = try await record.end()
        #expect(result.code == 0)
        #expect(!result.output.contains("hunter2"))
        let said = lines(result.output)
        #expect(said[2] == action(4, #"{"type":"READY"}"#, "map m1"))
        #expect(said.contains(action(6, #"{"type":"SET_MAPBOX_ACCESS_TOKEN","access_token":"***"}"#)))
        #expect(said.suffix(2) == [action(8, #"{"type":"ZOOM_ENDED"}"#, "map m1"), ""])
        map.leave()
        await client.close()
        await server.stop()
    }

    @Test("--after tells the past with the times of the log")
    func past() async throws {
        let server = try TestServer()
        let client = try await client(server)
        for number in 1...3 { try await client.dispatch(#"{"type":"X\#(number)"}"#) }
        let log = try server.call("GET", "/v1/sessions/hall/actions?after=1").body
        let result = try await record(server, "-", "--after", "1", "--until", "X3").end()
        #expect(result.code == 0)
        let past = result.output.split(separator: "\n").dropFirst()
        #expect(past.count == 2)
        #expect(log.hasPrefix(#"{"actions":["# + past.joined(separator: ",") + "]"), "\(log)\(result.output)")
        #expect(result.errors == "tmaps record: 2 actions of before come first\n")
        await client.close()
        await server.stop()
    }

    @Test("SIGINT and SIGTERM end it with 0 and whole lines; --append goes on without a hole or a line twice")
    func interrupted() async throws {
        let server = try TestServer()
        let client = try await client(server)
        // Of what no map takes only 1,000 actions may wait.
        let map = try await FakeMap.ready(server.port, session: "hall", heardBy: client)
        var number = 0
        for (arguments, isTerm) in [(["--overwrite"], false), (["--append"], true), (["--append"], false)] {
            let record = try Program(["record", file, "--server", server.url, "--session", "hall"] + arguments)
            let start = number
            // Nobody is told that an observer has come, so it is spoken to until it has written.
            while try lineCount() <= start + (arguments == ["--append"] ? 1 : 0) {
                number += 1
                try await client.dispatch(#"{"type":"X","n":\#(number)}"#)
            }
            if isTerm { record.terminate() } else { record.interrupt() }
            let result = try await record.end()
            #expect(result.code == 0, "\(result.errors)")
            // What a kill would leave behind the last whole line.
            let bytes = try folder.read("r.jsonl")
            #expect(bytes.last == UInt8(ascii: "\n"))
            try folder.write(bytes + Array(#"{"seq":"#.utf8), to: "r.jsonl")
        }
        let last = try await record(server, file, "--append", "--timeout", "300ms").end()
        #expect(last.code == 0, "\(last.errors)")
        let numbers = try recorded().dropFirst().compactMap { $0.firstMatch(of: /"n":(\d+)/).flatMap { Int($0.1) } }
        #expect(numbers.first.map { $0 >= 1 } == true)
        #expect(numbers == Array((numbers.first ?? 0)...number))
        map.leave()
        await client.close()
        await server.stop()
    }

    private func lineCount() throws -> Int {
        guard let bytes = try? folder.read("r.jsonl") else { return 0 }
        return bytes.count { $0 == UInt8(ascii: "\n") }
    }

    @Test("a server that is started again leaves no hole and no line twice")
    func restart() async throws {
        let data = TestFolder()
        var server = try TestServer(folder: data)
        let port = server.port
        let client = try await client(server)
        let record = try record(server, "-", "--until", "LAST")
        _ = try await record.lines.next()
        for number in 1...3 {
            for step in 1...20 { try await client.dispatch(#"{"type":"X","n":\#(number * 100 + step)}"#) }
            await server.stop()
            server = try TestServer(folder: data) { $0.listen.port = port }
        }
        try await client.dispatch(#"{"type":"LAST"}"#)
        let result = try await record.end()
        #expect(result.code == 0)
        let numbers = result.output.matches(of: /"n":(\d+)/).compactMap { Int($0.1) }
        let expected = [101...120, 201...220, 301...320].flatMap { Array($0) }
        #expect(numbers == expected)
        #expect(result.errors.contains("connecting again") && result.errors.contains("connected again"))
        await client.close()
        await server.stop()
    }

    @Test("a hole that a reconnect leaves is a line, and is said")
    func gap() async throws {
        let server = try FakeServer()
        let record = try Program(["record", "-", "--server", server.url, "--until", "Z"])
        _ = try await server.heard.next("open")
        server.hello(seq: 4)
        server.action(5, "A")
        _ = try await record.lines.next(#"{"seq":5"#)
        server.cut()
        #expect(try await server.heard.next("join").contains("after=5&epoch=E1"))
        _ = try await server.heard.next("open")
        server.hello(seq: 20)
        server.say(OutboundEnvelope.notResumed(.trimmed, next: 15))
        server.action(15, "Z")
        let result = try await record.end()
        #expect(result.code == 0)
        let said = lines(result.output)
        #expect(
            said.suffix(4).dropLast() == [
                action(5, #"{"type":"A"}"#, "map m1"), #"{"gap":"trimmed","next":15,}"#,
                action(15, #"{"type":"Z"}"#, "map m1"),
            ])
        #expect(result.errors.contains("what came before action 15 is lost (trimmed)"))
        // This server has no log: said once, and the recording goes on.
        #expect(result.errors.matches(of: /the session's log cannot be read/).count == 1)
    }

    @Test("a session that is deleted ends it with 1; a file that is there stays as it is")
    func refused() async throws {
        let server = try TestServer()
        let client = try await client(server)
        let record = try record(server, "-")
        _ = try await record.lines.next()
        _ = try server.call("DELETE", "/v1/sessions/hall")
        let result = try await record.end()
        #expect(result.code == 1)
        #expect(result.errors.contains("4500"), "\(result.errors)")
        try folder.write("mine", to: "r.jsonl")
        let there = try await Program.run("record", file, "--server", server.url)
        #expect(there.code == 2)
        #expect(there.errors.contains("the file is there; --append goes on with it, --overwrite replaces it"))
        let other = try await Program.run("record", file, "--append", "--server", server.url)
        #expect(other.code == 2)
        #expect(other.errors.contains("is wrong in one line"), "\(other.errors)")
        let late = try await Program.run("record", "-", "--server", server.url, "--until", "X", "--timeout", "100ms")
        #expect(late.code == 1)
        let full = try await Program.run("record", "/dev/full", "--server", server.url)
        #expect(full.code == 1)
        #expect(full.errors.contains("/dev/full: No space left on device"), "\(full.errors)")
        await client.close()
        await server.stop()
        let gone = try await Program.run("record", file, "--overwrite", "--server", server.url)
        #expect(gone.code == 3)
        #expect(String(decoding: try folder.read("r.jsonl"), as: UTF8.self) == "mine")
        #expect(try await Program.run("record", folder.file("new"), "--server", server.url).code == 3)
        #expect(folder.names == ["r.jsonl"])
        try folder.write("", to: "made-by-mktemp")
        #expect(try await Program.run("record", folder.file("made-by-mktemp"), "--server", server.url).code == 3)
        #expect(folder.names == ["made-by-mktemp", "r.jsonl"])
    }

    @Test(
        "wrong use is exit code 2, and names what is wrong",
        arguments: [
            (["record"], "expected one FILE, found none"), (["record", "a", "b"], "expected one FILE, found 2"),
            (["record", "-", "--append"], "standard output holds no recording"),
            (["record", "x", "--append", "--after", "1"], "expected no --after beside it"),
            (["record", "-", "--after", "-1"], "--after: expected a whole number from 0"),
            (["record", "/nonexistent/x"], "/nonexistent/x: No such file"),
            (["replay", "/nonexistent/x"], "/nonexistent/x: No such file"), (["replay"], "expected one FILE"),
            (["replay", "x", "--speed", "fast"], "--speed: expected 0.001 to 1000000, 0 or max, found \"fast\""),
            (["run"], "expected one SCRIPT, found none"), (["run", "/nonexistent/x"], "/nonexistent/x: No such file"),
        ])
    func wrongUse(arguments: [String], says: String) async throws {
        let result = try await Program(arguments).end()
        #expect(result.code == 2)
        #expect(result.errors.contains(says), "\(result.errors)")
        #expect(result.output.isEmpty)
    }
}
