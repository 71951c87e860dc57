import TMapsTesting
import Testing

@testable import TMapsServer

/// Tickets, and connections that outlive what let them in.
@Suite(.timeLimit(.minutes(1))) struct TicketTests {
    @Test("a ticket opens one WebSocket, and the answer names the subprotocol alone, in whichever order they come")
    func once() async throws {
        let guarded = try GuardedServer()
        for order in [["tmaps.session.v1", "ticket"], ["ticket", "tmaps.session.v1"]] {
            let ticket = "ticket.\(try guarded.ticket(guarded.token(.map)))"
            let protocols = order.map { $0 == "ticket" ? ticket : $0 }.joined(separator: ", ")
            let answer = try guarded.handshake("hall/map", protocols: protocols)
            #expect(answer.hasPrefix("HTTP/1.1 101 "))
            #expect(answer.lowercased().contains("sec-websocket-protocol: tmaps.session.v1\r\n"))
            #expect(!answer.contains("ticket."))
            let again = try guarded.handshake("hall/map", protocols: protocols)
            #expect(again.hasPrefix("HTTP/1.1 401 ") && again.contains("the ticket is unknown, was used already"))
            #expect(!guarded.server.log.contains(ticket) && !again.contains(ticket))
        }
        await guarded.server.stop()
    }

    @Test(
        "what is no ticket",
        arguments: ["ticket.", "ticket.AAAAAAAAAAAAAAAAAAAAAA", "Ticket.AAAAAAAAAAAAAAAAAAAAAA", "ticket", "token.abc"])
    func unknown(entry: String) async throws {
        let guarded = try GuardedServer()
        let answer = try guarded.handshake("hall/map", protocols: "tmaps.session.v1, \(entry)")
        #expect(answer.hasPrefix("HTTP/1.1 401 "), "\(answer)")
        await guarded.server.stop()
    }

    @Test("a ticket is for WebSockets alone")
    func notForCalls() async throws {
        let guarded = try GuardedServer()
        let ticket = try guarded.ticket(guarded.token(.admin, "*"))
        let headers = [(name: "Sec-WebSocket-Protocol", value: "tmaps.session.v1, ticket.\(ticket)")]
        #expect(try guarded.server.call("GET", "/v1/sessions", headers: headers).status == 401)
        #expect(try guarded.call("GET", "/v1/sessions", ticket).status == 401)
        await guarded.server.stop()
    }

    @Test("who says what the ticket is for is told at once where the token does not do for that")
    func purpose() async throws {
        let guarded = try GuardedServer()
        for (role, session, status) in [
            (AccessToken.Role.map, "hall", 200), (.admin, "*", 200), (.client, "hall", 403), (.map, "lobby", 403),
        ] {
            let token = guarded.token(role, session)
            let answer = try guarded.call("POST", "/v1/tickets?session=hall&role=map", token, body: "")
            #expect(answer.status == status, "\(role) of \(session): \(answer.body)")
        }
        let admin = guarded.token(.admin)
        #expect(try guarded.call("POST", "/v1/tickets?session=lobby&role=map", admin, body: "").status == 403)
        #expect(try guarded.call("POST", "/v1/tickets?session=hall", admin, body: "").status == 200)
        await guarded.server.stop()
    }

    @Test("a ticket is not good for longer than its token")
    func expired() async throws {
        let guarded = try GuardedServer()
        let token = guarded.token(.map, lifetime: .seconds(2))
        let ticket = try guarded.ticket(token)
        while try guarded.call("GET", "/v1/actions", token).status == 200 {}
        let answer = try guarded.handshake("hall/map", protocols: "tmaps.session.v1, ticket.\(ticket)")
        #expect(answer.hasPrefix("HTTP/1.1 401 ") && answer.contains("the token has expired"))
        await guarded.server.stop()
    }

    @Test("a connection is closed with 4501 when its token expires, others stay")
    func closed() async throws {
        let guarded = try GuardedServer()
        let long = try await TestPeer.connect(
            guarded.server, "hall/client", headers: GuardedServer.bearer(guarded.token(.client)))
        let short = try await TestPeer.connect(
            guarded.server, "hall/client",
            headers: GuardedServer.bearer(guarded.token(.client, lifetime: .seconds(2))))
        let end = await short.closing()
        #expect(end == TestPeer.Closed(code: 4501, reason: "the token has expired"))
        long.send(#"{"id":"c1","action":{"type":"SET_ZOOM","zoom":18}}"#)
        _ = try await long.messages { $0.contains(#""ack":"c1""#) }
        await guarded.server.stop()
    }

    @Test("a stream of events is ended too, and says why")
    func events() async throws {
        let guarded = try GuardedServer()
        let action = #"{"type":"SET_ZOOM","zoom":18}"#
        #expect(
            try guarded.call("POST", "/v1/sessions/hall/actions", guarded.token(.client), body: action).status == 202)
        let socket = try RawSocket(port: guarded.server.port)
        try socket.write(
            "GET /v1/sessions/hall/actions HTTP/1.1\r\nHost: localhost:\(guarded.server.port)\r\n"
                + "Authorization: Bearer \(guarded.token(.observer, lifetime: .seconds(2)))\r\n"
                + "Accept: text/event-stream\r\n\r\n")
        let text = try socket.readToEnd()
        #expect(text.contains("event: hello\n"))
        #expect(text.contains("event: close\ndata: {\"code\":4501,\"reason\":\"the token has expired\"}"))
        await guarded.server.stop()
    }

    @Test("another signing key, read by SIGHUP, makes void what the one before signed: tokens, tickets, connections")
    func rotated() async throws {
        let guarded = try GuardedServer()
        let token = guarded.token(.client)
        let ticket = try guarded.ticket(token)
        let peer = try await TestPeer.connect(guarded.server, "hall/client", headers: GuardedServer.bearer(token))
        guarded.server.server.reloadSecrets()
        #expect(try guarded.call("GET", "/v1/sessions/hall", token).status == 200, "the same key changes nothing")
        try guarded.server.folder.write(
            #"{"signing_key":"another key of thirty-two bytes!!"}"#, to: "secrets.json")
        guarded.server.server.reloadSecrets()
        #expect(await peer.closing() == TestPeer.Closed(code: 4501, reason: "the signing key has changed"))
        #expect(try guarded.call("GET", "/v1/sessions/hall", token).status == 401)
        let answer = try guarded.handshake("hall/client", protocols: "tmaps.session.v1, ticket.\(ticket)")
        #expect(answer.hasPrefix("HTTP/1.1 401 "))
        await guarded.server.stop()
    }
}
