import Testing

@testable import TMapsNet

@Suite("Outgoing WebSockets")
struct ClientTests {
    private func target(_ server: TestServer, _ path: String = "/", _ offer: [String] = []) -> WebSocketTarget {
        WebSocketTarget(host: "127.0.0.1", port: server.port, path: path, subprotocols: offer)
    }

    @Test("frames are masked on the way out and arrive as they were, of every size")
    func echo() throws {
        let server = try TestServer()
        let client = try EventLoop()
        try client.start()
        let handler = QuietHandler()
        client.connect(to: target(server), handler: handler)
        let socket = handler.opens.next()
        let texts = [0, 1, 3, 125, 126, 1000, 65_535, 65_536, 131_072, 200_001, 3_000_000].map { size in
            String((0..<size).map { Character(UnicodeScalar(UInt8(33 + $0 % 90))) })
        }
        client.execute { for text in texts { socket.sendText(text) } }
        for text in texts { #expect(handler.messages.next() == text) }
        client.execute { socket.close(code: 1000, reason: "done") }
        #expect(handler.closings.next() == Closing(code: 1000, reason: "done"))
        client.stop()
        client.join()
    }

    @Test("subprotocols and headers reach the server, and the chosen one comes back")
    func handshake() throws {
        let requests = Events<HTTPRequest>()
        let server = try TestServer { server in
            server.onUpgrade = {
                requests.add($0)
                return .accept(EchoHandler())
            }
        }
        let client = try EventLoop(configuration: server.loop.configuration)
        try client.start()
        defer { client.stop() }
        let handler = QuietHandler()
        var target = target(server, "/v1/sessions/a/client?peer=p%201", ["tmaps.session.v1", "tmaps.dispatch.v1"])
        target.headers = [("Authorization", "Bearer abc"), ("X-Forwarded-Proto", "https")]
        client.connect(to: target, handler: handler)
        #expect(handler.opens.next().subprotocol == "tmaps.session.v1")
        let request = requests.next()
        #expect(request.path == "/v1/sessions/a/client" && request.queryValue("peer") == "p 1")
        #expect(request.headers["authorization"] == "Bearer abc")
        #expect(request.headers["host"] == "127.0.0.1:\(server.port)")
        #expect(request.offeredSubprotocols == ["tmaps.session.v1", "tmaps.dispatch.v1"])
    }

    @Test("a refused handshake tells the status")
    func refused() throws {
        let server = try TestServer { $0.onUpgrade = { _ in .refuse(.text(401, "token missing\n")) } }
        let client = try EventLoop()
        try client.start()
        defer { client.stop() }
        let handler = QuietHandler()
        client.connect(to: target(server), handler: handler)
        let error = handler.failures.next()
        #expect(error.code == .refused && error.status == 401)
    }

    @Test("nobody listening is told, and the loop lives on")
    func nobodyThere() throws {
        let server = try TestServer()
        let closed = try TestServer()
        closed.finish()
        let client = try EventLoop()
        try client.start()
        defer { client.stop() }
        let handler = QuietHandler()
        client.connect(to: target(closed), handler: handler)
        let error = handler.failures.next()
        #expect(error.code == .cannotConnect && error.status == nil)
        #expect(!error.message.isEmpty)
        client.connect(to: target(server), handler: handler)
        _ = handler.opens.next()
    }

    @Test("what the server closes with is told")
    func serverCloses() throws {
        let other = EchoHandler()
        let server = try TestServer { $0.onUpgrade = { _ in .accept(other) } }
        let client = try EventLoop()
        try client.start()
        defer { client.stop() }
        let handler = QuietHandler()
        client.connect(to: target(server), handler: handler)
        let socket = other.opens.next()
        server.loop.execute { socket.close(code: 4500, reason: "session ended") }
        #expect(handler.closings.next() == Closing(code: 4500, reason: "session ended"))
        #expect(other.closings.next() == Closing(code: 4500, reason: "session ended"))
    }

    @Test("a server that dies is told as 1006, and connecting after stop fails")
    func serverDies() throws {
        let server = try TestServer()
        let client = try EventLoop()
        try client.start()
        let handler = QuietHandler()
        client.connect(to: target(server), handler: handler)
        _ = handler.opens.next()
        server.finish()
        #expect(handler.closings.next().code == 1006)
        client.stop()
        client.join()
    }
}
