internal import TMapsNet
internal import TMapsProtocol

/// A WebSocket peer of a test, over a real socket. Suites that wait for messages carry a time limit.
package final class TestPeer: Sendable {
    package struct Refused: Error, CustomStringConvertible {
        package let status: Int?
        package let description: String
    }

    package struct Closed: Error, Equatable {
        package let code: UInt16
        package let reason: String

        package init(code: UInt16, reason: String) {
            self.code = code
            self.reason = reason
        }
    }

    private let link: Link

    private init(_ link: Link) { self.link = link }

    /// Connects and returns when the handshake is done.
    /// - Parameter path: behind `/v1/sessions/`, with query: `hall/client?peer=a1`.
    package static func connect(
        _ server: TestServer, _ path: String, subprotocol: String? = "tmaps.session.v1",
        headers: [(name: String, value: String)] = []
    ) async throws -> TestPeer {
        let link = Link()
        let target = WebSocketTarget(
            host: "127.0.0.1", port: server.port, path: "/v1/sessions/" + path,
            subprotocols: subprotocol.map { [$0] } ?? [], headers: headers)
        try sharedLoop.get().connect(to: target, handler: link)
        try await link.waitUntilOpen()
        return TestPeer(link)
    }

    package func send(_ text: String) {
        let link = link
        link.loop?.execute { link.send(Frame(text)) }
    }

    /// The next message. Throws `Closed` when the connection ends first.
    package func next() async throws -> String { try await link.next() }

    /// Messages up to and including the first one for which `isLast` is true.
    package func messages(until isLast: (String) -> Bool) async throws -> [String] {
        var messages: [String] = []
        repeat { messages.append(try await next()) } while !isLast(messages[messages.count - 1])
        return messages
    }

    /// Waits for the end of the connection; messages on the way are dropped.
    package func closing() async -> Closed {
        while true {
            do { _ = try await next() } catch let closed as Closed { return closed } catch {
                return Closed(code: 0, reason: "\(error)")
            }
        }
    }

    package func close() {
        let link = link
        link.loop?.execute { link.close() }
    }

    /// Drops the connection without a close frame.
    package func cut() {
        let link = link
        link.loop?.execute { link.cut() }
    }

    private static let sharedLoop = Result { () throws(NetError) in
        let loop = try EventLoop()
        try loop.start()
        return loop
    }
}

/// What arrived and who waits for it.
private final class Link: WebSocketHandler, Sendable {
    private struct State {
        var socket: WebSocket?
        var inbox: [String] = []
        var end: (any Error)?
        var reader: CheckedContinuation<String, any Error>?
        var opener: CheckedContinuation<Void, any Error>?
    }

    private let state = Lock(State())

    var loop: EventLoop? { state.withLock { $0.socket?.loop } }

    func waitUntilOpen() async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            let result: Result<Void, any Error>? = state.withLock { state in
                if state.socket != nil { return .success(()) }
                if let end = state.end { return .failure(end) }
                state.opener = continuation
                return nil
            }
            if let result { continuation.resume(with: result) }
        }
    }

    func next() async throws -> String {
        try await withTaskCancellationHandler {
            try await message()
        } onCancel: {
            end(CancellationError())
        }
    }

    private func message() async throws -> String {
        try await withCheckedThrowingContinuation { continuation in
            let result: Result<String, any Error>? = state.withLock { state in
                if !state.inbox.isEmpty { return .success(state.inbox.removeFirst()) }
                if let end = state.end { return .failure(end) }
                state.reader = continuation
                return nil
            }
            if let result { continuation.resume(with: result) }
        }
    }

    func send(_ frame: Frame) {
        guard let socket = state.withLock({ $0.socket }) else { return }
        frame.withWireBytes { _ = socket.send($0, owner: frame.owner) }
    }

    func close() { state.withLock { $0.socket }?.close(code: 1000) }
    func cut() { state.withLock { $0.socket }?.abort() }

    func opened(_ socket: WebSocket) {
        state.withLock { state in
            state.socket = socket
            defer { state.opener = nil }
            return state.opener
        }?.resume()
    }

    func received(_ message: UnsafeRawBufferPointer) {
        let text = String(decoding: message, as: UTF8.self)
        state.withLock { state -> CheckedContinuation<String, any Error>? in
            guard let reader = state.reader else {
                state.inbox.append(text)
                return nil
            }
            state.reader = nil
            return reader
        }?.resume(returning: text)
    }

    func closed(code: UInt16, reason: String) { end(TestPeer.Closed(code: code, reason: reason)) }

    func failed(_ error: NetError) { end(TestPeer.Refused(status: error.status, description: error.message)) }

    private func end(_ error: any Error) {
        let (reader, opener) = state.withLock { state in
            state.end = state.end ?? error
            defer { (state.reader, state.opener) = (nil, nil) }
            return (state.reader, state.opener)
        }
        reader?.resume(throwing: error)
        opener?.resume(throwing: error)
    }
}
