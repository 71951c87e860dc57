import Glibc
import Testing

import struct TMapsTesting.TestCertificate
import struct TMapsTesting.Tool

@testable import TMapsNet

@Suite("TLS", .timeLimit(.minutes(2)))
struct SecureTests {
    private let certificate: TestCertificate

    init() throws { certificate = try TestCertificate() }

    private func server(_ prepare: (TestServer) -> Void = { _ in }) throws -> TestServer {
        let certificate = certificate
        return try TestServer(configure: { $0.tls = (certificate.certificate, certificate.key) }, prepare)
    }

    private func client() throws -> EventLoop {
        var configuration = EventLoop.Configuration()
        configuration.allowsSecureTargets = true
        let client = try EventLoop(configuration: configuration)
        try client.start()
        return client
    }

    /// Waits for their ends: a program that is started meanwhile could take the number of a descriptor that is being
    /// given back, and then the loop is left where it is (docs/network.md).
    private func end(_ server: TestServer, _ client: EventLoop? = nil) {
        client?.stop()
        client?.join()
        server.finish()
    }

    private func target(
        _ server: TestServer, host: String = "127.0.0.1", authorities: String? = nil
    ) -> WebSocketTarget {
        WebSocketTarget(
            host: host, port: server.port, isSecure: true, authorities: authorities ?? certificate.certificate,
            path: "/")
    }

    private func curl(_ server: TestServer, _ path: String, _ more: String = "-s") throws -> Tool {
        try Tool.run(
            "curl", "-sS", "--max-time", "30", "--cacert", certificate.certificate, more,
            "https://localhost:\(server.port)\(path)")
    }

    @Test("WebSocket messages of every size go both ways as they were")
    func echo() throws {
        let (server, client) = (try server(), try client())
        defer { end(server, client) }
        let handler = QuietHandler()
        client.connect(to: target(server), handler: handler)
        let socket = handler.opens.next()
        let texts = [0, 1, 125, 126, 1_535, 1_536, 16_384, 16_385, 65_536, 131_072, 3_000_000].map { size in
            String((0..<size).map { Character(UnicodeScalar(UInt8(33 + $0 % 90))) })
        }
        client.execute { for text in texts { socket.sendText(text) } }
        for text in texts { #expect(handler.messages.next() == text) }
        client.execute { socket.close(code: 1000, reason: "done") }
        #expect(handler.closings.next() == Closing(code: 1000, reason: "done"))
    }

    @Test("small messages that come together are all delivered, though a TLS record holds more than is read at once")
    func manySmall() throws {
        let (server, client) = (try server(), try client())
        defer { end(server, client) }
        let handler = QuietHandler()
        client.connect(to: target(server), handler: handler)
        let socket = handler.opens.next()
        client.execute { for number in 0..<20_000 { socket.sendText("message \(number)") } }
        for number in 0..<20_000 where handler.messages.next() != "message \(number)" {
            Issue.record("message \(number) is another")
            return
        }
    }

    @Test("a peer that reads late gets everything, in order")
    func slowReader() throws {
        let sender = EchoHandler()
        let server = try server { $0.onUpgrade = { _ in .accept(sender) } }
        let client = try client()
        defer { end(server, client) }
        let handler = QuietHandler()
        client.connect(to: target(server), handler: handler)
        let (theirs, ours) = (sender.opens.next(), handler.opens.next())
        client.execute { ours.pauseReading() }
        let body = String(repeating: "x", count: 100_000)
        server.onLoop { for number in 0..<200 { theirs.sendText("\(number) \(body)") } }
        #expect(server.onLoop { theirs.queuedBytes } > 1_000_000)
        client.execute { ours.resumeReading() }
        for number in 0..<200 { #expect(handler.messages.next() == "\(number) \(body)") }
    }

    @Test("curl gets and posts over one connection, and a long answer arrives whole")
    func http() throws {
        let long = [UInt8](repeating: 97, count: 5_000_000)
        let server = try server {
            $0.onRequest = { request, exchange in
                if request.path == "/long" { return exchange.respond(HTTPResponse(status: 200, body: .bytes(long))) }
                exchange.respond(.text(200, "\(request.method) \(request.path) \(request.body.count)\n"))
            }
        }
        defer { end(server) }
        #expect(try curl(server, "/[1-3]").output == "GET /1 0\nGET /2 0\nGET /3 0\n")
        #expect(try curl(server, "/long").output.utf8.elementsEqual(long))
        let data = try Tool.run(
            "curl", "-sS", "--cacert", certificate.certificate, "--data-binary", "@-",
            "https://localhost:\(server.port)/p", input: String(repeating: "b", count: 60_000))
        #expect(data.output == "POST /p 60000\n")
    }

    @Test("an answer without a length ends with TLS' own goodbye, so that it is not taken for one that was cut")
    func goodbye() throws {
        let server = try server {
            $0.onRequest = { _, exchange in
                let stream = exchange.stream(status: 200, headers: [("Content-Type", "text/event-stream")])
                stream.write("data: 1\n\n")
                stream.end()
            }
        }
        defer { end(server) }
        let answer = try curl(server, "/")
        #expect(answer.code == 0 && answer.output == "data: 1\n\n", "\(answer)")
    }

    @Test("who hangs up on an answer without end is noticed, though its goodbye lies unread")
    func abandoned() throws {
        let gone = Events<Bool>()
        let server = try server {
            $0.onRequest = { _, exchange in
                let stream = exchange.stream(status: 200, headers: [])
                stream.onClose = { gone.add(true) }
                stream.write("for ever\n")
            }
        }
        defer { end(server) }
        #expect(try curl(server, "/", "-Nm1").output.contains("for ever"))
        #expect(gone.next())
    }

    @Test("a certificate that is not trusted, for another name, or authorities that cannot be read: each is said")
    func refused() throws {
        let (server, client) = (try server(), try client())
        defer { end(server, client) }
        let other = try TestCertificate(names: "DNS:elsewhere.example")
        let elsewhere = try TestServer(configure: { $0.tls = (other.certificate, other.key) })
        defer { elsewhere.finish() }
        let cases: [(WebSocketTarget, String)] = [
            (
                target(server, authorities: other.certificate),
                "the server's certificate is not accepted: self-signed certificate"
            ),
            (
                target(elsewhere, authorities: other.certificate),
                "the server's certificate is not accepted: IP address mismatch"
            ),
            (
                target(elsewhere, host: "localhost", authorities: other.certificate),
                "the server's certificate is not accepted: hostname mismatch"
            ),
            (
                target(server, authorities: "/nowhere/ca.pem"),
                "/nowhere/ca.pem: No such file or directory"
            ),
            (
                target(server, authorities: certificate.key),
                "\(certificate.key): no certificates can be read from it"
            ),
            (
                target(server, host: "::1"),
                "TLS is not possible to an IPv6 address, only to a name or an IPv4 one"
            ),
        ]
        for (target, message) in cases {
            let handler = QuietHandler()
            client.connect(to: target, handler: handler)
            #expect(handler.failures.next().message == message)
        }
    }

    @Test("a name that the certificate is for does as well as an address")
    func name() throws {
        let (server, client) = (try server(), try client())
        defer { end(server, client) }
        let handler = QuietHandler()
        client.connect(to: target(server, host: "localhost"), handler: handler)
        _ = handler.opens.next()
    }

    @Test("TLS 1.2 and 1.3 are spoken, older ones are not")
    func versions() throws {
        let server = try server()
        defer { end(server) }
        func versions(_ flag: String) throws -> String {
            try Tool.run(
                "openssl", "s_client", flag, "-cipher", "DEFAULT:@SECLEVEL=0", "-connect", "127.0.0.1:\(server.port)",
                "-CAfile", certificate.certificate
            ).output
        }
        #expect(try versions("-tls1_2").contains("Verify return code: 0 (ok)"))
        #expect(try versions("-tls1_3").contains("Verify return code: 0 (ok)"))
        #expect(try versions("-tls1_1").contains("alert protocol version"))
    }

    @Test("a certificate that was changed on disk is shown to who comes then; open connections stay")
    func reload() throws {
        let (server, client) = (try server(), try client())
        defer { end(server, client) }
        let handler = QuietHandler()
        client.connect(to: target(server), handler: handler)
        let socket = handler.opens.next()
        let next = try TestCertificate()
        try overwrite(certificate.certificate, with: next.certificate)
        try overwrite(certificate.key, with: next.key)
        #expect(server.onLoop { Result { () throws(NetError) in try server.loop.reloadCertificate() } }.isSuccess)
        let newcomer = QuietHandler()
        client.connect(to: target(server, authorities: next.certificate), handler: newcomer)
        _ = newcomer.opens.next()
        client.execute { socket.sendText("still here") }
        #expect(handler.messages.next() == "still here")
    }

    @Test("what cannot be used after all is said")
    func badReload() throws {
        let server = try server()
        defer { end(server) }
        try overwrite(certificate.certificate, with: certificate.key)
        let result = server.onLoop { Result { () throws(NetError) in try server.loop.reloadCertificate() } }
        guard case .failure(let error) = result else {
            Issue.record("taken")
            return
        }
        #expect(error.message.contains(certificate.certificate))
    }

    @Test("who speaks plain HTTP to it, or nonsense, is dropped, and the others are served")
    func strangers() throws {
        let server = try server()
        defer { end(server) }
        for text in ["GET / HTTP/1.1\r\nHost: x\r\n\r\n", "\u{16}\u{3}\u{1}nonsense", ""] {
            let peer = try Peer(port: server.port)
            try peer.write(text)
            if !text.isEmpty { #expect(try !String(decoding: peer.readToEnd(), as: UTF8.self).contains("HTTP")) }
        }
        #expect(try curl(server, "/fine").output == "GET /fine\n")
    }

    @Test("who does not finish the handshake, or then asks for nothing, is dropped in its time; others are served")
    func silence() throws {
        let certificate = certificate
        let server = try TestServer(configure: {
            $0.tls = (certificate.certificate, certificate.key)
            $0.handshakeTimeout = .seconds(2)
        })
        defer { end(server) }
        let start = ContinuousClock.now
        let (silent, stalled, dripping) = (
            try Peer(port: server.port), try Peer(port: server.port), try Peer(port: server.port)
        )
        // A record of 512 bytes with a ClientHello (RFC 8446 §4.1.2), and half of it.
        let hello: [UInt8] = [0x16, 3, 1, 2, 0, 1, 0, 1, 0xFC, 3, 3] + [UInt8](repeating: 7, count: 246)
        try stalled.write(hello)
        #expect(try curl(server, "/fine").output == "GET /fine\n")
        #expect(ContinuousClock.now - start < .seconds(2), "others had to wait")
        // One byte after the other: none of them begins the time anew.
        var drops = hello[...]
        while let drop = drops.popFirst() {
            guard (try? dripping.write([drop])) != nil, !dripping.isAnswered(within: .milliseconds(100)) else { break }
        }
        #expect(!drops.isEmpty)
        for peer in [silent, stalled, dripping] { _ = try peer.readToEnd() }
        #expect(ContinuousClock.now - start < .seconds(6))
        let shaken = ContinuousClock.now
        let mute = try Tool.run("openssl", "s_client", "-quiet", "-connect", "127.0.0.1:\(server.port)")
        let took = ContinuousClock.now - shaken
        #expect(mute.output.contains("depth=0") && took > .seconds(1) && took < .seconds(6), "\(took) \(mute.output)")
    }

    private func overwrite(_ path: String, with other: String) throws {
        #expect(try Tool.run("cp", other, path).code == 0)
    }
}

extension Result {
    fileprivate var isSuccess: Bool { if case .success = self { true } else { false } }
}
