import Glibc
import Testing

@testable import TMapsNet

@Suite("What is sent")
struct SendingTests {
    @Test("one frame shared by many receivers is let go once for each, after all have it")
    func fanOut() throws {
        let handlers = (0..<60).map { _ in EchoHandler() }
        let waiting = Lock(handlers)
        let server = try TestServer { $0.onUpgrade = { _ in .accept(waiting.withLock { $0.removeFirst() }) } }
        let peers = try handlers.map { _ in try Peer(port: server.port, path: "/") }
        let sockets = handlers.map { $0.opens.next() }
        let released = Events<Bool>()
        server.loop.execute {
            let frame = WireFrame("for all", onRelease: { released.add(true) })
            for socket in sockets { socket.send(frame) }
        }
        for peer in peers { #expect(try peer.readText() == "for all") }
        #expect(released.next())
        server.finish()
        #expect(released.count == 0)
    }

    @Test("what is queued for a connection that breaks, or that is gone, is let go exactly once")
    func releaseOnBreak() throws {
        let handler = EchoHandler()
        let server = try TestServer { $0.onUpgrade = { _ in .accept(handler) } }
        var peer: Peer? = try Peer(port: server.port, path: "/", receiveBuffer: 4096)
        let socket = handler.opens.next()
        let released = Events<Int>()
        server.onLoop {
            for n in 0..<200 {
                socket.send(WireFrame([UInt8](repeating: 65, count: 100_000), onRelease: { released.add(n) }))
            }
        }
        _ = try peer?.read(10)
        peer = nil
        #expect(handler.closings.next().code == 1006)
        #expect(Set((0..<200).map { _ in released.next() }) == Set(0..<200))
        let late = server.onLoop {
            socket.send(WireFrame([65], onRelease: { released.add(-1) }))
        }
        #expect(late == 0)
        #expect(released.next() == -1)
        server.finish()
        #expect(released.count == 0)
    }

    @Test("who asks is told once when everything has left, and not before: at once where nothing waits")
    func drained() throws {
        let handler = EchoHandler()
        let server = try TestServer { $0.onUpgrade = { _ in .accept(handler) } }
        let peer = try Peer(port: server.port, path: "/", receiveBuffer: 65_536)
        let socket = handler.opens.next()
        server.onLoop { socket.awaitDrain() }
        #expect(handler.drains.next() == 0)
        let size = 20 << 20
        server.onLoop {
            socket.send(WireFrame([UInt8](repeating: 65, count: size), onRelease: {}))
            socket.awaitDrain()
        }
        server.onLoop {}
        #expect(handler.drains.count == 0)
        _ = try peer.read(size)
        #expect(handler.drains.next() == 0)
        server.finish()
        #expect(handler.drains.count == 0)
    }

    @Test("a reader that does not read makes its queue grow, and nobody else slower")
    func slowReader() throws {
        let slow = EchoHandler()
        let server = try TestServer { server in
            server.onUpgrade = { .accept($0.path == "/slow" ? slow : EchoHandler()) }
        }
        let slowPeer = try Peer(port: server.port, path: "/slow", receiveBuffer: 4096)
        let quick = try Peer(port: server.port, path: "/quick")
        let socket = slow.opens.next()
        let queued = server.onLoop {
            (0..<400).map { _ in socket.send(WireFrame(String(repeating: "s", count: 50_000))) }
        }
        #expect(queued == queued.sorted())
        try quick.sendText("hello")
        #expect(try quick.readText() == "hello")
        #expect(server.onLoop { socket.queuedBytes } > 5_000_000)
        for _ in 0..<400 { #expect(try slowPeer.readText().utf8.count == 50_000) }
        #expect(server.onLoop { socket.queuedBytes } == 0)
    }

    @Test("a close delivers everything sent before it, and nothing after")
    func closeAfterDrain() throws {
        let handler = QuietHandler()
        // Six megabytes through so small a window can take longer than the usual deadline on a busy machine.
        let server = try TestServer(configure: { $0.closeDeadline = .seconds(60) }) {
            $0.onUpgrade = { _ in .accept(handler) }
        }
        let peer = try Peer(port: server.port, path: "/", receiveBuffer: 4096)
        let socket = handler.opens.next()
        server.loop.execute {
            for n in 0..<300 { socket.sendText("\(n) " + String(repeating: "d", count: 20_000)) }
            socket.close(code: 4503, reason: "replaced")
            socket.sendText("never")
            socket.close(code: 1000, reason: "too late")
        }
        // The first one shows that all are queued and the close is said.
        #expect(try peer.readText().hasPrefix("0 "))
        try peer.sendText("not heard any more")
        for n in 1..<300 { #expect(try peer.readText().hasPrefix("\(n) ")) }
        let close = try peer.readFrame()
        #expect(close.opcode == 8 && close.code == 4503 && close.reason == "replaced")
        try peer.write(Peer.frame(8, close.payload))
        #expect(try peer.readToEnd().isEmpty)
        #expect(handler.closings.next() == Closing(code: 4503, reason: "replaced"))
        #expect(handler.messages.count == 0)
    }

    @Test("a peer that does not answer a close is dropped at the deadline")
    func closeDeadline() throws {
        let handler = EchoHandler()
        let server = try TestServer(configure: { $0.closeDeadline = .milliseconds(100) }) {
            $0.onUpgrade = { _ in .accept(handler) }
        }
        let peer = try Peer(port: server.port, path: "/")
        let socket = handler.opens.next()
        server.loop.execute { socket.close(code: 1001, reason: "draining") }
        #expect(handler.closings.next() == Closing(code: 1001, reason: "draining"))
        #expect(try peer.readFrame().code == 1001)
        #expect(try peer.readToEnd().isEmpty)
    }

    @Test("a reason that is too long is cut between two characters")
    func longReason() throws {
        let handler = EchoHandler()
        let server = try TestServer { $0.onUpgrade = { _ in .accept(handler) } }
        let peer = try Peer(port: server.port, path: "/")
        let socket = handler.opens.next()
        server.loop.execute { socket.close(code: 4000, reason: String(repeating: "é", count: 100)) }
        #expect(try peer.readFrame().reason == String(repeating: "é", count: 61))
    }

    @Test("a peer's close is answered, and its code and reason are told")
    func peerCloses() throws {
        let handler = EchoHandler()
        let server = try TestServer { $0.onUpgrade = { _ in .accept(handler) } }
        let peer = try Peer(port: server.port, path: "/")
        try peer.write(Peer.frame(8, [0x0f, 0xa0] + Array("bye".utf8)))
        #expect(try peer.readFrame().code == 4000)
        #expect(try peer.readToEnd().isEmpty)
        #expect(handler.closings.next() == Closing(code: 4000, reason: "bye"))
    }

    @Test("a peer that breaks off is told as 1006, one whose close frame is empty as 1005")
    func closesWithoutCode() throws {
        let handlers = [EchoHandler(), EchoHandler()]
        let server = try TestServer { server in server.onUpgrade = { .accept(handlers[$0.path == "/0" ? 0 : 1]) } }
        var peer: Peer? = try Peer(port: server.port, path: "/0")
        _ = handlers[0].opens.next()
        withExtendedLifetime(peer) {}
        peer = nil
        #expect(handlers[0].closings.next().code == 1006)
        try Peer(port: server.port, path: "/1").write(Peer.frame(8, []))
        #expect(handlers[1].closings.next().code == 1005)
    }

    @Test("an aborted connection ends without a close frame")
    func abort() throws {
        let handler = EchoHandler()
        let server = try TestServer { $0.onUpgrade = { _ in .accept(handler) } }
        let peer = try Peer(port: server.port, path: "/")
        let socket = handler.opens.next()
        server.loop.execute { socket.abort() }
        #expect(handler.closings.next().code == 1006)
        #expect(try peer.readToEnd().isEmpty)
    }

    @Test("a handle whose connection is gone does nothing, also when its place was taken by another")
    func staleHandle() throws {
        let handlers = Lock([EchoHandler(), EchoHandler()])
        let (first, second) = handlers.withLock { ($0[0], $0[1]) }
        let server = try TestServer { $0.onUpgrade = { _ in .accept(handlers.withLock { $0.removeFirst() }) } }
        var peer: Peer? = try Peer(port: server.port, path: "/")
        let old = first.opens.next()
        withExtendedLifetime(peer) {}
        peer = nil
        _ = first.closings.next()
        let next = try Peer(port: server.port, path: "/")
        let new = second.opens.next()
        #expect(UInt32(truncatingIfNeeded: old.id) == UInt32(truncatingIfNeeded: new.id), "the slot was not used again")
        server.onLoop {
            _ = old.sendText("stale")
            old.pauseReading()
            old.close(code: 4000, reason: "stale")
            old.abort()
        }
        try next.sendText("alive")
        #expect(try next.readText() == "alive")
    }

    @Test("while reading is paused nothing is delivered, and afterwards everything in order")
    func pause() throws {
        let handler = QuietHandler()
        let server = try TestServer { $0.onUpgrade = { _ in .accept(handler) } }
        let peer = try Peer(port: server.port, path: "/")
        let socket = handler.opens.next()
        server.onLoop { socket.pauseReading() }
        for n in 0..<500 { try peer.sendText("\(n)") }
        let other = try Peer(port: server.port)
        _ = try other.get("/")  // a turn later than the messages
        #expect(handler.messages.count == 0)
        server.onLoop { socket.resumeReading() }
        for n in 0..<500 { #expect(handler.messages.next() == "\(n)") }
    }

    @Test("reading can be paused from inside a message: the rest of what was read waits too")
    func pauseInside() throws {
        final class Pausing: EchoHandler, @unchecked Sendable {  // because its base is
            override func received(_ message: UnsafeRawBufferPointer) {
                messages.add(String(decoding: message, as: UTF8.self))
                socket?.pauseReading()
            }
        }
        let handler = Pausing()
        let server = try TestServer { $0.onUpgrade = { _ in .accept(handler) } }
        let peer = try Peer(port: server.port, path: "/")
        let socket = handler.opens.next()
        try peer.write((0..<20).flatMap { Peer.frame(1, Array("\($0)".utf8)) })
        for n in 0..<20 {
            #expect(handler.messages.next() == "\(n)")
            _ = try Peer(port: server.port).get("/")
            #expect(handler.messages.count == 0)
            server.onLoop { socket.resumeReading() }
        }
    }
}

@Suite("Signs of life")
struct ValidityTests {
    @Test("a silent peer that answers pings stays")
    func pinged() throws {
        let handler = EchoHandler()
        let server = try TestServer(configure: {
            $0.pingAfter = .milliseconds(40)
            $0.hangUpAfter = .milliseconds(2000)
        }) { $0.onUpgrade = { _ in .accept(handler) } }
        let peer = try Peer(port: server.port, path: "/")
        for _ in 0..<10 {
            let ping = try peer.readFrame()
            #expect(ping.opcode == 9)
            try peer.write(Peer.frame(10, ping.payload))
        }
        #expect(handler.closings.count == 0)
    }

    @Test("a dead peer is dropped with 4001, a talking one is neither pinged nor dropped")
    func dead() throws {
        let dead = EchoHandler()
        let server = try TestServer(configure: {
            $0.pingAfter = .milliseconds(300)
            $0.hangUpAfter = .milliseconds(500)
        }) { server in server.onUpgrade = { .accept($0.path == "/dead" ? dead : EchoHandler()) } }
        let silent = try Peer(port: server.port, path: "/dead")
        let talking = try Peer(port: server.port, path: "/talking")
        while dead.closings.count == 0 {
            try talking.sendText("here")
            #expect(try talking.readFrame() == Peer.Frame(opcode: 1, payload: Array("here".utf8)))
        }
        #expect(dead.closings.next().code == 4001)
        #expect(try silent.readFrame().opcode == 9)
        #expect(try silent.readFrame().code == 4001)
        #expect(try silent.readToEnd().isEmpty)
    }
}
