internal import TMapsProtocol

extension Session {
    /// A peer asks for what came after `position`.
    func resume(_ peer: Peer, at position: Position, now: Int64, into effects: inout Effects) {
        guard peer.catchUp == nil else { return }
        if let reason = refusalToResume(position) {
            tell(peer, OutboundEnvelope.notResumed(reason, next: log.firstKept), into: &effects)
            forgetGate(of: peer)
            // A map starts at READY again; the others get what is still kept.
            guard peer.role != .map else { return }
            return beginCatchUp(peer, after: log.firstKept - 1, isAnswered: true, now: now, into: &effects)
        }
        guard peer.role == .map else {
            return beginCatchUp(peer, after: position.seq, now: now, into: &effects)
        }
        guard let gate = knownGates[peer.id], peer.gate.stage == .waiting else {
            // Not a page we know: it says READY again, if it ever had.
            return tell(peer, OutboundEnvelope.notResumed(.trimmed, next: log.firstKept), into: &effects)
        }
        guard gate.stage != .waiting else {
            return tell(peer, OutboundEnvelope.resumed(after: position.seq, replayed: 0), into: &effects)
        }
        let wasCut = position.seq < gate.caughtUp
        let start = wasCut ? max(position.seq, gate.replayAfter ?? 0) : position.seq
        beginCatchUp(peer, after: start, replaysState: wasCut, now: now, into: &effects)
    }

    /// What the store had. It may have been outrun by live traffic: then the log's tail has the rest, or the store is
    /// asked again.
    package func recordsRead(_ records: [Record], for peer: Peer, now: Int64, into effects: inout Effects) {
        guard peers[peer.role].contains(where: { $0 === peer }), peer.catchUp != nil else { return }
        if let last = records.last {
            peer.catchUp?.cursor = last.seq
            peer.catchUp?.collected += records
        } else if let end = peer.catchUp?.readUpTo {
            peer.catchUp?.cursor = end
        }
        continueCatchUp(peer, now: now, into: &effects)
        announcePresence(&effects, except: peer)
    }

    /// The store could not be read. The peer is told that history is not to be had, and goes on live.
    package func readFailed(for peer: Peer, into effects: inout Effects) {
        guard let catchUp = peer.catchUp else { return }
        peer.catchUp = nil
        guard !catchUp.isAnswered else { return }
        tell(peer, OutboundEnvelope.notResumed(.trimmed, next: seq + 1), into: &effects)
    }

    /// A page that says READY while its missed records are being read starts anew.
    func abandonResume(of map: Peer, into effects: inout Effects) {
        if let catchUp = map.catchUp {
            map.catchUp = nil
            tell(map, OutboundEnvelope.resumed(after: catchUp.position, replayed: 0), into: &effects)
        }
        knownGates[map.id] = nil
    }

    private func refusalToResume(_ position: Position) -> OutboundEnvelope.ResumeRefusal? {
        if let epoch = position.epoch, epoch != self.epoch { return .epoch }
        if position.seq > seq { return .ahead }
        if position.seq + 1 < log.firstKept { return .trimmed }
        return nil
    }

    private func beginCatchUp(
        _ peer: Peer, after: UInt64, isAnswered: Bool = false, replaysState: Bool = false, now: Int64,
        into effects: inout Effects
    ) {
        peer.catchUp = .init(
            position: after, cursor: after, deliveredLive: peer.joinedAt..<seq, isAnswered: isAnswered,
            replaysState: replaysState)
        continueCatchUp(peer, now: now, into: &effects)
    }

    private func continueCatchUp(_ peer: Peer, now: Int64, into effects: inout Effects) {
        guard var catchUp = peer.catchUp else { return }
        if let rest = log.tail.records(after: catchUp.cursor, lastSeq: seq) {
            peer.catchUp = nil
            return finish(catchUp, catchUp.collected + rest, peer, now: now, into: &effects)
        }
        effects.append(.read(peer.address, after: catchUp.cursor))
        // The driver hands all changes to the store before it reads: an empty answer means nothing lies up to here.
        catchUp.readUpTo = seq
        peer.catchUp = catchUp
    }

    private func finish(
        _ catchUp: Peer.CatchUp, _ missed: [Record], _ peer: Peer, now: Int64, into effects: inout Effects
    ) {
        switch peer.role {
        case .map:
            resumeMap(peer, catchUp, missed, now: now, into: &effects)
        case .client:
            replay(missed.filter { $0.role == .map && isFor($0, peer) }, catchUp, to: peer, into: &effects)
        case .observer:
            replay(missed, catchUp, to: peer, into: &effects)
        }
    }

    private func replay(
        _ records: [Record], _ catchUp: Peer.CatchUp, to peer: Peer, into effects: inout Effects
    ) {
        // A `resume` message comes after the handshake: what was delivered live in between is not sent twice.
        let records = records.filter { !catchUp.deliveredLive.contains($0.seq - 1) }
        if !catchUp.isAnswered {
            let answer = OutboundEnvelope.resumed(after: catchUp.position, replayed: records.count)
            tell(peer, answer, into: &effects)
        }
        for record in records { resend(record, to: peer, into: &effects) }
    }

    /// A page that lost only its socket: it stays ready and gets what it missed through its gate.
    private func resumeMap(
        _ map: Peer, _ catchUp: Peer.CatchUp, _ missed: [Record], now: Int64, into effects: inout Effects
    ) {
        guard let gate = knownGates.removeValue(forKey: map.id) else { return }
        let missed = missed.filter { $0.role == .client && isFor($0, map) }
        if catchUp.replaysState {
            return replayState(to: map, gate, catchUp, missed, now: now, into: &effects)
        }
        // What waited for any map to be ready waits no longer; where it lies before the position it was never sent.
        let early = waiting.takeAll().filter { $0.seq <= catchUp.position }
        map.gate = MapGate(resuming: gate, pending: retained.viewTypes)
        (map.caughtUp, map.replayAfter) = (gate.caughtUp, gate.replayAfter)
        tell(
            map, OutboundEnvelope.resumed(after: catchUp.position, replayed: early.count + missed.count), into: &effects
        )
        for record in early + missed {
            if record.isMasked {
                sendState(secrets[record.type], to: map, into: &effects)
            } else {
                var delivery = Delivery(record)
                offer(&delivery, to: map, now: now, into: &effects)
            }
        }
        note(gateOf: map, now: now)
    }

    /// A map cut before `caught_up`: the state again, and of the rest what is not part of the state.
    private func replayState(
        to map: Peer, _ gate: StoredGate, _ catchUp: Peer.CatchUp, _ missed: [Record], now: Int64,
        into effects: inout Effects
    ) {
        let early = waiting.takeAll().filter { $0.seq <= catchUp.position }
        let passing = early + missed.filter { $0.retention == .pass || $0.to != nil }
        tell(map, OutboundEnvelope.resumed(after: catchUp.position, replayed: passing.count), into: &effects)
        beginReplay(of: map, after: catchUp.position)
        map.gate.ready(views: retained.viewTypes, sendsLoad: retained[RetainedState.load] != nil)
        replaySetup(to: map, into: &effects)
        for record in passing where !record.isMasked { resend(record, to: map, into: &effects) }
        if gate.stage == .loaded, !map.gate.isLoading {
            // The page loaded a map by itself and will not say so again.
            release(map.gate.mapLoaded(now: now), to: map, now: now, into: &effects)
        } else if !map.gate.isLoading {
            endReplay(of: map, into: &effects)
        }
        note(gateOf: map, now: now)
    }

    private func isFor(_ record: Record, _ peer: Peer) -> Bool { record.to == nil || record.to == peer.id }

    private func forgetGate(of peer: Peer) {
        guard peer.role == .map, knownGates.removeValue(forKey: peer.id) != nil else { return }
        log.changes.gates[peer.id] = .some(nil)
        log.changes.isDirty = true
    }

    private func tell(_ peer: Peer, _ envelope: Frame, into effects: inout Effects) {
        if peer.dialect == .enveloped { effects.append(.send(peer.address, envelope)) }
    }
}
