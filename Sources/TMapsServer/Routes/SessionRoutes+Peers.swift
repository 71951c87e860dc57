internal import TMapsNet
internal import TMapsProtocol
internal import TMapsRelay

extension SessionRoutes {
    /// `GET …/peers`: who is connected. An addition to the wire contract, which has only their number.
    func listPeers(of id: String) -> HTTPResponse {
        guard relay.sessions.exists(id) else { return Self.unknown(id) }
        var json = JSONWriter()
        json.beginArray()
        for state in relay.sessions.inMemory(id)?.peerStates ?? [] {
            guard let connection = relay.connections[state.address] else { continue }
            write(state, connection, to: &json)
        }
        json.endArray()
        return Self.json(200, json.bytes)
    }

    private func write(_ state: PeerState, _ connection: PeerConnection, to json: inout JSONWriter) {
        json.beginObject()
        json.member("peer", state.peer)
        json.memberIfAny("name", state.name)
        json.member("role", state.role.rawValue)
        if state.role == .map {
            json.member("ready", state.isReady)
            json.member("loaded", state.isLoaded)
            json.member("hidden", state.isHidden)
        }
        json.member("catching_up", state.isCatchingUp)
        json.member("queued_bytes", connection.queuedBytes)
        json.member("since", connection.joined.iso8601)
        json.endObject()
    }
}
