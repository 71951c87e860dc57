internal import TMapsNet
internal import TMapsProtocol
internal import TMapsRelay

/// Decides on a WebSocket handshake: `/v1/sessions/{session}/map|client|observer` (wire contract §3 and §6).
struct Handshake {
    let relay: Relay
    let expiries: ExpiryWatch
    let isDraining: () -> Bool

    /// - Parameter token: with which the gatekeeper let it in; nil where none is asked for.
    func decide(_ request: HTTPRequest, _ token: AccessToken?) -> UpgradeDecision {
        do throws(HandshakeRefusal) {
            return .accept(connection(try read(request), token))
        } catch {
            return .refuse(error.response)
        }
    }

    /// The same for an observer over HTTP: `Last-Event-ID`, which a reader sends when it comes back, wins over `after`.
    /// No session comes into being by being read.
    func observer(
        of session: String, _ request: HTTPRequest, _ token: AccessToken?
    ) -> Result<PeerConnection, HandshakeRefusal> {
        Result { () throws(HandshakeRefusal) in
            guard relay.sessions.exists(session) else {
                throw HandshakeRefusal(404, .notFound, "there is no session \(session)")
            }
            let last = request.headers["last-event-id"].flatMap { $0.isEmpty ? nil : $0 }
            let resume = try position(request, last: last)
            let (peer, name) = (try identifier("peer", request), try identifier("name", request))
            try checkRoom(in: session, for: peer, .observer)
            return connection(
                .init(session: session, role: .observer, peer: peer, name: name, resume: resume), token)
        }
    }

    private func connection(_ wanted: PeerConnection.Request, _ token: AccessToken?) -> PeerConnection {
        let connection = PeerConnection(wanted, relay: relay)
        if let token { expiries.add(connection, until: token.expires) }
        return connection
    }

    struct HandshakeRefusal: Error {
        let response: HTTPResponse

        init(_ status: Int, _ code: ErrorCode, _ detail: String, headers: [(name: String, value: String)] = []) {
            response = Problem.response(status, code, detail, headers: headers)
        }
    }

    private func read(_ request: HTTPRequest) throws(HandshakeRefusal) -> PeerConnection.Request {
        let parts = request.path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0].isEmpty, parts[1] == "v1", parts[2] == "sessions",
            let role = Role(rawValue: String(parts[4]))
        else {
            throw HandshakeRefusal(
                404, .notFound, "WebSockets are at /v1/sessions/{session}/map, …/client and …/observer")
        }
        let session = String(parts[3])
        guard Identifier.isValid(session) else {
            throw HandshakeRefusal(400, .invalidField, "session: expected an id of [A-Za-z0-9_-]{1,64}")
        }
        let (peer, name) = (try identifier("peer", request), try identifier("name", request))
        let resume = try position(request)
        try checkRoom(in: session, for: peer, role)
        return .init(session: session, role: role, peer: peer, name: name, resume: resume)
    }

    private func identifier(_ field: String, _ request: HTTPRequest) throws(HandshakeRefusal) -> String? {
        guard let text = request.queryValue(field) else { return nil }
        guard Identifier.isValid(text) else {
            throw HandshakeRefusal(400, .invalidField, "\(field): expected an id of [A-Za-z0-9_-]{1,64}")
        }
        return text
    }

    private func position(
        _ request: HTTPRequest, last: String? = nil
    ) throws(HandshakeRefusal) -> Position? {
        guard let text = last ?? request.queryValue("after") else { return nil }
        guard let seq = UInt64(text) else {
            let name = last == nil ? "after" : "Last-Event-ID"
            throw HandshakeRefusal(400, .invalidField, "\(name): expected a whole number from 0")
        }
        return Position(seq: seq, epoch: request.queryValue("epoch"))
    }

    private func checkRoom(in session: String, for peer: String?, _ role: Role) throws(HandshakeRefusal) {
        let wait = [(name: "Retry-After", value: "1")]
        if isDraining() {
            throw HandshakeRefusal(503, ErrorCode(rawValue: "draining"), "the server is stopping", headers: wait)
        }
        if !relay.sessions.exists(session) {
            guard relay.options.hasImplicitSessions else {
                throw HandshakeRefusal(404, .notFound, "there is no session \(session)")
            }
            guard relay.sessions.count < relay.options.maxSessions else {
                throw HandshakeRefusal(
                    429, .rateLimited, "\(relay.options.maxSessions) sessions exist: no room for another")
            }
        }
        guard let room = relay.sessions.inMemory(session) else { return }
        let peers = room.peerCount
        // One that replaces its earlier connection needs no room.
        guard peers < relay.options.maxPeersPerSession || peer.map({ room.has($0, role) }) == true else {
            throw HandshakeRefusal(429, .rateLimited, "\(peers) peers are in session \(session): no room for another")
        }
    }
}
