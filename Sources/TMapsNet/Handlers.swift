/// What a server does with what arrives. Every call is made on the loop's thread.
package protocol EventLoopDelegate: AnyObject {
    /// A request with a body that has not been read. What is returned answers it, and its connection ends.
    func refusal(beforeBodyOf request: HTTPRequest) -> HTTPResponse?
    /// The answer to a request whose body cannot be read (400, 411) or is too long (413). Its connection ends.
    func unreadable(_ status: Int, _ detail: String) -> HTTPResponse
    /// A whole request. Answer through `exchange`, now or later, once.
    func respond(to request: HTTPRequest, through exchange: HTTPExchange)
    /// A well-formed WebSocket handshake. `request.offeredSubprotocols` are the names the peer would speak.
    func upgrade(_ request: HTTPRequest) -> UpgradeDecision
    /// Everything that had arrived has been delivered; what is sent now still leaves with this turn.
    func turnEnded()
    /// A warning or error of libwebsockets.
    func logged(_ line: String)
}

extension EventLoopDelegate {
    package func refusal(beforeBodyOf request: HTTPRequest) -> HTTPResponse? { nil }
    package func unreadable(_ status: Int, _ detail: String) -> HTTPResponse { .text(status, detail + "\n") }
    package func turnEnded() {}
    package func logged(_ line: String) {}
}

package enum UpgradeDecision {
    /// libwebsockets speaks the first offered subprotocol that is configured, or none where none is offered; a
    /// `subprotocol` given here is a check on that, and another one makes the answer 500.
    case accept(any WebSocketHandler, subprotocol: String? = nil)
    /// The peer gets this answer, with `Connection: close`.
    case refuse(HTTPResponse)
}

/// One end of a WebSocket. Every call is made on the loop's thread.
package protocol WebSocketHandler: AnyObject {
    func opened(_ socket: WebSocket)
    /// A whole text message, valid UTF-8. The bytes are good during the call only.
    func received(_ message: UnsafeRawBufferPointer)
    /// Everything queued has left, as `WebSocket.awaitDrain` asked to be told.
    func drained()
    /// The last call, exactly once. `code` is the one of the peer's close frame, or of ours where we closed; 1005 for a
    /// frame without one; 1006 where the connection broke; 4001 where the peer fell silent.
    func closed(code: UInt16, reason: String)
    /// Instead of `opened` and `closed`: an outgoing connection could not be made.
    func failed(_ error: NetError)
}

extension WebSocketHandler {
    package func drained() {}
    package func failed(_ error: NetError) { closed(code: 1006, reason: error.message) }
}
