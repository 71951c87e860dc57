internal import TMapsProtocol

extension Session {
    /// What a map's own events do to its gate.
    func mapSaid(_ type: String, _ map: Peer, now: Int64, into effects: inout Effects) {
        switch type {
        case "READY":
            mapReady(map, now: now, into: &effects)
            announcePresence(&effects)
        case "MAP_LOADED":
            let release = map.gate.mapLoaded(now: now)
            self.release(release, to: map, now: now, into: &effects)
            note(gateOf: map, now: now)
            announcePresence(&effects)
        case "ERROR":
            release(map.gate.failed(now: now), to: map, now: now, into: &effects)
        case "ZOOM_ENDED", "CENTER_ENDED":
            release(map.gate.cameraEnded(type), to: map, now: now, into: &effects)
        default:
            break
        }
    }

    /// Time has come for what waited for a camera that never came to rest.
    package func timerFired(now: Int64, into effects: inout Effects) {
        for map in peers.maps {
            release(map.gate.timePassed(now: now), to: map, now: now, into: &effects)
        }
    }

    /// READY: the set-up, what waited for a map, and then whatever MAP_LOADED lets through.
    private func mapReady(_ map: Peer, now: Int64, into effects: inout Effects) {
        abandonResume(of: map, into: &effects)
        let isFirst = waiting.after != nil
        beginReplay(of: map, after: waiting.after ?? seq)
        map.gate.ready(views: retained.viewTypes, sendsLoad: retained[RetainedState.load] != nil)
        replaySetup(to: map, into: &effects)
        if isFirst {
            for record in waiting.takeAll() { resend(record, to: map, into: &effects) }
        }
        releaseHeld(to: map, into: &effects)
        if !map.gate.isLoading { endReplay(of: map, into: &effects) }
        note(gateOf: map, now: now)
    }

    /// Wire contract §4: retained set-up, secrets, device data, token, LOAD_MAP; each once, in this order.
    func replaySetup(to map: Peer, into effects: inout Effects) {
        for type in RetainedState.beforeSecrets { sendState(retained[type]?.action, to: map, into: &effects) }
        sendState(secrets["SET_APPLICATION_SECRETS"], to: map, into: &effects)
        for type in RetainedState.afterSecrets { sendState(retained[type]?.action, to: map, into: &effects) }
        sendState(secrets["SET_MAPBOX_ACCESS_TOKEN"], to: map, into: &effects)
        sendState(retained[RetainedState.load]?.action, to: map, into: &effects)
    }

    func sendState(_ action: Frame?, to map: Peer, into effects: inout Effects) {
        guard let action else { return }
        let frame = map.dialect == .bare ? action : OutboundEnvelope.state(action)
        effects.append(.send(map.address, frame))
    }

    /// A record that this map gets later than it was dispatched, under its own `seq`.
    func resend(_ record: Record, to peer: Peer, into effects: inout Effects) {
        var delivery = Delivery(record)
        effects.append(.send(peer.address, delivery.frame(for: peer.dialect)))
    }

    /// Sends what the gate lets through.
    func release(_ release: MapGate.Release?, to map: Peer, now: Int64, into effects: inout Effects) {
        guard let release else { return }
        // Until `caught_up` has reached it, a map that is cut gets the state again.
        if !release.views.isEmpty || !release.last.isEmpty, !map.isReplaying { beginReplay(of: map, after: seq) }
        for record in retained.inOrder(release.views) { sendState(record.action, to: map, into: &effects) }
        for record in retained.inOrder(release.last) { sendState(record.action, to: map, into: &effects) }
        releaseHeld(to: map, into: &effects)
        if let deadline = map.gate.deadline { effects.append(.wake(at: deadline)) }
        if release.isComplete, map.isReplaying { endReplay(of: map, into: &effects) }
        note(gateOf: map, now: now)
    }

    func beginReplay(of map: Peer, after position: UInt64) {
        map.replayAfter = position
        map.caughtUp = .max
    }

    /// Everything up to now was sent to this map: its position is the session's.
    func endReplay(of map: Peer, into effects: inout Effects) {
        map.caughtUp = seq
        if map.dialect == .enveloped { effects.append(.send(map.address, OutboundEnvelope.caughtUp(seq))) }
    }

    private func releaseHeld(to map: Peer, into effects: inout Effects) {
        guard !map.held.isEmpty else { return }
        let held = map.held
        map.held = []
        for var delivery in held {
            if map.gate.isLoading, delivery.record.retention == .view {
                map.held.append(delivery)
            } else {
                effects.append(.send(map.address, delivery.frame(for: map.dialect)))
            }
        }
    }
}
