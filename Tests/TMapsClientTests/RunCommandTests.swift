import TMapsClient
import TMapsProtocol
import TMapsServer
import TMapsTesting
import Testing

/// `tmaps run`, built and run against the real server.
@Suite(.timeLimit(.minutes(1))) struct RunCommandTests {
    private let folder = TestFolder()

    private func run(_ server: TestServer, _ script: String, _ arguments: String...) async throws -> Program.Result {
        let all = ["run", "-", "--server", server.url, "--session", "hall", "--timeout", "5s"] + arguments
        return try await Program(all, input: script).end()
    }

    private func withMap(_ body: (TestServer, FakeMap) async throws -> Void) async throws {
        let server = try TestServer()
        let client = try TMapsClient()
        try await client.connect(to: server.url, session: "hall")
        let map = try await FakeMap.ready(server.port, session: "hall", heardBy: client)
        try await body(server, map)
        map.leave()
        await client.close()
        await server.stop()
    }

    @Test("a scenario passes: each line is told as TAP")
    func passes() async throws {
        try await withMap { server, _ in
            let script = """
                # what a map does
                ready within 30s
                LOAD_MAP map_id=demo
                loaded
                expect MAP_LOADED from m1
                HIGHLIGHT_FEATURE feature_id=007
                expect FEATURE_HIGHLIGHTED feature_id=007 within 5s
                expect FEATURE_HIGHLIGHTED feature_id=other
                expect no ERROR within 50ms
                SET_ZOOM zoom=18 --wait --to m1
                wait 10ms
                """
            let result = try await run(server, script)
            #expect(result.code == 0, "\(result.errors)\(result.output)")
            #expect(result.errors == "")
            let lines = result.output.split(separator: "\n").map { String($0.prefix { $0 != "=" }) }
            #expect(
                lines.prefix(4) == [
                    "TAP version 14", "1..10", "ok 1 - ready within 30s # time", "ok 2 - LOAD_MAP map_id",
                ])
            #expect(lines.count == 12)
            #expect(lines.dropFirst(2).allSatisfy { $0.hasPrefix("ok ") }, "\(result.output)")
        }
    }

    @Test("an event that comes before its line is reached is not missed, also of the first of several dispatches")
    func noRace() async throws {
        try await withMap { server, _ in
            let steps = (1...50).map { _ in
                "SET_ZOOM zoom=3\nSET_CENTER center=1,2\nwait 1ms\nexpect CENTER_ENDED\nexpect ZOOM_ENDED\n"
            }
            let result = try await run(server, steps.joined())
            #expect(result.code == 0, "\(result.errors)")
        }
    }

    @Test("what an earlier dispatch caused meets no expectation of a later one, and each event meets one")
    func onlyAfter() async throws {
        try await withMap { server, _ in
            let earlier = try await run(
                server, "SET_ZOOM zoom=3\nexpect ZOOM_ENDED\nX a=1\nexpect ZOOM_ENDED within 100ms\n")
            #expect(earlier.code == 1)
            #expect(
                earlier.errors.contains("-:4:1: ZOOM_ENDED did not come within 0.1 seconds\n  nothing came\n"),
                "\(earlier.errors)")
            let untaken =
                "SET_ZOOM zoom=3\nLOAD_MAP map_id=a\nexpect MAP_LOADED\nX a=1\nexpect ZOOM_ENDED within 100ms\n"
            #expect(try await run(server, untaken).errors.contains("-:5:1: ZOOM_ENDED did not come"))
            let twice = try await run(server, "SET_ZOOM zoom=3\nexpect ZOOM_ENDED\nexpect ZOOM_ENDED within 100ms\n")
            #expect(twice.code == 1)
            #expect(twice.errors.contains("-:3:1: "))
        }
    }

    @Test("a failed expectation says what came instead, and the rest is not run")
    func fails() async throws {
        try await withMap { server, map in
            let junit = folder.file("junit.xml")
            let script = "HIGHLIGHT_FEATURE feature_id=broken\nexpect FEATURE_HIGHLIGHTED within 300ms\nX never=1\n"
            let result = try await run(server, script, "--junit", junit)
            #expect(result.code == 1)
            #expect(
                result.errors.contains(
                    "tmaps run: -:2:1: FEATURE_HIGHLIGHTED did not come within 0.3 seconds\n"
                        + "  what came:\n    map m1 ERROR error="
                ),
                "\(result.errors)")
            #expect(result.output.contains("\nnot ok 2 - expect FEATURE_HIGHLIGHTED within 300ms\n  ---\n  message: "))
            #expect(result.output.hasSuffix("\nok 3 - X never=1 # SKIP line 2 failed\n"))
            #expect(!(try server.call("GET", "/v1/sessions/hall/actions").body.contains("never")))
            let xml = String(decoding: try folder.read("junit.xml"), as: UTF8.self)
            #expect(xml.contains(#"tests="3" failures="1" skipped="1""#))
            let no = try await run(server, "SET_ZOOM zoom=3\nexpect no ZOOM_ENDED within 5s\n")
            #expect(no.code == 1)
            #expect(no.errors.contains("-:2:1: ZOOM_ENDED came\n  map m1 ZOOM_ENDED\n"), "\(no.errors)")
            let wait = try await run(server, "LOAD_MAP map_id=broken --wait\n")
            #expect(wait.code == 1)
            #expect(wait.errors.contains("-:1:1: no such map"), "\(wait.errors)")
        }
    }

    @Test("loaded is about the map that the script loaded last, not the one that is still there")
    func loaded() async throws {
        try await withMap { server, map in
            let result = try await run(
                server, "LOAD_MAP map_id=demo\nloaded\nLOAD_MAP map_id=silent\nloaded within 200ms\n")
            #expect(result.code == 1)
            #expect(
                result.errors.contains("-:4:1: no map of session hall had loaded within 0.2 seconds"),
                "\(result.errors)")
        }
    }

    @Test("a script can be about several sessions")
    func sessions() async throws {
        try await withMap { server, _ in
            let other = try FakeMap(port: server.port, session: "other", peer: "m2")
            let script = """
                session other
                ready
                session hall
                SET_ZOOM zoom=3
                session other
                SET_CENTER center=1,2
                expect CENTER_ENDED from m2
                session hall
                expect ZOOM_ENDED from m1
                """
            let result = try await run(server, script)
            #expect(result.code == 0, "\(result.errors)")
            other.leave()
        }
    }

    @Test("without a map it says where one opens; what the server refuses is 1, no server 3, a wrong script 2")
    func codes() async throws {
        let server = try TestServer()
        let ready = try await run(server, "ready within 50ms")
        #expect(ready.code == 1)
        #expect(
            ready.errors.contains("no map is connected; a browser opens one at \(server.url)/tmapswww/?session=hall"))
        let refused = try await run(server, "X --to nobody")
        #expect(refused.code == 1)
        #expect(refused.errors.contains("-:1:1: unknown_peer: "), "\(refused.errors)")
        let wrong = try await run(server, "SET_ZOM zoom=1\nX\nexpect\n")
        #expect(wrong.code == 2)
        #expect(wrong.output == "")
        #expect(
            wrong.errors.hasPrefix("tmaps run: - is wrong in 2 places; nothing was run\n-:1:1: no such action SET_ZOM"))
        #expect(wrong.errors.contains("\n-:3:7: expected the event's TYPE\n"))
        #expect(try await run(server, "X\n", "--check").output == "")
        #expect(try await run(server, "X\n", "--junit", "/nonexistent/x").code == 2)
        let secret = try await run(server, "SET_MAPBOX_ACCESS_TOKEN access_token=hunter2\nexpect X within 50ms\n")
        #expect(!(secret.output + secret.errors).contains("hunter2"))
        await server.stop()
        let gone = try await run(server, "X\nY\n")
        #expect(gone.code == 3)
        #expect(gone.errors.contains("-:1:1: cannot connect"), "\(gone.errors)")
    }

    @Test("an expectation holds over a server restart")
    func restart() async throws {
        let data = TestFolder()
        var server = try TestServer(folder: data)
        let port = server.port
        let program = try Program(
            ["run", "-", "--server", server.url, "--session", "hall"],
            input: "X a=1\nexpect READY within 20s\nexpect TOLD\n")
        _ = try await program.lines.next("ok 1")
        await server.stop()
        server = try TestServer(folder: data) { $0.listen.port = port }
        let map = try FakeMap(port: port, session: "hall")
        map.dispatch(#"{"type":"TOLD"}"#)
        let result = try await program.end()
        #expect(result.code == 0, "\(result.errors)")
        #expect(result.errors.contains("connecting again"))
        map.leave()
        await server.stop()
    }
}
