internal import TMapsProtocol

extension Session {
    /// map → every client and observer, or one client. Then the map's own gate moves.
    func deliver(
        fromMap map: Peer?, _ delivery: inout Delivery, to receiver: Peer?, now: Int64, into effects: inout Effects
    ) {
        for client in peers.clients where receiver == nil || client === receiver {
            send(&delivery, to: client, into: &effects)
        }
        observe(&delivery, into: &effects)
        if let map { mapSaid(delivery.record.type, map, now: now, into: &effects) }
    }

    /// client → every map, or one; each by its own gate.
    func deliver(
        fromClient delivery: inout Delivery, to receiver: Peer?, now: Int64, into effects: inout Effects
    ) {
        let record = delivery.record
        if let receiver {
            if receiver.catchUp == nil { offerTargeted(&delivery, to: receiver, into: &effects) }
        } else {
            keep(delivery)
            if record.retention == .pass, waiting.after != nil { waiting.append(record) }
            offerToAll(&delivery, now: now, into: &effects)
            if record.retention == .load { announcePresence(&effects) }
        }
        if record.isMasked {
            var masked = Delivery(record)
            observe(&masked, into: &effects)
        } else {
            observe(&delivery, into: &effects)
        }
    }

    private func keep(_ delivery: Delivery) {
        if delivery.record.retention == .secret { secrets.keep(delivery.bare, type: delivery.record.type) }
        retained.keep(delivery.record) { type, record in log.changes.retained[type] = .some(record) }
    }

    private func observe(_ delivery: inout Delivery, into effects: inout Effects) {
        for observer in peers.observers { send(&delivery, to: observer, into: &effects) }
    }

    /// A peer that is catching up gets this one out of the log, in its place.
    private func send(_ delivery: inout Delivery, to peer: Peer, into effects: inout Effects) {
        guard peer.catchUp == nil else { return }
        effects.send(delivery.frame(for: peer.dialect), to: peer.address)
    }

    /// An action for all maps comes to each. As a rule they are all open, and then they are only listed: in a fan-out
    /// to two hundred screens that is most of the session's work.
    private func offerToAll(_ delivery: inout Delivery, now: Int64, into effects: inout Effects) {
        let isForOpen = delivery.record.retention != .load
        var offered = 0
        if isForOpen {
            for dialect in Dialect.allCases {
                offered += effects.send(
                    to: peers.maps, where: { $0.dialect == dialect && $0.isOpen },
                    frame: { delivery.frame(for: dialect) })
            }
        }
        guard offered < peers.maps.count else { return }
        for map in peers.maps where map.catchUp == nil && !(isForOpen && map.isOpen) {
            offer(&delivery, to: map, now: now, into: &effects)
        }
    }

    /// An action for all maps comes to this one, which is not open or is to load another map.
    func offer(_ delivery: inout Delivery, to map: Peer, now: Int64, into effects: inout Effects) {
        let record = delivery.record
        guard map.gate.stage != .waiting else { return }
        if record.retention == .view, map.gate.holds(view: record.type) { return }
        if record.retention == .load {
            map.gate.loadDelivered()
            map.held.removeAll { $0.record.retention == .view }
            map.deferred = []
            note(gateOf: map, now: now)
        }
        push(delivery.frame(for: map.dialect), to: map, into: &effects)
    }

    /// An action for this map alone: not retained, and held until the map can take it.
    func offerTargeted(_ delivery: inout Delivery, to map: Peer, into effects: inout Effects) {
        if map.mustWait(for: delivery.record.retention) {
            map.held.append(delivery)
        } else {
            push(delivery.frame(for: map.dialect), to: map, into: &effects)
        }
    }
}
