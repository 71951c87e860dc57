import CWebSockets

/// The other half of a request: answers it once, now or later, on the loop's thread. When the peer has gone the answer
/// goes nowhere. An exchange let go without an answer answers 500 by itself.
// @unchecked because every use is checked to be on the loop's thread.
package final class HTTPExchange: @unchecked Sendable {
    package let loop: EventLoop
    let id: UInt64
    let isHead: Bool
    let keepAlive: Bool
    private(set) var isAnswered = false

    init(loop: EventLoop, id: UInt64, isHead: Bool, keepAlive: Bool) {
        self.loop = loop
        self.id = id
        self.isHead = isHead
        self.keepAlive = keepAlive
    }

    /// Sends the whole answer. A second one is a fault of the caller: it traps in debug builds, is dropped in others.
    package func respond(_ response: HTTPResponse) {
        guard claim() else { return response.closeFile() }
        loop.send(response, to: id, isHead: isHead || response.isHead, keepAlive: keepAlive)
    }

    /// Begins an answer without an end in sight (server-sent events); its end is the end of the connection.
    package func stream(status: Int, headers: [(name: String, value: String)]) -> HTTPStream {
        let stream = HTTPStream(loop: loop, id: id)
        guard claim() else { return stream }
        loop.beginStream(stream, status: status, headers: headers)
        if isHead { stream.end() }
        return stream
    }

    /// The peer's address without its port.
    package var peerAddress: String { loop.peerAddress(id) }

    private func claim() -> Bool {
        loop.preconditionOnLoop()
        assert(!isAnswered, "a request was answered twice")
        defer { isAnswered = true }
        return !isAnswered
    }

    deinit {
        guard !isAnswered else { return }
        let (loop, id, isHead) = (loop, id, isHead)
        loop.execute { loop.send(HTTPResponse(status: 500), to: id, isHead: isHead, keepAlive: false) }
    }
}

/// An answer written piece by piece. For the loop's thread only.
// @unchecked because every use is checked to be on the loop's thread.
package final class HTTPStream: @unchecked Sendable {
    package let loop: EventLoop
    /// Never used twice in a loop's life.
    package let id: UInt64
    /// Called once, when the connection has gone before `end`.
    package var onClose: (() -> Void)?
    /// Everything written has left, as `awaitDrain` asked to be told.
    package var onDrain: (() -> Void)?

    init(loop: EventLoop, id: UInt64) {
        self.loop = loop
        self.id = id
    }

    /// Queues bytes without a copy; see `WebSocket.send`.
    @discardableResult
    package func write(_ bytes: UnsafeRawBufferPointer, owner: AnyObject) -> Int {
        loop.preconditionOnLoop()
        guard let start = bytes.baseAddress else { return queuedBytes }
        return cws_send(
            loop.handle, id, start.assumingMemoryBound(to: UInt8.self), bytes.count,
            Unmanaged.passRetained(owner).toOpaque())
    }

    @discardableResult
    package func write(_ text: String) -> Int {
        loop.preconditionOnLoop()
        return loop.send(ByteBox(Array(text.utf8)), to: id)
    }

    package var queuedBytes: Int {
        loop.preconditionOnLoop()
        return cws_queued(loop.handle, id)
    }

    /// Calls `onDrain` once, in a coming turn, when everything written has left.
    package func awaitDrain() {
        loop.preconditionOnLoop()
        cws_await_drain(loop.handle, id)
    }

    /// Drops the connection when what was written has not been acknowledged by the peer's system for this long.
    package func giveUp(after patience: Duration) {
        loop.preconditionOnLoop()
        cws_give_up_after(loop.handle, id, UInt32(patience.milliseconds))
    }

    package func end() {
        loop.preconditionOnLoop()
        loop.streams[id] = nil
        cws_http_end(loop.handle, id, true)
    }

    package func abort() {
        loop.preconditionOnLoop()
        cws_abort(loop.handle, id)
    }
}
