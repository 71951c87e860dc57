import Glibc

@testable import TMapsNet

/// A loop on a free port whose answers a test writes down.
final class TestServer: EventLoopDelegate, @unchecked Sendable {  // because the closures are set before the loop starts
    let loop: EventLoop
    private(set) var port: UInt16 = 0
    let lines = Events<String>()

    var onRequest: (HTTPRequest, HTTPExchange) -> Void = { $1.respond(.text(200, "\($0.method) \($0.path)\n")) }
    var onUpgrade: (HTTPRequest) -> UpgradeDecision = { _ in .accept(EchoHandler()) }

    convenience init(_ prepare: (TestServer) -> Void = { _ in }) throws {
        try self.init(configure: { _ in }, prepare)
    }

    init(
        configure: (inout EventLoop.Configuration) -> Void, _ prepare: (TestServer) -> Void = { _ in }
    ) throws {
        var configuration = EventLoop.Configuration()
        configuration.subprotocols = ["tmaps.dispatch.v1", "tmaps.session.v1"]
        configure(&configuration)
        loop = try EventLoop(configuration: configuration)
        prepare(self)
        try loop.start(delegate: self)
        port = try loop.listen(host: "127.0.0.1", port: 0)
    }

    deinit { loop.stop() }

    func respond(to request: HTTPRequest, through exchange: HTTPExchange) { onRequest(request, exchange) }
    func upgrade(_ request: HTTPRequest) -> UpgradeDecision { onUpgrade(request) }
    func logged(_ line: String) { lines.add(line) }

    /// Stops, and waits until every connection has been told.
    func finish() {
        loop.stop()
        loop.join()
    }

    /// Runs on the loop's thread and waits.
    func onLoop<Result: Sendable>(_ work: @escaping @Sendable () -> Result) -> Result {
        let results = Events<Result>()
        loop.execute { results.add(work()) }
        return results.next()
    }
}

/// What happened on another thread, in order. `next` waits, and gives up loudly.
final class Events<Event: Sendable>: Sendable {
    private let events = Lock<[Event]>([])
    private let semaphore = ThreadSemaphore()

    func add(_ event: Event) {
        events.withLock { $0.append(event) }
        semaphore.signal()
    }

    func next() -> Event {
        precondition(semaphore.wait(seconds: 60), "the awaited event did not happen")
        return events.withLock { $0.removeFirst() }
    }

    var count: Int { events.withLock { $0.count } }
}

extension ThreadSemaphore {
    /// False when time has run out.
    func wait(seconds: Int) -> Bool {
        var deadline = timespec()
        clock_gettime(CLOCK_REALTIME, &deadline)
        deadline.tv_sec += seconds
        return wait(until: deadline)
    }
}

/// A server-side text frame in memory that tells when it is let go.
final class WireFrame {
    let bytes: UnsafeMutableRawBufferPointer
    let onRelease: () -> Void

    init(_ payload: UnsafeRawBufferPointer, onRelease: @escaping () -> Void = {}) {
        var header: [UInt8] = [0x81]
        switch payload.count {
        case ..<126: header.append(UInt8(payload.count))
        case ..<65536: header += [126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
        default:
            header.append(127)
            for shift in stride(from: 56, through: 0, by: -8) { header.append(UInt8(payload.count >> shift & 255)) }
        }
        bytes = .allocate(byteCount: header.count + payload.count, alignment: 1)
        bytes.copyBytes(from: header)
        UnsafeMutableRawBufferPointer(rebasing: bytes[header.count...]).copyMemory(from: payload)
        self.onRelease = onRelease
    }

    convenience init(_ text: String, onRelease: @escaping () -> Void = {}) {
        var text = text
        self.init(text.withUTF8 { UnsafeRawBufferPointer($0).map { $0 } }, onRelease: onRelease)
    }

    convenience init(_ payload: [UInt8], onRelease: @escaping () -> Void) {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: payload.count, alignment: 1)
        copy.copyBytes(from: payload)
        self.init(UnsafeRawBufferPointer(copy), onRelease: onRelease)
        copy.deallocate()
    }

    deinit {
        bytes.deallocate()
        onRelease()
    }
}

extension WebSocket {
    @discardableResult
    func send(_ frame: WireFrame) -> Int { send(UnsafeRawBufferPointer(frame.bytes), owner: frame) }
    @discardableResult
    func sendText(_ text: String) -> Int { send(WireFrame(text)) }
}

struct Closing: Equatable, Sendable {
    var code: UInt16
    var reason: String
}

/// Sends every message back, and writes down what it hears.
class EchoHandler: WebSocketHandler, @unchecked Sendable {  // because `socket` is the loop's thread's own
    var socket: WebSocket?
    let opens = Events<WebSocket>()
    let messages = Events<String>()
    let closings = Events<Closing>()
    let failures = Events<NetError>()
    let drains = Events<Int>()

    func opened(_ socket: WebSocket) {
        self.socket = socket
        opens.add(socket)
    }
    func received(_ message: UnsafeRawBufferPointer) { socket?.send(WireFrame(message)) }
    func drained() { drains.add(socket?.queuedBytes ?? -1) }
    func closed(code: UInt16, reason: String) { closings.add(Closing(code: code, reason: reason)) }
    func failed(_ error: NetError) { failures.add(error) }
}

/// Writes messages down and answers nothing.
final class QuietHandler: EchoHandler, @unchecked Sendable {  // because its base is
    override func received(_ message: UnsafeRawBufferPointer) {
        messages.add(String(decoding: message, as: UTF8.self))
    }
}
