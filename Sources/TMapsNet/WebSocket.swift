import CWebSockets

/// An open WebSocket. For the loop's thread only: any other traps. When the connection is gone every call is a no-op.
package struct WebSocket: Sendable {
    package let loop: EventLoop
    /// Never used twice in a loop's life.
    package let id: UInt64
    /// The agreed one, if any.
    package let subprotocol: String?

    /// A socket that is known by its number alone.
    package init(loop: EventLoop, id: UInt64, subprotocol: String? = nil) {
        self.loop = loop
        self.id = id
        self.subprotocol = subprotocol
    }

    /// Queues whole WebSocket frames as a server puts them on the wire (header, unmasked); an outgoing connection masks
    /// them on the way out. Nothing is copied: `owner` keeps the bytes alive and is let go once they are sent.
    /// - Returns: the bytes now queued, so that the caller can drop a slow peer; 0 when the socket is closing or gone.
    @discardableResult
    package func send(_ bytes: UnsafeRawBufferPointer, owner: AnyObject) -> Int {
        loop.send(bytes, owner: owner, to: id)
    }

    /// Bytes waiting that the system has not taken yet.
    package var queuedBytes: Int {
        loop.preconditionOnLoop()
        return cws_queued(loop.handle, id)
    }

    /// Calls the handler's `drained` once, in a coming turn, when everything queued has left.
    package func awaitDrain() {
        loop.preconditionOnLoop()
        cws_await_drain(loop.handle, id)
    }

    /// Sends what is queued, then a close frame; the handler's `closed` follows when the peer has answered or after the
    /// close deadline. Nothing is received any more. At most 123 bytes of `reason` are sent.
    package func close(code: UInt16, reason: String = "") {
        loop.preconditionOnLoop()
        var reason = reason
        reason.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { cws_close(loop.handle, id, code, $0.baseAddress, $0.count) }
        }
    }

    /// Drops the connection without a close frame.
    package func abort() {
        loop.preconditionOnLoop()
        cws_abort(loop.handle, id)
    }

    /// Pushes back on the peer: TCP stops it when the buffers between are full.
    package func pauseReading() {
        loop.preconditionOnLoop()
        cws_pause(loop.handle, id, true)
    }

    package func resumeReading() {
        loop.preconditionOnLoop()
        cws_pause(loop.handle, id, false)
    }

    /// The peer's address without its port.
    package var peerAddress: String { loop.peerAddress(id) }
}

extension EventLoop {
    /// `WebSocket.send` for who has only the number.
    @discardableResult
    package func send(_ bytes: UnsafeRawBufferPointer, owner: AnyObject, to id: UInt64) -> Int {
        preconditionOnLoop()
        guard let start = bytes.baseAddress else { return cws_queued(handle, id) }
        return cws_send(
            handle, id, start.assumingMemoryBound(to: UInt8.self), bytes.count, Unmanaged.passRetained(owner).toOpaque()
        )
    }
}
