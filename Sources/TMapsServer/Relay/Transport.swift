internal import TMapsNet
internal import TMapsProtocol
internal import TMapsRelay

/// What a peer's bytes travel on: a WebSocket, or an answer over HTTP that does not end (server-sent events).
enum Transport {
    case socket(WebSocket)
    case events(HTTPStream)

    var id: UInt64 {
        switch self {
        case .socket(let socket): socket.id
        case .events(let stream): stream.id
        }
    }

    var dialect: Dialect {
        switch self {
        case .socket(let socket): socket.subprotocol == Subprotocol.session ? .enveloped : .bare
        case .events: .events
        }
    }

    var queuedBytes: Int {
        switch self {
        case .socket(let socket): socket.queuedBytes
        case .events(let stream): stream.queuedBytes
        }
    }

    func awaitDrain() {
        switch self {
        case .socket(let socket): socket.awaitDrain()
        case .events(let stream): stream.awaitDrain()
        }
    }

    /// Everything sent before still goes out first; where the peer is too slow for that over HTTP, nothing does.
    func close(_ code: CloseCode, _ reason: String) {
        switch self {
        case .socket(let socket): socket.close(code: code.rawValue, reason: reason)
        case .events(let stream):
            if code == .slow { return stream.abort() }
            let farewell = JSONWriter.frame { json in
                json.member("code", code.rawValue)
                json.member("reason", reason)
            }
            let frame = ServerSentEvent.named("close", farewell)
            frame.withWireBytes { _ = stream.write($0, owner: frame.owner) }
            stream.awaitDrain()
        }
    }

    /// Of an answer that was to be closed everything has left. False: a WebSocket, which ends by its own close frame.
    func end() -> Bool {
        guard case .events(let stream) = self else { return false }
        stream.end()
        return true
    }

    func pauseReading() { if case .socket(let socket) = self { socket.pauseReading() } }
    func resumeReading() { if case .socket(let socket) = self { socket.resumeReading() } }
}
