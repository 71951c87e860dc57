internal import TMapsNet
internal import TMapsProtocol
internal import TMapsRelay

/// `GET /v1/sessions/{session}/actions` with `Accept: text/event-stream`: an observer over HTTP (wire contract §2).
/// It is a peer like any other: it resumes, catches up and is cut as slow by the same code.
struct EventRoute {
    let relay: Relay
    let handshake: Handshake
    /// A comment goes out this often, so that nothing on the way takes the connection for idle…
    let heartbeat: Duration
    /// …and a reader whose system does not acknowledge it within this time is gone.
    let patience: Duration

    static func isAskedFor(_ request: HTTPRequest) -> Bool {
        guard request.method == "GET", let accept = request.headers["accept"] else { return false }
        return accept.split(separator: ",").contains { entry in
            entry.split(separator: ";")[0].filter { $0 != " " }.lowercased() == "text/event-stream"
        }
    }

    func respond(
        in session: String, to request: HTTPRequest, _ token: AccessToken?, through exchange: HTTPExchange
    ) {
        switch handshake.observer(of: session, request, token) {
        case .failure(let refusal): exchange.respond(refusal.response)
        case .success(let connection): begin(connection, exchange)
        }
    }

    private func begin(_ connection: PeerConnection, _ exchange: HTTPExchange) {
        let stream = exchange.stream(
            status: 200,
            headers: [
                ("Content-Type", "text/event-stream"), ("Cache-Control", "no-store"),
                ("X-Accel-Buffering", "no"),  // nginx would gather the events
            ])
        stream.onClose = { connection.left(code: 1006) }
        stream.onDrain = { connection.drained() }
        stream.giveUp(after: patience)
        // Full jitter, so that readers do not come back in one wave.
        stream.write("retry: \(Int.random(in: 250...2_500))\n\n")
        connection.open(.events(stream))
        beat(stream, connection)
    }

    private func beat(_ stream: HTTPStream, _ connection: PeerConnection) {
        relay.loop.schedule(after: heartbeat) {
            guard !connection.isClosing, relay.connections[connection.address] === connection else { return }
            if stream.queuedBytes == 0 { stream.write(":\n\n") }
            beat(stream, connection)
        }
    }
}
