import TMapsServer
import TMapsTesting
import Testing

/// What users of other relays complain about; docs/complaints.md has the whole list.
@Suite(.timeLimit(.minutes(1))) struct ComplaintTests {
    /// A server whose peers are pinged and dropped soon; not so soon that a busy machine fails to answer in time.
    private func impatient() throws -> TestServer {
        try TestServer {
            $0.pingAfter = .milliseconds(150)
            $0.hangUpAfter = .seconds(2)
        }
    }

    @Test("engine.io#706: the limit is told first, a longer message closes with 1009, and nobody else notices")
    func tooLarge() async throws {
        let server = try TestServer { $0.maxMessage = 2_000 }
        let map = try await TestPeer.connect(server, "hall/map?peer=page")
        let app = try await TestPeer.connect(server, "hall/client?peer=app")
        #expect(try await app.next().contains(#""max_message":2000"#))
        app.send(#"{"action":{"type":"X","pad":"\#(String(repeating: "x", count: 3_000))"}}"#)
        #expect(await app.closing().code == 1009)
        _ = try await map.next()
        map.send(#"{"id":"m1","action":{"type":"READY"}}"#)
        _ = try await map.messages { $0.contains(#""ack":"m1""#) }
        await server.stop()
    }

    @Test(
        "uWebSockets.js#499, uWebSockets#1338: a slow peer misses nothing before its close, and gets nothing after it")
    func closingIsFinal() async throws {
        let server = try TestServer {
            $0.maxQueue = 65_536
            $0.logLevel = .info
        }
        let map = try await TestPeer.connect(server, "hall/map?peer=page")
        _ = try await map.next()
        let slow = try RawSocket(port: server.port, receiveBuffer: 8_192)
        try slow.upgrade("/v1/sessions/hall/observer?peer=slow")
        let pad = String(repeating: "x", count: 20_000)
        var sent = 0
        // Goes on dispatching after the close was decided: none of that may slip through.
        var more = 20
        while more > 0 {
            sent += 1
            if server.log.contains("closed with 4000") { more -= 1 }
            map.send(#"{"id":"\#(sent)","action":{"type":"TAP","n":\#(sent),"pad":"\#(pad)"}}"#)
            _ = try await map.messages { $0.hasPrefix(#"{"ack":"\#(sent)""#) }
        }
        let frames = try Frames(try slow.readBytesToEnd())
        let numbers = frames.texts.compactMap { text in
            text.firstRange(of: #""n":"#).flatMap { Int(text[$0.upperBound...].prefix { $0.isNumber }) }
        }
        #expect(numbers == Array(1...numbers.count), "no message is skipped")
        #expect(numbers.count < sent)
        #expect(frames.close == 4000 && frames.restCount == 0, "closing is final")
        await server.stop()
    }

    @Test("uWebSockets PR#1876: a peer that never answers a ping and goes on talking is alive")
    func anyByteIsLife() async throws {
        let server = try impatient()
        let socket = try RawSocket(port: server.port)
        try socket.upgrade("/v1/sessions/hall/client?peer=busy")
        let end = ContinuousClock.now + .seconds(3)
        var number = 0
        while ContinuousClock.now < end {
            number += 1
            try socket.writeFrame(#"{"type":"SET_ZOOM","zoom":1,"n":\#(number)}"#)
            while !(try server.call("GET", "/v1/sessions/hall").body.contains(#""seq":\#(number),"#)) {}
        }
        #expect(try server.call("GET", "/v1/sessions/hall").body.contains(#""clients":1"#))
        await server.stop()
    }

    @Test(
        "selenium PR#17197, phoenix#4307: the server pings the idle; nchan#719: then messages still come"
    )
    func idle() async throws {
        let server = try impatient()
        // TestPeer answers pings by itself and says nothing else.
        let app = try await TestPeer.connect(server, "hall/client?peer=app")
        let silent = try RawSocket(port: server.port)
        try silent.upgrade("/v1/sessions/lobby/client?peer=silent")
        let bytes = try silent.readBytesToEnd()
        let frames = try Frames(bytes)
        #expect(frames.pings >= 1, "pinged, and dropped because it did not answer")
        let map = try await TestPeer.connect(server, "hall/map?peer=page")
        map.send(#"{"action":{"type":"READY"}}"#)
        _ = try await app.messages { $0.contains("READY") }
        await server.stop()
    }

    @Test("xibo#283: a screen whose line is dead is gone from the session in time, and clients are told")
    func halfOpen() async throws {
        let server = try impatient()
        let app = try await TestPeer.connect(server, "hall/client?peer=app")
        let screen = try RawSocket(port: server.port)
        try screen.upgrade("/v1/sessions/hall/map?peer=screen")
        _ = try await app.messages { $0.hasPrefix(#"{"peers":{"maps":1,"#) }
        _ = try await app.messages { $0.hasPrefix(#"{"peers":{"maps":0,"#) }
        #expect(server.log.contains("map screen of session hall left, code 4001"))
        await server.stop()
    }

    @Test("playwright#21617: a page outlives the client that drove it, and the next client finds it as it was")
    func sessionOutlivesClients() async throws {
        let server = try TestServer()
        let map = try await TestPeer.connect(server, "hall/map?peer=page")
        map.send(#"{"action":{"type":"READY"}}"#)
        _ = try await map.messages { $0.contains("caught_up") }
        let first = try await TestPeer.connect(server, "hall/client?peer=first")
        first.send(#"{"id":"1","action":{"type":"SET_ZOOM","zoom":18}}"#)
        _ = try await first.messages { $0.hasPrefix(#"{"ack""#) }
        first.cut()
        let second = try await TestPeer.connect(server, "hall/client?peer=second")
        #expect(try await second.next().contains(#""ready":true"#))
        second.send(#"{"action":{"type":"SET_ZOOM","zoom":17}}"#)
        let heard = try await map.messages { $0.contains(#""zoom":17"#) }
        #expect(heard.count { $0.contains("SET_ZOOM") } == 2)
        await server.stop()
    }
}

/// What a server sent after its handshake, taken apart. The first frame may follow the handshake's answer at once.
private struct Frames {
    struct Broken: Error {}
    private(set) var texts: [String] = []
    private(set) var pings = 0
    /// The code of the close frame.
    private(set) var close: UInt16?
    /// Bytes behind the close frame.
    private(set) var restCount = 0

    init(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while close == nil, let head = rest.popFirst(), let second = rest.popFirst() {
            let payload = try Frames.payload(&rest, length: Int(second))
            switch head {
            case 0x81: texts.append(String(decoding: payload, as: UTF8.self))
            case 0x89: pings += 1
            case 0x88: close = payload.count < 2 ? 1005 : UInt16(payload[0]) << 8 | UInt16(payload[1])
            default: throw Broken()
            }
        }
        restCount = rest.count
    }

    private static func payload(_ rest: inout ArraySlice<UInt8>, length: Int) throws -> [UInt8] {
        var length = length
        let more = length == 126 ? 2 : length == 127 ? 8 : 0
        guard rest.count >= more else { throw Broken() }
        if more > 0 { length = rest.prefix(more).reduce(0) { $0 << 8 | Int($1) } }
        rest = rest.dropFirst(more)
        guard rest.count >= length else { throw Broken() }
        defer { rest = rest.dropFirst(length) }
        return Array(rest.prefix(length))
    }
}
