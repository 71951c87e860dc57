import Synchronization
import TMapsNet
import TMapsProtocol

/// The server's end of a real socket in the hands of the test: it says what the test says, cuts when the test cuts, and
/// notes what it hears: `join QUERY`, `refuse STATUS`, `open`, the text of each message, `left CODE`.
///
/// Its loop runs until the process ends: see `ClientLoop` on why none is ended here.
// @unchecked because `socket` is the loop thread's own and `port` is set before any test has the server.
final class FakeServer: EventLoopDelegate, @unchecked Sendable {
    let heard = Lines()
    private(set) var port: UInt16 = 0
    private let loop: EventLoop
    /// The status of coming handshakes; 101 where there is none.
    private let statuses = Mutex<[Int]>([])
    private var socket: WebSocket?

    init(port: UInt16 = 0) throws {
        var configuration = EventLoop.Configuration()
        configuration.subprotocols = ["tmaps.session.v1"]
        loop = try EventLoop(configuration: configuration)
        try loop.start(delegate: self)
        self.port = try loop.listen(host: "127.0.0.1", port: port)
    }

    var url: String { "http://127.0.0.1:\(port)" }

    func refuseNext(_ status: Int) { statuses.withLock { $0.append(status) } }

    func say(_ frame: Frame) {
        loop.execute { [self] in frame.withWireBytes { _ = socket?.send($0, owner: frame.owner) } }
    }

    func say(_ text: String) { say(Frame(text)) }

    func hello(seq: UInt64 = 0, epoch: String = "E1", maxMessage: Int = 4 << 20) {
        say(
            OutboundEnvelope.hello(
                .init(
                    session: "hall", epoch: epoch, peer: "p1", role: .client, seq: seq,
                    presence: .init(maps: 0, clients: 1, isReady: false, isLoaded: false), server: "fake",
                    maxMessageBytes: maxMessage, pingSeconds: 25)))
    }

    func action(_ seq: UInt64, _ type: String) {
        say(OutboundEnvelope.action(seq: seq, peer: "m1", role: .map, Frame("{\"type\":\"\(type)\"}")))
    }

    /// Drops the connection without a word.
    func cut() { loop.execute { [self] in socket?.abort() } }
    func close(_ code: UInt16) { loop.execute { [self] in socket?.close(code: code) } }

    /// Nobody listens any more and every connection is cut, as after `kill -9`.
    func die() async throws {
        loop.stopListening()
        let gone = Lines()
        loop.execute { [self] in
            socket?.abort()
            gone.add("gone")
        }
        _ = try await gone.next()
    }

    // MARK: the loop's thread

    func respond(to request: HTTPRequest, through exchange: HTTPExchange) {
        exchange.respond(HTTPResponse(status: 404))
    }

    func upgrade(_ request: HTTPRequest) -> UpgradeDecision {
        heard.add("join \(request.path)?\(request.query.joined(separator: "&"))")
        if let token = request.headers["authorization"] { heard.add(token) }
        let status = statuses.withLock { $0.isEmpty ? 101 : $0.removeFirst() }
        guard status == 101 else {
            heard.add("refuse \(status)")
            return .refuse(HTTPResponse(status: status))
        }
        return .accept(Handler(server: self))
    }

    private final class Handler: WebSocketHandler {
        private let server: FakeServer
        init(server: FakeServer) { self.server = server }

        func opened(_ socket: WebSocket) {
            server.socket = socket
            server.heard.add("open")
        }

        func received(_ message: UnsafeRawBufferPointer) { server.heard.add(String(decoding: message, as: UTF8.self)) }
        func closed(code: UInt16, reason: String) { server.heard.add("left \(code)") }
    }
}
