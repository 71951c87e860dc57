import TMapsProtocol
import TMapsTesting
import Testing

@testable import TMapsServer

@Suite(.timeLimit(.minutes(1))) struct RateTests {
    private let zoom = #"{"type":"SET_ZOOM","zoom":18}"#

    private func post(_ server: TestServer, _ path: String, _ body: String, key: String? = nil) throws -> TestAnswer {
        try server.call(
            "POST", "/v1/sessions/\(path)", body: body, headers: key.map { [("Idempotency-Key", $0)] } ?? [])
    }

    @Test("over HTTP: 429 with Retry-After, though the session has left memory in between; others go on")
    func http() async throws {
        let server = try TestServer { $0.rate = 3 }
        let list = "[\(zoom),\(zoom),\(zoom)]"
        let first = try post(server, "hall/actions?wait=durable", list, key: "k")
        #expect(first.status == 202)
        let refused = try post(server, "hall/actions", list)
        #expect(refused.status == 429 && refused.headers["retry-after"] == "1")
        #expect(
            refused.body.contains(#""code":"rate_limited","detail":"more than 3 actions in a second; try again in"#))
        #expect(try post(server, "hall/actions", list, key: "k").body == first.body)
        #expect(try post(server, "hall/actions?peer=other", zoom).status == 202)
        #expect(try post(server, "foyer/actions", zoom).status == 202)
        let long = try post(server, "court/actions", "[\(zoom),\(zoom),\(zoom),\(zoom)]")
        #expect(
            long.status == 413 && long.headers["retry-after"] == nil
                && long.body.contains("a list of 4 must be sent in parts"))
        #expect(try Scrape(server)[#"tmaps_actions_refused_total{code="rate_limited"}"#] == 1)
        await server.stop()
    }

    @Test("over a WebSocket: the fast one is told, the connection stays, others are not slower")
    func socket() async throws {
        let server = try TestServer { $0.rate = 50 }
        let fast = try await TestPeer.connect(server, "hall/client?peer=fast")
        let calm = try await TestPeer.connect(server, "hall/client?peer=calm")
        for number in 0..<200 { fast.send(#"{"id":"f\#(number)","action":\#(zoom)}"#) }
        calm.send(#"{"id":"c","action":\#(zoom)}"#)
        _ = try await calm.messages { $0.contains(#""ack":"c""#) }
        var (confirmed, refused) = (0, 0)
        while confirmed + refused < 200 {
            let message = try await fast.next()
            if message.contains(#""ack""#) { confirmed += message.split(separator: #""ack""#).count - 1 }
            if message.contains("rate_limited") { refused += 1 }
        }
        #expect(confirmed >= 50 && refused > 0)
        await server.stop()
    }

    @Test("callers over HTTP are told apart up to a bound, then nobody new is served in that second")
    func callers() throws {
        var limits = CallerLimits(perSecond: 1, maxCallers: 2)
        try limits.take(1, as: .init(session: "s", peer: "a"), now: 0)
        try limits.take(1, as: .init(session: "t", peer: "a"), now: 0)
        #expect(throws: Refusal.self) { try limits.take(1, as: .init(session: "s", peer: "c"), now: 999) }
        #expect(throws: Refusal.self) { try limits.take(1, as: .init(session: "s", peer: "a"), now: 999) }
        try limits.take(1, as: .init(session: "s", peer: "c"), now: 1_000)
    }
}
