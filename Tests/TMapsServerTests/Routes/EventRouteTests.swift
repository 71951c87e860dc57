import TMapsTesting
import Testing

@testable import TMapsServer

/// Server-sent events: an observer over HTTP that resumes by `Last-Event-ID` (wire contract §2).
@Suite(.timeLimit(.minutes(1))) struct EventRouteTests {
    private let zoom = #"{"type":"SET_ZOOM","zoom":18.0}"#

    private func listen(
        _ server: TestServer, _ query: String = "", last: String? = nil, receiveBuffer: Int32? = nil
    ) throws -> RawSocket {
        let socket = try RawSocket(port: server.port, receiveBuffer: receiveBuffer)
        let header = last.map { "Last-Event-ID: \($0)\r\n" } ?? ""
        try socket.write(
            "GET /v1/sessions/hall/actions\(query) HTTP/1.1\r\nHost: localhost:\(server.port)\r\n"
                + "Accept: text/event-stream\r\n\(header)\r\n")
        return socket
    }

    private func dispatch(_ server: TestServer, _ action: String) throws {
        #expect(try server.call("POST", "/v1/sessions/hall/actions?wait=durable", body: action).status == 202)
    }

    @Test("a stream begins with where it is, and each event is the action as it stands in the log, under its seq")
    func live() async throws {
        let server = try TestServer()
        try dispatch(server, zoom)
        let stream = try listen(server)
        let head = try stream.read { $0.contains("event: hello\n") && $0.hasSuffix("}}\n\n") }
        #expect(head.contains("HTTP/1.1 200") && head.contains("\r\nContent-Type: text/event-stream\r\n"))
        #expect(head.contains("retry: ") && head.contains(#""role":"observer","seq":1"#))
        #expect(!head.contains("\nid: "), "from here on, not from the start")
        try dispatch(server, zoom)
        let event = try stream.read { $0.hasSuffix("}}\n\n") }
        #expect(event.hasPrefix("id: 2\ndata: {\"seq\":2,\"time\":\"2"))
        let log = try server.call("GET", "/v1/sessions/hall/actions?after=1").body
        let data = event.dropFirst("id: 2\ndata: ".count).dropLast(2)
        #expect(log == #"{"actions":[\#(data)],"next":2}"#)
        await server.stop()
    }

    @Test("Last-Event-ID goes on behind that event, wins over ?after, and nothing comes twice")
    func resume() async throws {
        let server = try TestServer()
        for _ in 1...5 { try dispatch(server, zoom) }
        let stream = try listen(server, "?after=1", last: "3")
        let text = try stream.read { $0.contains("id: 5\n") && $0.hasSuffix("}}\n\n") }
        #expect(text.contains("event: resumed\ndata: {\"resumed\":true,\"after\":3,\"replayed\":2}\n\n"))
        #expect(text.split(separator: "\n").filter { $0.hasPrefix("id: ") } == ["id: 4", "id: 5"])
        let first = try listen(server, "?after=4")
        #expect(try first.read { $0.contains("id: 5\n") }.contains(#""after":4"#))
        await server.stop()
    }

    @Test("a position that cannot be continued is said, and what is kept follows")
    func refused() async throws {
        let server = try TestServer()
        try dispatch(server, zoom)
        let stream = try listen(server, last: "900")
        let text = try stream.read { $0.contains("id: 1\n") }
        #expect(text.contains("event: resumed\ndata: {\"resumed\":false,\"reason\":\"ahead\",\"next\":1}\n\n"))
        await server.stop()
    }

    @Test("a sender's line breaks do not break an event, and secrets read ***")
    func lines() async throws {
        let server = try TestServer()
        try dispatch(server, zoom)
        let stream = try listen(server)
        _ = try stream.read { $0.contains("hello") && $0.hasSuffix("}}\n\n") }
        try dispatch(server, "{\"type\":\r\n\"X\",\n\"a\":1,\r\"b\":2}")
        let text = try stream.read { $0.hasSuffix("}}\n\n") }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.map { $0.prefix(6) } == ["id: 2", "data: ", "data: ", "data: ", "data: ", "", ""])
        try dispatch(server, #"{"type":"SET_MAPBOX_ACCESS_TOKEN","access_token":"pk.s3cr3t"}"#)
        let secret = try stream.read { $0.hasSuffix("}}\n\n") }
        #expect(secret.contains("***") && !secret.contains("s3cr3t"))
        await server.stop()
    }

    @Test("an observer over HTTP counts as one, and no more")
    func presence() async throws {
        let server = try TestServer()
        try dispatch(server, zoom)
        let stream = try listen(server, "?peer=reader")
        _ = try stream.read { $0.contains("hello") }
        #expect(try server.call("GET", "/v1/sessions/hall").body.contains(#""observers":1"#))
        let second = try listen(server, "?peer=reader")
        _ = try second.read { $0.contains("hello") }
        #expect(try stream.readToEnd().contains("event: close\ndata: {\"code\":4503"))
        #expect(try server.call("GET", "/v1/sessions/hall").body.contains(#""observers":1"#))
        await server.stop()
    }

    @Test("when the server stops, what is queued comes first, then 1001, then the end")
    func drain() async throws {
        let server = try TestServer()
        for _ in 1...500 { try dispatch(server, zoom) }
        let stream = try listen(server, "?after=0")
        _ = try stream.read { $0.contains("hello") }
        let stopping = Task { await server.stop() }
        let text = try stream.readToEnd()
        #expect(text.contains("id: 500\n"))
        #expect(text.hasSuffix("event: close\ndata: {\"code\":1001,\"reason\":\"server is stopping\"}\n\n"))
        await stopping.value
    }

    @Test("a deleted session ends the stream with 4500; there is none to come back to")
    func deleted() async throws {
        let server = try TestServer()
        try dispatch(server, zoom)
        let stream = try listen(server)
        _ = try stream.read { $0.contains("hello") }
        #expect(try server.call("DELETE", "/v1/sessions/hall").status == 204)
        #expect(try stream.readToEnd().contains("event: close\ndata: {\"code\":4500"))
        #expect(try listen(server, last: "1").read { $0.contains("\r\n\r\n") }.hasPrefix("HTTP/1.1 404"))
        await server.stop()
    }

    @Test("F54: a reader that takes nothing is cut, and comes back to where it was")
    func slow() async throws {
        let server = try TestServer {
            $0.maxQueue = 65_536
            $0.logLevel = .info
        }
        let map = try await TestPeer.connect(server, "hall/map?peer=page")
        _ = try await map.next()
        let stream = try listen(server, receiveBuffer: 8_192)
        _ = try stream.read { $0.contains("hello") }
        let pad = String(repeating: "x", count: 60_000)
        var sent = 0
        while !server.log.contains("closed with 4000") {
            sent += 1
            map.send(#"{"id":"\#(sent)","action":{"type":"TAP","pad":"\#(pad)"}}"#)
            _ = try await map.messages { $0.hasPrefix(#"{"ack":"\#(sent)""#) }
        }
        #expect(server.log.contains("observer "), "named in the log")
        #expect(throws: RawSocket.Failure.self) { try stream.readMuch(upTo: "id: \(sent)\n") }
        let back = try listen(server, last: "\(sent - 3)")
        #expect(try back.readMuch(upTo: "id: \(sent)\n").contains(#""replayed":3"#))
        await server.stop()
    }

    @Test("a Last-Event-ID that is none is refused by name")
    func badPosition() async throws {
        let server = try TestServer()
        try dispatch(server, zoom)
        let answer = try listen(server, last: "x").read { $0.contains("expected") }
        #expect(answer.hasPrefix("HTTP/1.1 400") && answer.contains("Last-Event-ID: expected a whole number"))
        await server.stop()
    }

    @Test("nothing happens for long: a heartbeat says that the line is there; one whose system is gone is noticed")
    func silence() async throws {
        let server = try TestServer {
            $0.pingAfter = .milliseconds(200)
            $0.hangUpAfter = .milliseconds(600)
        }
        try dispatch(server, zoom)
        let stream = try listen(server)
        #expect(try stream.read { $0.hasSuffix("\n\n:\n\n:\n\n") }.contains("hello"))
        await server.stop()
    }

    @Test("a reader that has gone leaves nothing behind, and neither does the server")
    func released() async throws {
        // Its connection and the stream held each other, and with them the relay.
        weak var relay: Relay?
        do {
            let server = try TestServer()
            relay = server.server.relay
            try dispatch(server, zoom)
            let stream = try listen(server)
            _ = try stream.read { $0.contains("event: hello\n") }
            await server.stop()
        }
        // The loop's thread says that it has ended, and then lets go.
        while relay != nil, !Task.isCancelled { await Task.yield() }
        #expect(relay == nil)
    }
}
