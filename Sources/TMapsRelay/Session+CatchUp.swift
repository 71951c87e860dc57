internal import TMapsProtocol

extension Session {
    /// Begins to count what `peer` missed; it may be answered and served at once, or when the store has answered.
    func beginCatchUp(_ peer: Peer, _ catchUp: CatchUp, now: Int64, into effects: inout Effects) {
        peer.catchUp = catchUp
        continueCatchUp(peer, now: now, into: &effects)
    }

    /// What the store had behind `after`. It may have been outrun by live traffic: then the log's tail has the rest, or
    /// the store is asked again.
    package func recordsRead(
        _ records: [Record], after: UInt64, for peer: Peer, now: Int64, into effects: inout Effects
    ) {
        guard isHere(peer), let reading = peer.catchUp?.reading, reading.after == after else { return }
        peer.catchUp?.reading = nil
        if after + 1 < log.firstKept {
            overtaken(peer, now: now, into: &effects)  // trimmed since it was asked for
        } else {
            take(records, upTo: records.last?.seq ?? reading.newest, peer)
            continueCatchUp(peer, now: now, into: &effects)
        }
        announcePresence(&effects, except: peer)
    }

    /// The store could not be read. A peer that has no answer yet is told that history is not to be had, and goes on
    /// live; any other comes back later, for a hole is never silent.
    package func readFailed(for peer: Peer, into effects: inout Effects) {
        guard isHere(peer), let catchUp = peer.catchUp else { return }
        guard !catchUp.isAnswered, !catchUp.isSending else { return effects.append(.close(peer.address, .slow)) }
        peer.catchUp = nil
        forgetGate(of: peer)
        tell(peer, "resumed", OutboundEnvelope.notResumed(.trimmed, next: seq + 1), into: &effects)
        effects.append(.live(peer.address))
    }

    /// The peer has taken what was sent to it.
    package func drained(_ peer: Peer, now: Int64, into effects: inout Effects) {
        guard isHere(peer), peer.catchUp?.isSending == true else { return }
        peer.catchUp?.drained(pageBytes: limits.pageBytes)
        continueCatchUp(peer, now: now, into: &effects)
        announcePresence(&effects, except: peer)
    }

    func continueCatchUp(_ peer: Peer, now: Int64, into effects: inout Effects) {
        while let catchUp = peer.catchUp, catchUp.reading == nil {
            if catchUp.isSending {
                sendPage(to: peer, now: now, into: &effects)
                guard peer.catchUp?.isSpent() == true else { return effects.append(.awaitDrain(peer.address)) }
            }
            if catchUp.cursor < seq {
                guard read(for: peer, now: now, into: &effects) else { return }
            } else if catchUp.isSending {
                finishCatchUp(of: peer, now: now, into: &effects)
            } else {
                answer(peer, now: now, into: &effects)
            }
        }
    }

    /// Takes what comes next in the log, at once where it is in memory. False: it has to be waited for.
    private func read(for peer: Peer, now: Int64, into effects: inout Effects) -> Bool {
        guard let catchUp = peer.catchUp else { return false }
        if let rest = log.tail.records(after: catchUp.cursor, lastSeq: seq) {
            take(rest, upTo: seq, peer)
            return true
        }
        guard catchUp.cursor + 1 >= log.firstKept else {
            overtaken(peer, now: now, into: &effects)
            return false
        }
        guard !catchUp.isSending || catchUp.mayRead else {
            effects.append(.awaitDrain(peer.address))
            return false
        }
        // The driver hands all changes to the store before it reads: an empty answer means nothing lies up to here.
        peer.catchUp?.reading = (after: catchUp.cursor, newest: seq)
        // The store reads whole batches: the more is taken at once, the fewer are read again.
        let maxBytes = catchUp.isSending ? limits.readBytes : 1 << 20
        effects.append(.read(peer.address, after: catchUp.cursor, maxBytes: maxBytes))
        return false
    }

    /// What the peer was to get next has been trimmed meanwhile.
    private func overtaken(_ peer: Peer, now: Int64, into effects: inout Effects) {
        guard let catchUp = peer.catchUp, !catchUp.isSending, !catchUp.isAnswered else {
            return effects.append(.close(peer.address, .slow))
        }
        peer.catchUp = nil
        refuseResume(of: peer, .trimmed, catchUp.deliveredLive, now: now, into: &effects)
        if peer.catchUp == nil { effects.append(.live(peer.address)) }
    }

    private func take(_ records: [Record], upTo end: UInt64, _ peer: Peer) {
        guard let catchUp = peer.catchUp else { return }
        peer.catchUp?.take(records.filter { isMissed($0, by: peer, catchUp) }, upTo: end)
    }

    private func isMissed(_ record: Record, by peer: Peer, _ catchUp: CatchUp) -> Bool {
        guard peer.role == .observer || record.to == nil || record.to == peer.id else { return false }
        switch peer.role {
        case .map:
            guard record.role == .client, limits.takes(record.type) else { return false }
            guard let stateAsOf = catchUp.stateAsOf, record.seq <= stateAsOf else { return true }
            return record.retention == .pass || (record.to != nil && !record.isMasked)
        case .client:
            return record.role == .map && !catchUp.deliveredLive.contains(record.seq - 1)
        case .observer:
            return !catchUp.deliveredLive.contains(record.seq - 1)
        }
    }

    private func isHere(_ peer: Peer) -> Bool { peers[peer.role].contains { $0 === peer } }
}

// MARK: - Answer, pages, end

extension Session {
    /// Everything is counted: the peer is told how much comes.
    private func answer(_ peer: Peer, now: Int64, into effects: inout Effects) {
        if peer.role == .map { return resumeMap(peer, now: now, into: &effects) }
        guard let catchUp = peer.catchUp else { return }
        if !catchUp.isAnswered {
            tell(
                peer, "resumed", OutboundEnvelope.resumed(after: catchUp.position, replayed: catchUp.count),
                into: &effects)
        }
        peer.catchUp?.beginSending()
    }

    private func sendPage(to peer: Peer, now: Int64, into effects: inout Effects) {
        while var delivery = peer.catchUp?.next() {
            if peer.role == .map {
                replay(&delivery, to: peer, now: now, into: &effects)
            } else {
                push(delivery.frame(for: peer.dialect), to: peer, into: &effects)
            }
        }
    }

    /// One of the missed actions comes to a map, through its gate where it is not beside the state.
    private func replay(_ delivery: inout Delivery, to map: Peer, now: Int64, into effects: inout Effects) {
        let record = delivery.record
        if let stateAsOf = map.catchUp?.stateAsOf, record.seq <= stateAsOf {
            push(delivery.frame(for: map.dialect), to: map, into: &effects)
        } else if record.isMasked {
            sendState(secrets[record.type], to: map, into: &effects)
        } else if record.to != nil {
            offerTargeted(&delivery, to: map, into: &effects)
        } else {
            offer(&delivery, to: map, now: now, into: &effects)
        }
    }

    private func finishCatchUp(of peer: Peer, now: Int64, into effects: inout Effects) {
        guard let catchUp = peer.catchUp else { return }
        peer.catchUp = nil
        if peer.role == .map { finishReplay(of: peer, wasLoaded: catchUp.wasLoaded, now: now, into: &effects) }
        effects.append(.live(peer.address))
    }

    /// Part of a replay does not count as a queue that grows: how much of it waits is this side's own choice.
    func push(_ frame: Frame, to peer: Peer, into effects: inout Effects) {
        if peer.catchUp == nil {
            effects.send(frame, to: peer.address)
        } else {
            effects.append(.page(peer.address, frame))
        }
    }

    /// What the server says of itself; a bare peer does not hear it.
    func tell(_ peer: Peer, _ name: StaticString, _ envelope: @autoclosure () -> Frame, into effects: inout Effects) {
        switch peer.dialect {
        case .bare: break
        case .enveloped: effects.send(envelope(), to: peer.address)
        case .events: effects.send(ServerSentEvent.named(name, envelope()), to: peer.address)
        }
    }
}
