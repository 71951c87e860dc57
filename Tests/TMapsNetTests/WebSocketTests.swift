import CWebSockets
import Glibc
import Testing

@testable import TMapsNet

@Suite("WebSocket messages")
struct WebSocketTests {
    @Test("a message comes back as it went")
    func echo() throws {
        let server = try TestServer()
        let peer = try Peer(port: server.port, path: "/echo")
        let long = [String(repeating: "x", count: 125), String(repeating: "é", count: 40_000)]
        for text in ["", "a", "{\"type\":\"READY\"}"] + long {
            try peer.sendText(text)
            #expect(try peer.readText() == text)
        }
    }

    @Test("a megabyte in one frame arrives whole, and so does one in 245 fragments that split a character")
    func bigMessages() throws {
        let server = try TestServer()
        let peer = try Peer(port: server.port, path: "/echo")
        let text = String(repeating: "Zürich 東京 🗺 ", count: 1_048_576 / 24)
        let bytes = Array(text.utf8)
        try peer.sendText(text)
        #expect(try peer.readText() == text)

        let size = bytes.count / 245 + 1
        let cuts = stride(from: 0, to: bytes.count, by: size)
        #expect(cuts.contains { $0 > 0 && bytes[$0] & 0xc0 == 0x80 }, "no cut goes through a character")
        for start in cuts {
            let end = min(start + size, bytes.count)
            try peer.write(Peer.frame(start == 0 ? 1 : 0, Array(bytes[start..<end]), isFinal: end == bytes.count))
        }
        #expect(try peer.readText() == text)
    }

    @Test("a control frame between the fragments of a message is answered at once")
    func pingBetweenFragments() throws {
        let server = try TestServer()
        let peer = try Peer(port: server.port, path: "/echo")
        try peer.write(Peer.frame(1, Array("ab".utf8), isFinal: false) + Peer.frame(9, [7]))
        #expect(try peer.readFrame() == Peer.Frame(opcode: 10, payload: [7]))
        try peer.write(Peer.frame(0, [], isFinal: false) + Peer.frame(0, Array("cd".utf8)))
        #expect(try peer.readText() == "abcd")
    }

    @Test("a message over the limit ends its connection with 1009 and no other")
    func tooLarge() throws {
        let handler = EchoHandler()
        let server = try TestServer(configure: { $0.maxMessage = 1000 }) { server in
            server.onUpgrade = { .accept($0.path == "/big" ? handler : EchoHandler()) }
        }
        let other = try Peer(port: server.port, path: "/other")
        let peer = try Peer(port: server.port, path: "/big")
        try peer.sendText(String(repeating: "x", count: 1000))
        #expect(try peer.readText().utf8.count == 1000)
        try peer.write(Peer.frame(1, [UInt8](repeating: 120, count: 600), isFinal: false))
        try peer.write(Peer.frame(0, [UInt8](repeating: 120, count: 401)))
        #expect(try peer.readClose() == 1009)
        #expect(handler.closings.next().code == 1009)
        try other.sendText("still here")
        #expect(try other.readText() == "still here")
    }

    @Test("a frame that announces more than the limit is not waited for")
    func announcedTooLarge() throws {
        let server = try TestServer()
        let peer = try Peer(port: server.port, path: "/")
        try peer.write([0x81, 0xff, 0x7f, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 65])
        #expect(try peer.readClose() == 1009)
    }

    @Test(
        "bytes that are not UTF-8 end the connection with 1007",
        arguments: [
            [0xff], [0xc3], [0xc0, 0x80], [0xe0, 0x80, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0x80],
        ] as [[UInt8]])
    func badUTF8(bytes: [UInt8]) throws {
        let server = try TestServer()
        let peer = try Peer(port: server.port, path: "/")
        try peer.write(Peer.frame(1, Array("fine until here ".utf8) + bytes))
        #expect(try peer.readClose() == 1007)
    }

    @Test("binary ends the connection with 1003")
    func binary() throws {
        let server = try TestServer()
        let peer = try Peer(port: server.port, path: "/")
        try peer.write(Peer.frame(2, [1, 2, 3]))
        #expect(try peer.readClose() == 1003)
    }

    @Test("the checker agrees with the standard library on every two-byte end and on random bytes")
    func checker() {
        func check(_ bytes: [UInt8]) {
            let expected = String(validating: bytes, as: UTF8.self) != nil
            #expect(cws_is_utf8(bytes, bytes.count) == expected, "\(bytes)")
        }
        for padding in 0..<10 {
            for a in stride(from: 0, through: 255, by: 5) {
                for b in 0...255 { check([UInt8](repeating: 97, count: padding) + [UInt8(a), UInt8(b)]) }
            }
        }
        var generator = SystemRandomNumberGenerator()
        let alphabet: [UInt8] = [
            0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc2, 0xe0, 0xed, 0xef, 0xf0, 0xf4, 0xf5,
        ]
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...24, using: &generator)
            check((0..<count).map { _ in alphabet.randomElement(using: &generator) ?? 0 })
        }
    }

    // Guards the use of raw writes: if libwebsockets ever put a header of its own around them, or cut them, the peer
    // would not see these very bytes.
    @Test("frames leave byte for byte as they were built, in one stream")
    func rawWrites() throws {
        let frames = (0..<300).map { WireFrame(String(repeating: "r", count: $0 * 7)) }
        let handler = EchoHandler()
        let server = try TestServer { $0.onUpgrade = { _ in .accept(handler) } }
        let peer = try Peer(port: server.port, path: "/")
        let socket = handler.opens.next()
        let expected = frames.flatMap { Array($0.bytes) }
        nonisolated(unsafe) let sent = frames  // because nobody changes them
        server.loop.execute { sent.forEach { socket.send($0) } }
        #expect(try peer.read(expected.count) == expected)
    }

    @Test("a frame of several writes is not cut by the answer to a ping")
    func pingDuringBigFrame() throws {
        let handler = EchoHandler()
        let server = try TestServer { $0.onUpgrade = { _ in .accept(handler) } }
        let peer = try Peer(port: server.port, path: "/", receiveBuffer: 4096)
        let socket = handler.opens.next()
        let big = String(repeating: "b", count: 6_000_000)
        server.onLoop { _ = socket.sendText(big) }
        for n in 0..<20 as Range<UInt8> { try peer.write(Peer.frame(9, [n])) }
        server.onLoop { _ = socket.sendText("after") }
        var pongs = 0
        var texts: [String] = []
        while texts.count < 2 {
            let frame = try peer.readFrame()
            if frame.opcode == 10 { pongs += 1 } else { texts.append(frame.text) }
        }
        #expect(texts == [big, "after"])
        try peer.sendText("echo")
        while try peer.readFrame().opcode != 1 { pongs += 1 }
        #expect(pongs > 0)
    }
}
