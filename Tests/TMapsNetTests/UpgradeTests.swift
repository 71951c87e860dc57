import Testing

@testable import TMapsNet

@Suite("The gate to WebSocket")
struct UpgradeTests {
    // Guards CVE-2025-11677: libwebsockets goes on with headers it has freed after an unknown upgrade.
    @Test(
        "an upgrade to something else is refused and the next request works", arguments: ["foo", "h2c", "websocket2"])
    func otherUpgrades(name: String) throws {
        let server = try TestServer()
        let fresh = try Peer(port: server.port)
        let extra = name == "h2c" ? "HTTP2-Settings: AAMAAABkAAQAAP__\r\n" : ""
        try fresh.write(Peer.handshake(path: "/", headers: extra, upgrade: name))
        let head = try fresh.readHead()
        #expect(head.contains(" 400 ") || head.contains(" 403 "))
        _ = try fresh.readToEnd()

        let kept = try Peer(port: server.port)
        #expect(try kept.get("/first").status == 200)
        try kept.write(Peer.handshake(path: "/", headers: extra, upgrade: name))
        #expect(try !kept.readHead().contains(" 101 "))
        _ = try kept.readToEnd()
        #expect(try Peer(port: server.port).get("/next").text == "GET /next\n")
    }

    @Test(
        "of the offered subprotocols the first known one is spoken; tickets are passed over",
        arguments: [
            ("tmaps.session.v1", "tmaps.session.v1"), ("tmaps.dispatch.v1, tmaps.session.v1", "tmaps.dispatch.v1"),
            ("ticket.9-_abcDEF0123456789xyz, tmaps.session.v1", "tmaps.session.v1"),
            ("foo,tmaps.dispatch.v1", "tmaps.dispatch.v1"),
        ])
    func subprotocols(offer: String, spoken: String) throws {
        let handler = EchoHandler()
        let server = try TestServer { $0.onUpgrade = { _ in .accept(handler) } }
        let peer = try Peer(port: server.port)
        try peer.write(Peer.handshake(path: "/", headers: "Sec-WebSocket-Protocol: \(offer)\r\n"))
        #expect(try peer.readAnswer().header("sec-websocket-protocol") == spoken)
        #expect(handler.opens.next().subprotocol == spoken)
    }

    @Test("none offered: none is spoken, and no header claims one")
    func noSubprotocol() throws {
        let handler = EchoHandler()
        let server = try TestServer { $0.onUpgrade = { _ in .accept(handler) } }
        let peer = try Peer(port: server.port)
        try peer.write(Peer.handshake(path: "/"))
        #expect(try peer.readAnswer().header("sec-websocket-protocol") == nil)
        #expect(handler.opens.next().subprotocol == nil)
    }

    @Test(
        "a handshake that cannot succeed is told why",
        arguments: [
            ("Sec-WebSocket-Protocol: foo, bar\r\n", 400), ("Sec-WebSocket-Protocol: ticket.abc\r\n", 400),
            ("Sec-WebSocket-Protocol: (http)\r\n", 400),
            ("Sec-WebSocket-Protocol: \(String(repeating: "x", count: 130))\r\n", 400),
        ])
    func told(header: String, status: Int) throws {
        let server = try TestServer()
        let peer = try Peer(port: server.port)
        try peer.write(Peer.handshake(path: "/", headers: header))
        let answer = try peer.readAnswer()
        #expect(answer.status == status && answer.text.hasSuffix(".\n"))
        #expect(try peer.readToEnd().isEmpty)
    }

    @Test("an old version is told the one that is spoken, a missing key is told")
    func versionAndKey() throws {
        let server = try TestServer()
        let old = try Peer(port: server.port)
        try old.write(Peer.handshake(path: "/").replacing("Version: 13", with: "Version: 8"))
        let answer = try old.readAnswer()
        #expect(answer.status == 426 && answer.header("sec-websocket-version") == "13")
        let keyless = try Peer(port: server.port)
        try keyless.write(Peer.handshake(path: "/").replacing("WebSocket-Key", with: "WebSocket-Koy"))
        #expect(try keyless.readAnswer().status == 400)
    }

    @Test("a refusal carries the server's status, headers and body, large ones too")
    func refused() throws {
        let body = String(repeating: "no ", count: 100_000)
        let server = try TestServer { server in
            server.onUpgrade = {
                $0.path == "/" ? .refuse(.text(429, body, [("Retry-After", "3")])) : .accept(EchoHandler())
            }
        }
        let peer = try Peer(port: server.port)
        try peer.write(Peer.handshake(path: "/"))
        let answer = try peer.readAnswer()
        #expect(answer.status == 429 && answer.header("retry-after") == "3" && answer.text == body)
        #expect(answer.header("connection") == "close")
        #expect(try peer.readToEnd().isEmpty)
        _ = try Peer(port: server.port, path: "/ok")
    }

    @Test("a WebSocket can follow requests on the same connection, and its first message the handshake")
    func afterRequests() throws {
        let server = try TestServer()
        let peer = try Peer(port: server.port)
        #expect(try peer.get("/a").status == 200)
        try peer.write(Array(Peer.handshake(path: "/").utf8) + Peer.frame(1, Array("early".utf8)))
        #expect(try peer.readHead().hasPrefix("HTTP/1.1 101 "))
        #expect(try peer.readText() == "early")
    }

    @Test("CONNECT does not leave a connection behind")
    func connectMethod() throws {
        let server = try TestServer()
        let peer = try Peer(port: server.port)
        try peer.write("CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n")
        _ = try peer.readToEnd()
    }
}
