import Glibc
import TMapsClient
import TMapsNet
import TMapsProtocol
import Testing

/// Over real sockets, against a server that misbehaves as the test says.
@Suite(.timeLimit(.minutes(1))) struct ReconnectTests {
    private func client(_ change: (inout TMapsClient.Configuration) -> Void = { _ in }) throws -> TMapsClient {
        var configuration = TMapsClient.Configuration()
        configuration.reconnect.base = .milliseconds(20)
        change(&configuration)
        return try TMapsClient(configuration)
    }

    private func join(_ server: FakeServer, _ client: TMapsClient) async throws {
        async let connected: Void = client.connect(to: server.url, session: "hall", peer: "p1")
        #expect(try await server.heard.next() == "join /v1/sessions/hall/client?peer=p1")
        #expect(try await server.heard.next() == "open")
        server.hello()
        try await connected
    }

    /// The next envelope's id.
    private func id(_ server: FakeServer) async throws -> String {
        let line = try await server.heard.next()
        let start = try #require(line.firstRange(of: #"{"id":""#))
        return String(line[start.upperBound...].prefix { $0 != "\"" })
    }

    @Test("a dispatch returns when the server has confirmed it, with its place")
    func dispatch() async throws {
        let (server, client) = (try FakeServer(), try client())
        try await join(server, client)
        async let seq = client.dispatch(zoom)
        let id = try await id(server)
        server.say(OutboundEnvelope.ack(.init(id: id, seq: 41, isDuplicate: false)))
        #expect(try await seq == 41)
        let refused = Task { try await client.dispatch(zoom) }
        server.say(OutboundEnvelope.error(Refusal(.notReadyOverflow, "full"), id: try await self.id(server)))
        await #expect(throws: TMapsError(.init(.notReadyOverflow), "")) { try await refused.value }
        await client.close()
        #expect(try await server.heard.next() == "left 1000")
    }

    @Test("cut before the confirmation: the same id is sent again, behind the position reached, and answered once")
    func cut() async throws {
        let (server, client) = (try FakeServer(), try client())
        let events = client.events
        try await join(server, client)
        async let first = client.dispatch(zoom)
        let firstID = try await id(server)
        try await client.expect("ZOOM_ENDED") { server.action(5, "ZOOM_ENDED") }
        server.cut()
        #expect(try await server.heard.next("join") == "join /v1/sessions/hall/client?peer=p1&after=5&epoch=E1")
        #expect(try await server.heard.next() == "open")
        async let second = client.dispatch(center)
        server.hello(seq: 9)
        #expect(try await id(server) == firstID)
        let secondID = try await id(server)
        #expect(secondID != firstID)
        server.say(OutboundEnvelope.resumed(after: 5, replayed: 1))
        server.action(7, "CENTER_ENDED")
        server.say(OutboundEnvelope.ack(.init(id: firstID, seq: 4, isDuplicate: true)))
        server.say(OutboundEnvelope.ack(.init(id: secondID, seq: 10, isDuplicate: false)))
        #expect(try await first == 4)
        #expect(try await second == 10)
        await client.close()
        var heard: [String] = []
        for await event in events {
            switch event {
            case .action(let action): heard.append("\(action.seq) \(action.type)")
            case .resumed(let missed): heard.append("resumed \(missed)")
            case .connection(.connected): heard.append("connected")
            case .connection(.reconnecting): heard.append("reconnecting")
            case .connection(.ended(nil)): heard.append("ended")
            default: heard.append("\(event)")
            }
        }
        #expect(
            heard == ["connected", "5 ZOOM_ENDED", "reconnecting", "connected", "resumed 1", "7 CENTER_ENDED", "ended"])
    }

    @Test("a server that is gone for a while is found again, and hears what was dispatched meanwhile")
    func restart() async throws {
        let client = try client()
        var server = try FakeServer()
        let port = server.port
        try await join(server, client)
        try await server.die()
        async let seq = client.dispatch(zoom)
        await #expect(throws: TMapsError(.timedOut, "")) {
            try await client.expect("NEVER", within: .milliseconds(100))
        }
        server = try FakeServer(port: port)
        _ = try await server.heard.next("open")
        server.hello(epoch: "E2")
        server.say(OutboundEnvelope.notResumed(.epoch, next: 1))
        server.say(OutboundEnvelope.ack(.init(id: try await id(server), seq: 1, isDuplicate: false)))
        #expect(try await seq == 1)
        await client.close()
    }

    @Test("busy answers are tried again, forbidden ones are not")
    func statuses() async throws {
        let (server, client) = (try FakeServer(), try client())
        let events = client.events
        try await join(server, client)
        for status in [503, 429, 500, 403] { server.refuseNext(status) }
        server.close(1001)
        for status in [503, 429, 500, 403] { _ = try await server.heard.next("refuse \(status)") }
        var end: TMapsError?
        for await case .connection(.ended(let error)) in events { end = error }
        #expect(end == TMapsError(.handshakeRefused, ""))
        #expect(end?.status == 403)
        await #expect(throws: TMapsError(.handshakeRefused, "")) { try await client.dispatch(zoom) }
    }

    @Test(
        "a close that says so is final: replaced, token expired, session ended",
        arguments: [4500, 4501, 4503] as [UInt16])
    func final(code: UInt16) async throws {
        let (server, client) = (try FakeServer(), try client())
        try await join(server, client)
        async let seq = client.dispatch(zoom)
        _ = try await id(server)
        server.close(code)
        do {
            _ = try await seq
            Issue.record("confirmed")
        } catch let error as TMapsError {
            #expect(error == TMapsError(.closed, ""))
            #expect(error.closeCode == code)
        }
        for await _ in client.events { Issue.record("an event after the end") }
    }

    @Test("the token is asked for at every attempt (F: an expired token is retried for ever)")
    func token() async throws {
        let tokens = Lines()
        for number in 1...3 { tokens.add("t\(number)") }
        let server = try FakeServer()
        let client = try client { $0.token = { try await tokens.next() } }
        async let connected: Void = client.connect(to: server.url, session: "hall")
        #expect(try await server.heard.next("Bearer") == "Bearer t1")
        _ = try await server.heard.next("open")
        server.hello()
        try await connected
        server.cut()
        #expect(try await server.heard.next("Bearer") == "Bearer t2")
        await client.close()
    }

    @Test("when its token has expired another is asked for; one that is not accepted is the end")
    func expired() async throws {
        let tokens = Lines()
        for number in 1...2 { tokens.add("t\(number)") }
        let server = try FakeServer()
        let client = try client { $0.token = { try await tokens.next() } }
        let events = client.events
        async let connected: Void = client.connect(to: server.url, session: "hall")
        _ = try await server.heard.next("open")
        server.hello()
        try await connected
        server.refuseNext(401)
        server.close(4501)
        #expect(try await server.heard.next("Bearer t2") == "Bearer t2")
        var end: TMapsError?
        for await case .connection(.ended(let error)) in events { end = error }
        #expect(end?.status == 401)
    }

    @Test("nobody listens: connect says so at once, and may be called again")
    func nobody() async throws {
        let server = try FakeServer()
        let port = server.port
        try await server.die()
        let client = try client()
        await #expect(throws: TMapsError(.cannotConnect, "")) {
            try await client.connect(to: "http://127.0.0.1:\(port)")
        }
        let second = try FakeServer(port: port)
        try await join(second, client)
        await client.close()
    }

    @Test("a handshake that is refused at first ends connect with its status", arguments: [400, 401, 403, 404, 503])
    func refused(status: Int) async throws {
        let (server, client) = (try FakeServer(), try client())
        server.refuseNext(status)
        do {
            try await client.connect(to: server.url)
            Issue.record("connected")
        } catch let error as TMapsError {
            #expect(error == TMapsError(.handshakeRefused, ""))
            #expect(error.status == status)
        }
    }

    @Test("a server that says nothing is given up on")
    func silent() async throws {
        let (server, client) = (try FakeServer(), try client { $0.connectTimeout = .milliseconds(100) })
        await #expect(throws: TMapsError(.cannotConnect, "")) { try await client.connect(to: server.url) }
        #expect(try await server.heard.next("left").hasPrefix("left"))
    }

    @Test("a server that speaks no envelopes is named as such")
    func violation() async throws {
        let (server, client) = (try FakeServer(), try client())
        let connecting = Task { try await client.connect(to: server.url) }
        _ = try await server.heard.next("open")
        server.say(#"{"type":"READY"}"#)
        await #expect(throws: TMapsError(.protocolViolation, "")) { try await connecting.value }
    }

    @Test("cancelling stops the waiting")
    func cancelled() async throws {
        let (server, client) = (try FakeServer(), try client())
        let connecting = Task { try await client.connect(to: server.url) }
        _ = try await server.heard.next("open")
        connecting.cancel()
        await #expect(throws: TMapsError(.cannotConnect, "")) { try await connecting.value }
        _ = try await server.heard.next("left")
        try await join(server, client)
        let dispatching = Task { try await client.dispatch(zoom) }
        _ = try await id(server)
        dispatching.cancel()
        await #expect(throws: CancellationError.self) { try await dispatching.value }
        await client.close()
    }

    @Test("letting go of the client closes the connection in good order")
    func letGo() async throws {
        let server = try FakeServer()
        do {
            let client = try client()
            try await join(server, client)
        }
        #expect(try await server.heard.next() == "left 1000")
    }

    @Test("dispatches of one task arrive in their order, many at a time and long ones too")
    func many() async throws {
        let (server, client) = (try FakeServer(), try client())
        try await join(server, client)
        let long = #"{"type":"X","text":"\#(String(repeating: "é", count: 700_000))"}"#
        async let first = client.dispatch(long)
        let line = try await server.heard.next()
        #expect(line.hasSuffix(#","action":\#(long)}"#))
        let id = line.dropFirst(7).prefix { $0 != "\"" }
        server.say(OutboundEnvelope.ack(.init(id: String(id), seq: 1, isDuplicate: false)))
        _ = try await first
        let text = #"{"seq":2,"peer":"m","role":"map","action":\#(long)}"#
        let action = try await client.expect("X") { server.say(text) }
        #expect(action.json == long)
        await client.close()
    }
}
