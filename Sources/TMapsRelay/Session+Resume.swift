internal import TMapsProtocol

extension Session {
    /// A peer asks for what came after `position`.
    func resume(_ peer: Peer, at position: Position, now: Int64, into effects: inout Effects) {
        guard peer.catchUp == nil else { return }
        // A `resume` message comes after the handshake: what was delivered live in between is not sent twice.
        let deliveredLive = peer.joinedAt..<seq
        if let reason = refusalToResume(position) {
            return refuseResume(of: peer, reason, deliveredLive, now: now, into: &effects)
        }
        var catchUp = CatchUp(behind: position.seq, pageBytes: limits.pageBytes)
        guard peer.role == .map else {
            catchUp.deliveredLive = deliveredLive
            return beginCatchUp(peer, catchUp, now: now, into: &effects)
        }
        guard let gate = knownGates[peer.id], peer.gate.stage == .waiting else {
            // Not a page we know: it says READY again, if it ever had.
            return tell(peer, "resumed", OutboundEnvelope.notResumed(.trimmed, next: log.firstKept), into: &effects)
        }
        guard gate.stage != .waiting else {
            return tell(peer, "resumed", OutboundEnvelope.resumed(after: position.seq, replayed: 0), into: &effects)
        }
        if position.seq < gate.caughtUp {
            // Cut before `caught_up`: the state again, and of the rest what is not part of the state.
            catchUp = CatchUp(behind: max(position.seq, gate.replayAfter ?? 0), pageBytes: limits.pageBytes)
            catchUp.stateAsOf = .max
        }
        beginCatchUp(peer, catchUp, now: now, into: &effects)
    }

    /// The position cannot be continued. A map starts at READY again; the others get what is still kept.
    func refuseResume(
        of peer: Peer, _ reason: OutboundEnvelope.ResumeRefusal, _ deliveredLive: Range<UInt64>, now: Int64,
        into effects: inout Effects
    ) {
        tell(peer, "resumed", OutboundEnvelope.notResumed(reason, next: log.firstKept), into: &effects)
        guard peer.role != .map else { return forgetGate(of: peer) }
        var catchUp = CatchUp(behind: log.firstKept - 1, pageBytes: limits.pageBytes)
        catchUp.isAnswered = true
        catchUp.deliveredLive = deliveredLive
        beginCatchUp(peer, catchUp, now: now, into: &effects)
    }

    /// A page that says READY while it is given what it missed starts anew.
    func abandonResume(of map: Peer, into effects: inout Effects) {
        map.deferred = []
        if let catchUp = map.catchUp {
            map.catchUp = nil
            if !catchUp.isSending {
                tell(map, "resumed", OutboundEnvelope.resumed(after: catchUp.position, replayed: 0), into: &effects)
            }
        }
        knownGates[map.id] = nil
    }

    private func refusalToResume(_ position: Position) -> OutboundEnvelope.ResumeRefusal? {
        if let epoch = position.epoch, epoch != self.epoch { return .epoch }
        if position.seq > seq { return .ahead }
        if position.seq + 1 < log.firstKept { return .trimmed }
        return nil
    }

    /// A page that lost only its socket: it stays ready and gets what it missed through its gate.
    func resumeMap(_ map: Peer, now: Int64, into effects: inout Effects) {
        guard var catchUp = map.catchUp else { return }
        guard let gate = knownGates.removeValue(forKey: map.id) else {
            map.catchUp = nil  // forgotten meanwhile: too many pages are away
            tell(map, "resumed", OutboundEnvelope.notResumed(.trimmed, next: log.firstKept), into: &effects)
            return effects.append(.live(map.address))
        }
        // What waited for any map to be ready waits no longer; where it lies before the position it was never sent.
        catchUp.putFirst(waiting.takeAll().filter { $0.seq <= catchUp.position }.map { Delivery($0) })
        tell(map, "resumed", OutboundEnvelope.resumed(after: catchUp.position, replayed: catchUp.count), into: &effects)
        let givesState = catchUp.stateAsOf != nil
        if givesState {
            catchUp.stateAsOf = seq
            catchUp.wasLoaded = gate.stage == .loaded
            beginReplay(of: map, after: catchUp.position)
            map.gate.ready(views: retained.viewTypes, sendsLoad: retained[RetainedState.load] != nil)
            if map.gate.isLoading { map.deferred = [] }  // it will be said again of the map that is loaded now
        } else {
            map.gate = MapGate(resuming: gate, pending: retained.viewTypes)
            map.replay = Replay(after: gate.replayAfter, caughtUp: gate.caughtUp)
        }
        catchUp.beginSending()
        map.catchUp = catchUp
        if givesState { replaySetup(to: map, into: &effects) }
        note(gateOf: map, now: now)
    }

    func forgetGate(of peer: Peer) {
        guard peer.role == .map, knownGates.removeValue(forKey: peer.id) != nil else { return }
        log.changes.gates[peer.id] = .some(nil)
        log.changes.isDirty = true
    }
}
