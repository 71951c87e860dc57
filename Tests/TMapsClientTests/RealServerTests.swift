import TMapsClient
import TMapsProtocol
import TMapsServer
import TMapsTesting
import Testing

/// Against the real server: sockets, SQLite and all.
@Suite(.timeLimit(.minutes(1))) struct RealServerTests {
    private func connect(
        _ server: TestServer, _ role: Role = .client, peer: String? = nil
    ) async throws -> (client: TMapsClient, events: AsyncStream<TMapsClient.Event>) {
        var configuration = TMapsClient.Configuration()
        configuration.reconnect.base = .milliseconds(20)
        let client = try TMapsClient(configuration)
        let events = client.events
        try await client.connect(to: server.url, session: "hall", role: role, peer: peer)
        return (client, events)
    }

    @Test("an action is performed: confirmed, and ended by the map's own event")
    func perform() async throws {
        let server = try TestServer()
        let (client, _) = try await connect(server)
        let map = try FakeMap(port: server.port, session: "hall")
        let load = try await client.perform(#"{"type":"LOAD_MAP","map_id":"demo"}"#)
        #expect(load.event?.type == "MAP_LOADED")
        #expect(try #require(load.event).seq > load.seq)
        #expect(try await client.perform(zoom).event?.type == "ZOOM_ENDED")
        let highlight = try await client.perform(#"{"type":"HIGHLIGHT_FEATURE","feature_id":"w12"}"#)
        #expect(highlight.event?.string("feature_id") == "w12")
        let mode = try await client.perform(#"{"type":"CHANGE_RENDER_MODE","modeToRender":"3D"}"#, to: "m1")
        #expect(mode.event?.string("event_category") == "RenderModes")
        await #expect(throws: TMapsError(.mapError, "")) {
            try await client.perform(#"{"type":"LOAD_MAP","map_id":"broken"}"#)
        }
        #expect(try await client.perform(#"{"type":"CUSTOM"}"#).event == nil)
        await #expect(throws: TMapsError(.timedOut, "")) {
            try await client.perform(#"{"type":"MARK_FEATURE","feature_id":"silent"}"#, within: .milliseconds(100))
        }
        map.leave()
        await client.close()
        await server.stop()
    }

    @Test("what the server refuses is thrown with its code")
    func refused() async throws {
        let server = try TestServer { $0.maxMessage = 2_000 }
        let (client, _) = try await connect(server)
        await #expect(throws: TMapsError(.init(.wrongDirection), "")) {
            try await client.dispatch(#"{"type":"READY"}"#)
        }
        await #expect(throws: TMapsError(.init(.unknownPeer), "")) { try await client.dispatch(zoom, to: "nobody") }
        let long = #"{"type":"X","text":"\#(String(repeating: "x", count: 2_000))"}"#
        await #expect(throws: TMapsError(.tooLarge, "")) { try await client.dispatch(long) }
        let (observer, _) = try await connect(server, .observer)
        await #expect(throws: TMapsError(.init(.forbidden), "")) { try await observer.dispatch(zoom) }
        await #expect(throws: TMapsError(.invalidArgument, "")) {
            try await TMapsClient().connect(to: server.url, session: "a b")
        }
        await client.close()
        await observer.close()
        await server.stop()
    }

    @Test("an observer hears both sides, secrets masked")
    func observer() async throws {
        let server = try TestServer()
        let (client, _) = try await connect(server, peer: "c1")
        let (observer, _) = try await connect(server, .observer)
        let masked = try await observer.expect("SET_APPLICATION_SECRETS") {
            try await client.dispatch(
                Action.setApplicationSecrets(clientID: "i", clientSecret: "hunter2"))
        }
        #expect(masked.json == #"{"type":"SET_APPLICATION_SECRETS","client_id":"***","client_secret":"***"}"#)
        #expect((masked.peer, masked.role) == ("c1", .client))
        await client.close()
        await observer.close()
        await server.stop()
    }

    @Test("over a server restart nothing is lost, doubled or out of order, in either direction")
    func restart() async throws {
        let folder = TestFolder()
        var server = try TestServer(folder: folder)
        let port = server.port
        let (client, events) = try await connect(server)
        var map = try FakeMap(port: port, session: "hall")
        _ = try await client.expect("READY")
        var seqs: [UInt64] = []
        for number in 0..<20 { seqs.append(try await client.dispatch("{\"type\":\"X\",\"n\":\(number)}")) }
        map.leave()
        await server.stop()
        async let during = client.dispatch(#"{"type":"X","n":20}"#)
        server = try TestServer(folder: folder) { $0.listen.port = port }
        seqs.append(try await during)
        seqs.append(try await client.dispatch(#"{"type":"X","n":21}"#))
        #expect(seqs == seqs.sorted())
        #expect(Set(seqs).count == 22)
        map = try FakeMap(port: port, session: "hall", peer: "m2")
        #expect(try await map.heard.next() == #"{"type":"X","n":20}"#)
        #expect(try await map.heard.next() == #"{"type":"X","n":21}"#)
        map.dispatch(#"{"type":"CUSTOM"}"#)
        var heard: [String] = []
        for await event in events {
            switch event {
            case .action(let action): heard.append("\(action.peer) \(action.type)")
            case .resumed(let missed): heard.append("resumed \(missed)")
            case .gap: heard.append("gap")
            default: break
            }
            if heard.last == "m2 CUSTOM" { break }
        }
        #expect(heard == ["m1 READY", "resumed 0", "m2 READY", "m2 CUSTOM"])
        map.leave()
        await client.close()
        await server.stop()
    }

    @Test("a newer connection of the same peer ends the older one for good")
    func replaced() async throws {
        let server = try TestServer()
        let (older, events) = try await connect(server, peer: "kiosk")
        let (newer, _) = try await connect(server, peer: "kiosk")
        var end: TMapsError?
        for await case .connection(.ended(let error)) in events { end = error }
        #expect(end?.closeCode == 4503)
        #expect(try await newer.dispatch(zoom) > 0)
        await #expect(throws: TMapsError(.closed, "")) { try await older.dispatch(zoom) }
        await newer.close()
        await server.stop()
    }

    @Test("two runs with one peer id do not swallow each other's dispatches")
    func sameIDs() async throws {
        let server = try TestServer()
        let (first, _) = try await connect(server, peer: "kiosk")
        let before = try await first.dispatch(zoom)
        await first.close()
        let (second, _) = try await connect(server, peer: "kiosk")
        #expect(try await second.dispatch(zoom) > before)
        await second.close()
        await server.stop()
    }
}
