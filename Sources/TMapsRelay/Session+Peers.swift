package import TMapsProtocol

extension Session {
    /// Who wants to join, as the handshake said.
    package struct Newcomer {
        package var address: Address
        package var role: Role
        package var dialect: Dialect
        /// nil: the server makes one up.
        package var peer: String?
        package var name: String?
        /// Continue behind this position.
        package var resume: Position?

        package init(
            address: Address, role: Role, dialect: Dialect, peer: String? = nil, name: String? = nil,
            resume: Position? = nil
        ) {
            self.address = address
            self.role = role
            self.dialect = dialect
            self.peer = peer
            self.name = name
            self.resume = resume
        }
    }

    package func join(_ newcomer: Newcomer, now: Int64, into effects: inout Effects) -> Peer {
        let rate = limits.actionsPerSecond.map { RateLimit(perSecond: $0, now: now) }
        let peer = Peer(newcomer, joinedAt: seq, rate: rate)
        replaceEarlierConnection(of: peer, now: now, into: &effects)
        peers[peer.role].append(peer)
        summary.lastActive = now
        log.changes.isDirty = true
        tell(peer, "hello", hello(for: peer), into: &effects)
        if let position = newcomer.resume {
            resume(peer, at: position, now: now, into: &effects)
        }
        announcePresence(&effects, except: peer)
        if peer.dialect == .bare, peer.role == .client { tellState(to: peer, into: &effects) }
        return peer
    }

    package func has(_ peer: String, _ role: Role) -> Bool { peers[role].contains { $0.id == peer } }

    package func leave(_ peer: Peer, now: Int64, into effects: inout Effects) {
        guard remove(peer, now: now) else { return }
        announcePresence(&effects)
    }

    private func hello(for peer: Peer) -> Frame {
        OutboundEnvelope.hello(
            .init(
                session: id, epoch: epoch, peer: peer.id, role: peer.role, seq: seq, presence: presence,
                server: limits.serverVersion, maxMessageBytes: limits.maxMessageBytes, pingSeconds: limits.pingSeconds))
    }

    /// A bare client cannot be told of the past in an envelope: it hears READY and MAP_LOADED as if they came now.
    private func tellState(to peer: Peer, into effects: inout Effects) {
        let presence = presence
        if presence.isReady { effects.send(BareAction.ready, to: peer.address) }
        if presence.isLoaded { effects.send(BareAction.mapLoaded, to: peer.address) }
    }

    private func replaceEarlierConnection(of peer: Peer, now: Int64, into effects: inout Effects) {
        guard let earlier = peers[peer.role].first(where: { $0.id == peer.id }) else { return }
        effects.append(.close(earlier.address, .replaced))
        _ = remove(earlier, now: now)
    }

    private func remove(_ peer: Peer, now: Int64) -> Bool {
        guard let index = peers[peer.role].firstIndex(where: { $0 === peer }) else { return false }
        let wasReady = presence.isReady
        peers[peer.role].remove(at: index)
        peers.hidden.remove(peer.address)
        summary.lastActive = now
        log.changes.isDirty = true
        guard peer.role == .map else { return true }
        rememberGate(of: peer, now: now)
        if wasReady, !presence.isReady { waiting.begin(after: seq) }
        return true
    }

    private func rememberGate(of peer: Peer, now: Int64) {
        if peer.catchUp?.isSending == false {
            // Cut before its gate was taken up again: that one still holds.
            guard peer.deferred.contains("MAP_LOADED"), let known = knownGates[peer.id] else { return }
            knownGates[peer.id] = known.loaded
        } else {
            knownGates[peer.id] = peer.storedGate(now: now)
        }
        log.changes.gates[peer.id] = .some(knownGates[peer.id])
        guard knownGates.count > limits.maxKnownGates else { return }
        guard let oldest = knownGates.min(by: { $0.value.lastActive < $1.value.lastActive })?.key else { return }
        knownGates[oldest] = nil
        log.changes.gates[oldest] = .some(nil)
    }
}
