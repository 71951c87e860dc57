import Glibc
import Testing

@testable import TMapsNet

@Suite("HTTP")
struct HTTPTests {
    @Test("path, query and headers are handed over decoded once")
    func request() throws {
        let requests = Events<HTTPRequest>()
        let server = try TestServer { server in
            server.onRequest = {
                requests.add($0)
                $1.respond(HTTPResponse(status: 204))
            }
        }
        let peer = try Peer(port: server.port)
        let headers = [
            "If-None-Match: \"x\", W/\"y\"", "Idempotency-Key: k-1", "Last-Event-ID: 7", "X-Forwarded-Proto: https",
        ].map { $0 + "\r\n" }.joined()
        let answer = try peer.get("/a%20b/c?x=1&y=%41%2B&flag", headers: headers)
        #expect(answer.status == 204 && answer.body.isEmpty && answer.header("content-length") == nil)
        let request = requests.next()
        #expect(request.method == "GET" && request.path == "/a b/c")
        #expect(request.query == ["x=1", "y=A+", "flag"])
        #expect(request.queryValue("y") == "A+" && request.queryValue("flag") == "")
        #expect(request.headers["host"] == "localhost")
        #expect(request.headers["if-none-match"] == "\"x\", W/\"y\"")
        #expect(request.headers["idempotency-key"] == "k-1")
        #expect(request.headers["last-event-id"] == "7")
        #expect(request.headers["x-forwarded-proto"] == "https")
    }

    @Test("requests sent together are answered in their order, HEAD without a body")
    func pipelined() throws {
        let server = try TestServer()
        let peer = try Peer(port: server.port)
        let methods = ["HEAD", "GET", "GET", "HEAD", "DELETE", "OPTIONS", "GET"]
        try peer.write(methods.enumerated().map { "\($1) /\($0) HTTP/1.1\r\nHost: localhost\r\n\r\n" }.joined())
        for (n, method) in methods.enumerated() {
            let answer = try peer.readAnswer(toHead: method == "HEAD")
            let text = "\(method) /\(n)\n"
            #expect(answer.header("content-length") == "\(text.utf8.count)")
            if method != "HEAD" { #expect(answer.text == text) }
        }
    }

    @Test("requests sent together keep their order when the answers come later and out of order")
    func pipelinedLate() throws {
        let held = Events<HTTPExchange>()
        let server = try TestServer { server in
            server.onRequest = { request, exchange in
                if request.path == "/late" { return held.add(exchange) }
                exchange.respond(.text(200, request.path))
            }
        }
        let peer = try Peer(port: server.port)
        try peer.write(["/late", "/b", "/c"].map { "GET \($0) HTTP/1.1\r\nHost: localhost\r\n\r\n" }.joined())
        let exchange = held.next()
        try peer.write("GET /d HTTP/1.1\r\nHost: localhost\r\n\r\n")
        server.loop.execute { exchange.respond(.text(200, "/late")) }
        for path in ["/late", "/b", "/c", "/d"] { #expect(try peer.readAnswer().text == path) }
    }

    @Test("a body is gathered whole, however it is cut")
    func body() throws {
        let server = try TestServer { server in
            server.onRequest = { $1.respond(HTTPResponse(status: 200, body: .bytes($0.body))) }
        }
        let peer = try Peer(port: server.port)
        let body = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        for method in ["POST", "PUT", "PATCH", "DELETE"] {
            try peer.write("\(method) /b HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.count)\r\n\r\n")
            try peer.write(Array(body[..<100]))
            try peer.write(Array(body[100...]))
            #expect(try peer.readAnswer().body == body)
        }
        try peer.write("POST /b HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n")
        #expect(try peer.readAnswer().body.isEmpty)
    }

    @Test("Expect: 100-continue is told to go on")
    func expectContinue() throws {
        let server = try TestServer { server in
            server.onRequest = { $1.respond(HTTPResponse(status: 200, body: .bytes($0.body))) }
        }
        let peer = try Peer(port: server.port)
        try peer.write("POST /b HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n")
        #expect(try peer.readHead() == "HTTP/1.1 100 Continue")
        try peer.write("abc")
        #expect(try peer.readAnswer().text == "abc")
    }

    @Test(
        "a body without a usable length, or too long, is refused and the connection closed",
        arguments: [
            ("Host: a\r\n\r\n", 411), ("Host: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n", 411),
            ("Host: a\r\nContent-Length: -1\r\n\r\n", 400), ("Host: a\r\nContent-Length: 3, 3\r\n\r\nabc", 400),
            ("Host: a\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc", 400),
            ("Host: a\r\nContent-Length: 1001\r\n\r\nabc", 413),
        ])
    func refusedBodies(rest: String, status: Int) throws {
        let server = try TestServer(configure: { $0.maxBody = 1000 })
        let peer = try Peer(port: server.port)
        try peer.write("POST /x HTTP/1.1\r\n\(rest)")
        let answer = try peer.readAnswer()
        #expect(answer.status == status && answer.header("connection") == "close")
        #expect(try peer.readToEnd().isEmpty)
        #expect(try Peer(port: server.port).get("/next").status == 200)
    }

    @Test("a peer that sends a refused body to its end still gets the answer")
    func refusedBodySent() throws {
        let server = try TestServer(configure: { $0.maxBody = 1000 })
        let peer = try Peer(port: server.port)
        let body = [UInt8](repeating: 65, count: 3_000_000)
        try peer.write("POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.count)\r\n\r\n")
        try peer.write(body)
        #expect(try peer.readAnswer().status == 413)
    }

    @Test("a file is streamed while fifty others are answered")
    func fileStreaming() throws {
        let (descriptor, bytes) = try temporaryFile(count: 20_000_000)
        let server = try TestServer { server in
            server.onRequest = { request, exchange in
                guard request.path == "/file" else { return exchange.respond(.text(200, request.path)) }
                let body = HTTPResponse.Body.file(descriptor: dup(descriptor), offset: 5, length: 19_999_990)
                exchange.respond(HTTPResponse(status: 200, body: body))
            }
        }
        let reader = try Peer(port: server.port, receiveBuffer: 65536)
        try reader.write("GET /file HTTP/1.1\r\nHost: a\r\n\r\n")
        let head = try reader.readHead()
        #expect(head.contains("Content-Length: 19999990"))
        let others = try (0..<50).map { _ in try Peer(port: server.port) }
        for (n, peer) in others.enumerated() { try peer.write("GET /\(n) HTTP/1.1\r\nHost: a\r\n\r\n") }
        for (n, peer) in others.enumerated() { #expect(try peer.readAnswer().text == "/\(n)") }
        #expect(try reader.read(19_999_990) == Array(bytes[5..<19_999_995]))
        #expect(try reader.get("/again").text == "/again")
        close(descriptor)
    }

    @Test("files and answers keep their order in one connection, also while the peer reads slowly")
    func pipelinedFiles() throws {
        let (descriptor, bytes) = try temporaryFile(count: 3_000_000)
        let server = try TestServer { server in
            server.onRequest = { request, exchange in
                guard let offset = request.queryValue("at").flatMap({ Int64($0) }) else {
                    return exchange.respond(.text(200, request.path))
                }
                let body = HTTPResponse.Body.file(descriptor: dup(descriptor), offset: offset, length: 1_000_000)
                exchange.respond(HTTPResponse(status: 200, body: body, isHead: request.method == "HEAD"))
            }
        }
        let peer = try Peer(port: server.port, receiveBuffer: 4096)
        let paths = ["/f?at=0", "/small", "/f?at=1000000", "/f?at=2000000", "/end"]
        try peer.write(paths.map { "GET \($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
        for path in paths {
            let answer = try peer.readAnswer()
            if let at = path.split(separator: "=").dropFirst().first.flatMap({ Int($0) }) {
                #expect(answer.body == Array(bytes[at..<at + 1_000_000]))
            } else {
                #expect(answer.text == path)
            }
        }
        close(descriptor)
    }

    @Test("a file that became shorter cuts the connection instead of sending other bytes")
    func shrunkFile() throws {
        let (descriptor, bytes) = try temporaryFile(count: 1000)
        let server = try TestServer { server in
            server.onRequest = {
                $1.respond(HTTPResponse(status: 200, body: .file(descriptor: descriptor, offset: 0, length: 2000)))
            }
        }
        let peer = try Peer(port: server.port)
        try peer.write("GET /f HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try peer.readHead().contains("Content-Length: 2000"))
        #expect(try peer.readToEnd() == bytes)
        #expect(fcntl(descriptor, F_GETFD) == -1, "the file was left open")
    }

    @Test("a stream is written piece by piece, and its end is told when the peer goes")
    func streaming() throws {
        let streams = Events<HTTPStream>()
        let ends = Events<Bool>()
        let server = try TestServer { server in
            server.onRequest = { _, exchange in
                let stream = exchange.stream(status: 200, headers: [("Content-Type", "text/event-stream")])
                stream.onClose = { ends.add(true) }
                streams.add(stream)
            }
        }
        var peer: Peer? = try Peer(port: server.port)
        try peer?.write("GET /events HTTP/1.1\r\nHost: a\r\n\r\n")
        let stream = streams.next()
        #expect(try peer?.readHead().contains("Content-Length") == false)
        for n in 0..<3 {
            server.loop.execute { stream.write("id: \(n)\n\n") }
            #expect(try peer?.read(7) == Array("id: \(n)\n\n".utf8))
        }
        peer = nil
        #expect(ends.next())
        #expect(server.onLoop { stream.write("late") } == 0)
        #expect(server.onLoop { server.loop.streams.isEmpty })

        let other = try Peer(port: server.port)
        try other.write("GET /events HTTP/1.1\r\nHost: a\r\n\r\n")
        let second = streams.next()
        server.loop.execute {
            second.write("last")
            second.end()
        }
        _ = try other.readHead()
        #expect(try other.readToEnd() == Array("last".utf8))
        #expect(server.onLoop { server.loop.streams.isEmpty })
    }

    @Test("bytes that come while an answer is awaited do not keep the loop busy")
    func noSpinning() throws {
        let held = Events<HTTPExchange>()
        let server = try TestServer { server in server.onRequest = { held.add($1) } }
        let peer = try Peer(port: server.port)
        try peer.write("GET /late HTTP/1.1\r\nHost: a\r\n\r\n")
        let exchange = held.next()
        try peer.write("GET /next HTTP/1.1\r\nHost: a\r\n\r\n")
        let before = server.onLoop { threadTime() }
        server.onLoop { _ = 0 }
        let waited = Events<Bool>()
        server.loop.execute { server.loop.schedule(after: .milliseconds(300)) { waited.add(true) } }
        #expect(waited.next())
        #expect(server.onLoop { threadTime() } - before < 0.1, "the loop ran instead of waiting")
        server.loop.execute { exchange.respond(.text(200, "late")) }
        #expect(try peer.readAnswer().text == "late")
        let next = held.next()
        server.loop.execute { next.respond(.text(200, "next")) }
        #expect(try peer.readAnswer().text == "next")
    }

    @Test("an answer for a peer that has gone does nothing")
    func lateAnswer() throws {
        let held = Events<HTTPExchange>()
        let server = try TestServer { server in server.onRequest = { held.add($1) } }
        var peer: Peer? = try Peer(port: server.port)
        try peer?.write("GET /late HTTP/1.1\r\nHost: a\r\n\r\n")
        let exchange = held.next()
        peer = nil
        server.onLoop { exchange.respond(.text(200, "late")) }
        let other = try Peer(port: server.port)
        try other.write("GET /x HTTP/1.1\r\nHost: a\r\n\r\n")
        let second = held.next()
        server.loop.execute { second.respond(.text(200, "fine")) }
        #expect(try other.readAnswer().text == "fine")
    }

    @Test("a request that is let go without an answer is answered 500")
    func forgotten() throws {
        let server = try TestServer { server in server.onRequest = { _, _ in } }
        #expect(try Peer(port: server.port).get("/x").status == 500)
    }

    @Test("a peer that says nothing, or only half, is let go")
    func handshakeTimeout() throws {
        let server = try TestServer(configure: { $0.handshakeTimeout = .seconds(1) })
        let silent = try Peer(port: server.port)
        let slow = try Peer(port: server.port)
        let start = ContinuousClock.now
        try slow.write("GET / HTTP/1.1\r\nHost: a\r\n")
        _ = try silent.readToEnd()
        _ = try slow.readToEnd()
        #expect(ContinuousClock.now - start < .seconds(5))
    }

    @Test("a line break in a header cannot begin another")
    func headerInjection() throws {
        let server = try TestServer { server in
            let headers = [(name: "Location", value: "/a\r\nSet-Cookie: x=1")]
            server.onRequest = { $1.respond(HTTPResponse(status: 302, headers: headers)) }
        }
        let answer = try Peer(port: server.port).get("/")
        #expect(answer.header("set-cookie") == nil && answer.header("location") == "/a  Set-Cookie: x=1")
    }

    private func threadTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// An open file without a name, and what it holds.
    private func temporaryFile(count: Int) throws -> (descriptor: Int32, bytes: [UInt8]) {
        var name = Array("/tmp/tmaps-net-XXXXXX".utf8CString)
        let descriptor = mkstemp(&name)
        unlink(name)
        // Repeats every 251 * 256 bytes, so that no two pages are alike; few array operations, for debug builds.
        let period = (0..<251 * 256).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }
        var bytes: [UInt8] = []
        while bytes.count < count { bytes += period.prefix(count - bytes.count) }
        try #require(write(descriptor, bytes, count) == count)
        return (descriptor, bytes)
    }
}
