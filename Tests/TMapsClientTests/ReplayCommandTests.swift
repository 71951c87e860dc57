import TMapsClient
import TMapsProtocol
import TMapsServer
import TMapsTesting
import Testing

/// `tmaps replay`, built and run against the real server.
@Suite(.timeLimit(.minutes(1))) struct ReplayCommandTests {
    private let folder = TestFolder()

    private func recording(_ lines: String...) throws -> String {
        let header =
            #"{"tmaps_recording":1,"server":"1","session":"old","epoch":"E","#
            + #""start":"2026-11-30T12:00:00.000Z","after":2}"#
        return try folder.write(([header] + lines).map { $0 + "\n" }.joined(), to: "r.jsonl")
    }

    private func line(_ seq: Int, _ action: String, at time: String = "12:00:00", state: Bool = false) -> String {
        (state ? #"{"state":true,"# : "{")
            + #""seq":\#(seq),"time":"2026-11-30T\#(time)Z","role":"client","peer":"c1","action":\#(action)}"#
    }

    @Test("a map is sent what the recorded one was sent, in order, byte for byte, and masked secrets are left out")
    func replay() async throws {
        let server = try TestServer()
        let client = try TMapsClient()
        try await client.connect(to: server.url, session: "new")
        let map = try await FakeMap.ready(server.port, session: "new", heardBy: client)
        let file = try recording(
            line(1, #"{"type":"LOAD_MAP","map_id":"007"}"#, state: true), line(3, #"{ "type":"X", "n":1.0 }"#),
            line(4, #"{"type":"SET_APPLICATION_SECRETS","client_id":"***","client_secret":"***"}"#),
            line(5, #"{"type":"Y"}"#, at: "13:00:00"))
        let result = try await Program.run("replay", file, "--server", server.url, "--session", "new", "--speed", "max")
        #expect(result.code == 0, "\(result.errors)")
        #expect(
            result.output.split(separator: "\n").map { $0.drop { $0 != " " } } == [
                #" LOAD_MAP map_id="007""#, " X n=1.0", " Y",
            ])
        #expect(
            result.errors
                == "tmaps replay: \(file): line 4: SET_APPLICATION_SECRETS is left out: its secrets are masked; "
                + "the server gives maps its own\n"
        )
        for action in [#"{"type":"LOAD_MAP","map_id":"007"}"#, #"{ "type":"X", "n":1.0 }"#, #"{"type":"Y"}"#] {
            #expect(try await map.heard.next() == action)
        }
        map.leave()
        await client.close()
        await server.stop()
    }

    @Test("distances are kept, divided by the speed, and cut to the limit of pauses")
    func distances() async throws {
        let server = try TestServer()
        let file = try recording(
            line(3, #"{"type":"A"}"#), line(4, #"{"type":"B"}"#, at: "12:00:02"),
            line(5, #"{"type":"C"}"#, at: "13:00:00"))
        let start = ContinuousClock.now
        let result = try await Program.run(
            "replay", file, "--server", server.url, "--session", "new", "--speed", "10", "--idle-time-limit", "5s")
        let time = ContinuousClock.now - start
        #expect(result.code == 0, "\(result.errors)")
        #expect(time >= .milliseconds(700))
        #expect(result.errors.contains("no map is ready"))
        let log = try server.call("GET", "/v1/sessions/new/actions").body
        let times = log.matches(of: /"time":"([^"]*)"/).compactMap { RFC3339.milliseconds(String($0.1)) }
        #expect(times.count == 3)
        #expect(times[1] - times[0] >= 190 && times[2] - times[0] >= 690)
        await server.stop()
    }

    @Test("each action takes effect once over server restarts")
    func onceOverRestarts() async throws {
        let data = TestFolder()
        var server = try TestServer(folder: data)
        let port = server.port
        let lines = (1...300).map { line(2 + $0, #"{"type":"X","n":\#($0)}"#) }
        let file = try recording(lines.joined(separator: "\n"))
        let replay = try Program(["replay", file, "--server", server.url, "--session", "new", "--speed", "0"])
        for count in [50, 150] {
            _ = try await replay.lines.next("\(count) ")
            await server.stop()
            server = try TestServer(folder: data) { $0.listen.port = port }
        }
        let result = try await replay.end()
        #expect(result.code == 0, "\(result.errors)")
        let log = try server.call("GET", "/v1/sessions/new/actions").body
        #expect(log.matches(of: /"n":(\d+)/).compactMap { Int($0.1) } == Array(1...300))
        await server.stop()
    }

    @Test("a broken line is named before anything is dispatched; what the server refuses is named by its line")
    func broken() async throws {
        let server = try TestServer()
        let file = try recording(line(3, #"{"type":"A"}"#), "{", line(3, #"{"type":"B"}"#))
        let result = try await Program.run("replay", file, "--server", server.url, "--session", "new")
        #expect(result.code == 2)
        #expect(
            result.errors.hasPrefix(
                "tmaps replay: \(file) is wrong in 2 lines; nothing was done\n\(file):3: expected a key"
            ))
        #expect(result.errors.contains("\n\(file):4: seq: 3 stands behind 3\n"), "\(result.errors)")
        #expect(try server.call("GET", "/v1/sessions/new").status == 404)
        let wrong = try recording(
            line(3, #"{"type":"A"}"#), line(4, #"{"type":"SET_ZOOM"}"#), line(5, #"{"type":"B"}"#))
        let refused = try await Program.run("replay", wrong, "--server", server.url, "--session", "new")
        #expect(refused.code == 1)
        #expect(refused.output == "1 A\n")
        #expect(refused.errors.contains("invalid_field: \(wrong):3: SET_ZOOM: zoom: required"), "\(refused.errors)")
        await server.stop()
        #expect(try await Program.run("replay", wrong, "--server", server.url).code == 3)
    }

    @Test("what was recorded over HTTP reads the same: a line of the log is a line of a recording")
    func fromLog() async throws {
        let server = try TestServer()
        _ = try server.call(
            "POST", "/v1/sessions/old/actions?wait=durable", body: #"[{"type":"A"},{"type":"B","n":2}]"#)
        let record = try await Program.run(
            "record", "-", "--after", "0", "--server", server.url, "--session", "old", "--until", "B")
        let log = try server.call("GET", "/v1/sessions/old/actions").body
        for line in record.output.split(separator: "\n").dropFirst() { #expect(log.contains(line), "\(line)") }
        let replay = try await Program.run(
            "replay", "-", "--server", server.url, "--session", "new", input: record.output)
        #expect(replay.code == 0, "\(replay.errors)")
        #expect(replay.output == "1 A\n2 B n=2\n")
        await server.stop()
    }
}
