internal import TMapsProtocol

extension Session {
    /// What a map's own events do to its gate.
    func mapSaid(_ type: String, _ map: Peer, now: Int64, into effects: inout Effects) {
        if map.catchUp != nil, type != "READY" { return postpone(type, map, now: now) }
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

    /// While a map is catching up, its gate moves by what it is sent; what it says counts when that is done.
    private func postpone(_ type: String, _ map: Peer, now: Int64) {
        guard ["MAP_LOADED", "ERROR", "ZOOM_ENDED", "CENTER_ENDED"].contains(type) else { return }
        guard !map.deferred.contains(type) else { return }
        map.deferred.append(type)
        guard type == "MAP_LOADED" else { return }
        // On record with the event itself: after a crash nobody says it again.
        if map.catchUp?.isSending == true {
            note(gateOf: map, now: now)
        } else if let known = knownGates[map.id] {
            log.changes.gates[map.id] = .some(known.loaded)
        }
    }

    /// Everything that a map missed, or that waited for it, was sent.
    func finishReplay(of map: Peer, wasLoaded: Bool, now: Int64, into effects: inout Effects) {
        let deferred = map.deferred
        map.deferred = []
        if wasLoaded, !map.gate.isLoading {
            release(map.gate.mapLoaded(now: now), to: map, now: now, into: &effects)
        } else if map.replay.isUnderWay, !map.gate.isLoading {
            endReplay(of: map, into: &effects)
        }
        note(gateOf: map, now: now)
        for type in deferred { mapSaid(type, map, now: now, into: &effects) }
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
        var catchUp = CatchUp(behind: seq, pageBytes: limits.pageBytes)
        let waited = isFirst ? waiting.takeAll().map { Delivery($0) } : []
        catchUp.putFirst((waited + takeHeld(by: map)).sorted { $0.record.seq < $1.record.seq })
        catchUp.beginSending()
        map.catchUp = catchUp
        replaySetup(to: map, into: &effects)
        note(gateOf: map, now: now)
        continueCatchUp(map, now: now, into: &effects)
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
        effects.append(.page(map.address, frame))
    }

    /// Sends what the gate lets through.
    func release(_ release: MapGate.Release?, to map: Peer, now: Int64, into effects: inout Effects) {
        guard let release else { return }
        // Until `caught_up` has reached it, a map that is cut gets the state again.
        if !release.views.isEmpty || !release.last.isEmpty { map.replay.caughtUp = .max }
        for record in retained.inOrder(release.views) { sendState(record.action, to: map, into: &effects) }
        for record in retained.inOrder(release.last) { sendState(record.action, to: map, into: &effects) }
        for var delivery in takeHeld(by: map) {
            effects.append(.page(map.address, delivery.frame(for: map.dialect)))
        }
        if let deadline = map.gate.deadline { effects.append(.wake(at: deadline)) }
        if release.isComplete, map.replay.isUnderWay { endReplay(of: map, into: &effects) }
        note(gateOf: map, now: now)
    }

    func beginReplay(of map: Peer, after position: UInt64) {
        map.replay.after = position
        map.replay.caughtUp = .max
    }

    /// Everything up to now was sent to this map: its position is the session's.
    func endReplay(of map: Peer, into effects: inout Effects) {
        map.replay.caughtUp = seq
        if map.dialect == .enveloped { effects.send(OutboundEnvelope.caughtUp(seq), to: map.address) }
    }

    /// The actions for this map alone that it can be sent now.
    private func takeHeld(by map: Peer) -> [Delivery] {
        let mustWait = { (held: Delivery) in map.gate.isLoading && held.record.retention == .view }
        defer { map.held.removeAll { !mustWait($0) } }
        return map.held.filter { !mustWait($0) }
    }
}
