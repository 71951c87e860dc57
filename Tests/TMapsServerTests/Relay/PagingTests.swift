import TMapsServer
import TMapsTesting
import Testing

/// Resumes larger than a peer's queue, over real sockets.
@Suite(.timeLimit(.minutes(2))) struct ServerPagingTests {
    private static let pad = String(repeating: "x", count: 4_000)
    private let loadMap = #"{"type":"LOAD_MAP","map_id":"demo"}"#

    private func tap(_ number: Int) -> String { #"{"type":"TAP","n":\#(number),"pad":"\#(Self.pad)"}"# }

    /// A server with queues of 64 KiB, a map, and `count` of its events of 4 kB on record.
    private func busy(_ count: Int) async throws -> (server: TestServer, map: TestPeer) {
        let server = try TestServer { $0.maxQueue = 65_536 }
        let map = try await TestPeer.connect(server, "hall/map?peer=page")
        _ = try await map.next()
        for number in 1...count { map.send(#"{"id":"\#(number)","action":\#(tap(number))}"#) }
        _ = try await map.messages { $0.hasPrefix(#"{"ack":"\#(count)","#) }
        return (server, map)
    }

    private func number(_ message: String) -> Int? {
        message.firstRange(of: #""n":"#).flatMap { Int(message[$0.upperBound...].prefix { $0.isNumber }) }
    }

    @Test("a resume of a hundred times --max-queue arrives whole and in order, while live traffic goes on")
    func large() async throws {
        let (server, map) = try await busy(1_600)
        let back = try await TestPeer.connect(server, "hall/client?peer=app&after=0")
        for number in 1_601...1_700 { map.send(#"{"action":\#(tap(number))}"#) }
        _ = try await back.next()
        #expect(try await back.next().hasPrefix(#"{"resumed":true,"after":0,"replayed":1"#))
        let heard = try await back.messages { number($0) == 1_700 }
        #expect(heard.compactMap(number) == Array(1...1_700))
        #expect(!server.log.contains("closed with 4000"))
        await server.stop()
    }

    @Test("one that does not read holds a page, and gets the rest when it reads; the others are not held up")
    func slowReader() async throws {
        let (server, map) = try await busy(4_000)
        let slow = try RawSocket(port: server.port, receiveBuffer: 262_144)
        try slow.write(
            "GET /v1/sessions/hall/actions?after=0 HTTP/1.1\r\nHost: localhost:\(server.port)\r\n"
                + "Accept: text/event-stream\r\n\r\n")
        let quick = try await TestPeer.connect(server, "hall/client?peer=quick&after=0")
        for number in 4_001...4_100 { map.send(#"{"action":\#(tap(number))}"#) }
        let heard = try await quick.messages { number($0) == 4_100 }
        #expect(heard.compactMap(number) == Array(1...4_100))
        #expect(!server.log.contains("closed with 4000"), "the slow one is not behind by its own fault")
        let text = try slow.readMuch(upTo: #""n":4100,"#)
        #expect(text.split(separator: "\n").filter { $0.hasPrefix("id: ") }.count == 4_100)
        await server.stop()
    }

    @Test("a confirmation comes behind what lies before it: it moves the position of those who resume")
    func confirmations() async throws {
        let (server, _) = try await busy(2_000)
        let back = try await TestPeer.connect(server, "hall/client?peer=app&after=0")
        back.send(#"{"id":"c1","action":{"type":"SEARCH_ITEM","featureIdOrCategoryName":"cafe"}}"#)
        let heard = try await back.messages { $0.hasPrefix(#"{"ack":"c1""#) }
        #expect(heard.compactMap(number).count == 2_000)
        await server.stop()
    }

    @Test("a page whose READY brings more than --max-queue gets all of it")
    func ready() async throws {
        let server = try TestServer { $0.maxQueue = 65_536 }
        let app = try await TestPeer.connect(server, "hall/client?peer=app")
        let tenants = #"{"type":"SET_TENANT_DATA","payload":[],"pad":"\#(String(repeating: "y", count: 300_000))"}"#
        app.send(#"{"action":\#(tenants)}"#)
        for number in 1...999 {
            app.send(#"{"id":"\#(number)","action":{"type":"X","n":\#(number),"pad":"\#(Self.pad)"}}"#)
        }
        _ = try await app.messages { $0.hasPrefix(#"{"ack":"999""#) }
        let page = try await TestPeer.connect(server, "hall/map?peer=page")
        page.send(#"{"action":{"type":"READY"}}"#)
        let heard = try await page.messages { $0.hasPrefix(#"{"caught_up""#) }
        #expect(heard[1] == #"{"state":true,"action":\#(tenants)}"#)
        #expect(heard.compactMap(number) == Array(1...999))
        await server.stop()
    }
}
