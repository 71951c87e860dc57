import TMapsServer
import TMapsTesting
import Testing

/// Pages come, reload, fail and stay away (wire contract §4), over real sockets.
@Suite(.timeLimit(.minutes(1))) struct PageLifeTests {
    private let loadMap = #"{"type":"LOAD_MAP","map_id":"demo"}"#
    private let zoom = #"{"type":"SET_ZOOM","zoom":18}"#

    private func page(_ server: TestServer, _ peer: String, isReady: Bool = true) async throws -> TestPeer {
        let map = try await TestPeer.connect(server, "hall/map?peer=\(peer)")
        _ = try await map.next()
        if isReady {
            map.send(#"{"action":{"type":"READY"}}"#)
            _ = try await map.messages { $0.contains("caught_up") }
        }
        return map
    }

    /// Dispatches and waits for the disk.
    private func dispatch(_ actions: [String], _ app: TestPeer) async throws {
        for (number, action) in actions.enumerated() {
            app.send(#"{"id":"\#(action.hashValue)\#(number)","action":\#(action)}"#)
        }
        for _ in actions { _ = try await app.messages { $0.hasPrefix(#"{"ack""#) } }
    }

    @Test("of several pages one reloads: it gets the state, the others get nothing and stay ready")
    func reload() async throws {
        let server = try TestServer()
        let app = try await TestPeer.connect(server, "hall/client?peer=app")
        let pages = [try await page(server, "p1"), try await page(server, "p2"), try await page(server, "p3")]
        try await dispatch([loadMap], app)
        for page in pages {
            _ = try await page.messages { $0.contains("LOAD_MAP") }
            page.send(#"{"id":"m","action":{"type":"MAP_LOADED"}}"#)
            _ = try await page.messages { $0.hasPrefix(#"{"ack""#) }
        }
        pages[1].cut()
        let again = try await TestPeer.connect(server, "hall/map?peer=p2b")
        _ = try await again.next()
        again.send(#"{"action":{"type":"READY"}}"#)
        #expect(try await again.next() == #"{"state":true,"action":\#(loadMap)}"#)
        try await dispatch([#"{"type":"X"}"#], app)
        for page in [pages[0], pages[2]] {
            #expect(try await page.next().contains(#""type":"X""#), "and nothing before")
        }
        #expect(try server.call("GET", "/v1/sessions/hall").body.contains(#""ready":true,"loaded":true,"maps":3"#))
        await server.stop()
    }

    @Test("a page that never says READY gets nothing, and holds up neither another page nor the client")
    func neverReady() async throws {
        let server = try TestServer()
        let app = try await TestPeer.connect(server, "hall/client?peer=app")
        let mute = try await page(server, "mute", isReady: false)
        try await dispatch([loadMap, zoom, #"{"type":"X"}"#], app)
        let other = try await TestPeer.connect(server, "hall/map?peer=other")
        _ = try await other.next()
        other.send(#"{"action":{"type":"READY"}}"#)
        let heard = [try await other.next(), try await other.next()]
        #expect(
            heard == [
                #"{"state":true,"action":\#(loadMap)}"#,
                #"{"seq":3,"peer":"app","role":"client","action":{"type":"X"}}"#,
            ])
        // The first thing the mute page hears is the answer to its own READY: nothing came before.
        mute.send(#"{"action":{"type":"READY"}}"#)
        #expect(try await mute.next() == #"{"state":true,"action":\#(loadMap)}"#)
        await server.stop()
    }

    @Test("while no page is ready a thousand actions wait; one more is refused, and those that waited all come")
    func overflow() async throws {
        let server = try TestServer()
        let app = try await TestPeer.connect(server, "hall/client?peer=app")
        _ = try await page(server, "mute", isReady: false)
        try await dispatch((1...1_000).map { #"{"type":"X","n":\#($0)}"# }, app)
        app.send(#"{"id":"over","action":{"type":"X"}}"#)
        #expect(try await app.messages { $0.contains("over") }.last?.contains("not_ready_overflow") == true)
        let map = try await TestPeer.connect(server, "hall/map?peer=late")
        _ = try await map.next()
        map.send(#"{"action":{"type":"READY"}}"#)
        #expect(try await map.messages { $0.contains("caught_up") }.count == 1_001)
        await server.stop()
    }

    @Test("a LOAD_MAP that fails: the client hears the page's ERROR, and what waited for the map is delivered")
    func loadFails() async throws {
        let server = try TestServer()
        let app = try await TestPeer.connect(server, "hall/client?peer=app")
        let map = try await page(server, "p1")
        try await dispatch([loadMap, zoom], app)
        _ = try await map.messages { $0.contains("LOAD_MAP") }
        map.send(#"{"action":{"type":"ERROR","error":{"stack":"no such map"}}}"#)
        #expect(try await map.next() == #"{"state":true,"action":\#(zoom)}"#)
        _ = try await app.messages { $0.contains("no such map") }
        #expect(try server.call("GET", "/v1/sessions/hall").body.contains(#""ready":true,"loaded":false"#))
        await server.stop()
    }

    @Test("a bundle that says READY twice is given the state twice, and what waited for it once")
    func readyTwice() async throws {
        let server = try TestServer()
        let app = try await TestPeer.connect(server, "hall/client?peer=app")
        try await dispatch([#"{"type":"X"}"#, #"{"type":"SET_TENANT_DATA","payload":[]}"#], app)
        let map = try await TestPeer.connect(server, "hall/map?peer=p1")
        _ = try await map.next()
        for _ in 1...2 { map.send(#"{"action":{"type":"READY"}}"#) }
        let first = try await map.messages { $0.contains("caught_up") }
        let second = try await map.messages { $0.contains("caught_up") }
        #expect(first.map { $0.contains("SET_TENANT_DATA") } == [true, false, false])
        #expect(first[1].contains(#""type":"X""#))
        #expect(second.count == 2 && second[0] == first[0])
        await server.stop()
    }

    @Test("a client that joins late knows from its hello that the map is ready and loaded")
    func lateClient() async throws {
        let server = try TestServer()
        let map = try await page(server, "p1")
        map.send(#"{"id":"m","action":{"type":"MAP_LOADED"}}"#)
        _ = try await map.messages { $0.hasPrefix(#"{"ack""#) }
        let late = try await TestPeer.connect(server, "hall/client?peer=late")
        #expect(try await late.next().contains(#""ready":true,"loaded":true,"maps":1"#))
        await server.stop()
    }
}
