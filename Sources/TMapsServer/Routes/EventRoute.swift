internal import TMapsNet
internal import TMapsProtocol
internal import TMapsRelay

/// `GET /v1/sessions/{session}/actions` with `Accept: text/event-stream`: an observer over HTTP (wire contract §2).
/// It is a peer like any other: it resumes, catches up and is cut as slow by the same code.
struct EventRoute {
    /// A comment goes out this often, so that nothing on the way takes the connection for idle…
    static let heartbeat = Duration.seconds(15)
    /// …and a reader's system that does not acknowledge it within this is gone: within 35 s of its last byte.
    static let patience = Duration.seconds(20)

    let relay: Relay
    let handshake: Handshake

    static func isAskedFor(_ request: HTTPRequest) -> Bool {
        guard request.method == "GET", let accept = request.headers["accept"] else { return false }
        return accept.split(separator: ",").contains { entry in
            entry.split(separator: ";")[0].filter { $0 != " " }.lowercased() == "text/event-stream"
        }
    }

    func respond(in session: String, to request: HTTPRequest, through exchange: HTTPExchange) {
        switch handshake.observer(of: session, request) {
        case .failure(let refusal): exchange.respond(refusal.response)
        case .success(let wanted): begin(wanted, exchange)
        }
    }

    private func begin(_ wanted: PeerConnection.Request, _ exchange: HTTPExchange) {
        let stream = exchange.stream(
            status: 200,
            headers: [
                ("Content-Type", "text/event-stream"), ("Cache-Control", "no-store"),
                ("X-Accel-Buffering", "no"),  // nginx would gather the events
            ])
        let connection = PeerConnection(wanted, relay: relay)
        stream.onClose = { connection.left(code: 1006) }
        stream.onDrain = { connection.drained() }
        stream.giveUp(after: EventRoute.patience)
        // Full jitter, so that readers do not come back in one wave.
        stream.write("retry: \(Int.random(in: 250...2_500))\n\n")
        connection.open(.events(stream))
        EventRoute.beat(stream, connection, relay)
    }

    private static func beat(_ stream: HTTPStream, _ connection: PeerConnection, _ relay: Relay) {
        relay.loop.schedule(after: heartbeat) {
            guard !connection.isClosing, relay.connections[connection.address] === connection else { return }
            if stream.queuedBytes == 0 { stream.write(":\n\n") }
            beat(stream, connection, relay)
        }
    }
}
