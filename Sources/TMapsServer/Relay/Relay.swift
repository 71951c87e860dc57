internal import TMapsNet
internal import TMapsProtocol
internal import TMapsRelay

/// Joins connections, sessions and the store. Loop thread only.
///
/// The walk of a message: `PeerConnection.received` → `Relay.receive` → `Session.receive` → `Effects` →
/// `Relay.carryOut` → the receivers' queues, which the loop drains at the end of its turn.
final class Relay {
    struct Options {
        var sessionLimits = Session.Limits()
        /// Bytes that may wait for one peer; beyond, it is closed with 4000.
        var maxQueueBytes = 16 << 20
        var maxPeersPerSession = 1_000
        var maxSessions = 10_000
        var hasImplicitSessions = true
        /// false: a dispatch is confirmed when it is accepted, not when it is on disk.
        var isDurable = true
        /// What becomes of actions while they cannot be written.
        var onStorageFailure = StorageFailurePolicy.refuse
    }

    let loop: EventLoop
    let log: Log
    let options: Options
    let sessions: SessionDirectory
    let journal: Journal
    let meters = Meters()
    private(set) var connections: [Address: PeerConnection] = [:]
    private var effects = Effects()
    private var callers: CallerLimits?
    private var onEmpty: (() -> Void)?

    init(
        loop: EventLoop, store: any SessionStore, summaries: [SessionSummary], secrets: SecretShelf.Actions,
        options: Options,
        log: Log
    ) {
        self.loop = loop
        self.log = log
        self.options = options
        callers = options.sessionLimits.actionsPerSecond.map { CallerLimits(perSecond: $0) }
        journal = Journal(store: store, loop: loop, log: log)
        sessions = SessionDirectory(
            store: store, loop: loop, summaries: summaries, secrets: secrets, limits: options.sessionLimits, log: log)
        journal.relay = self
        sessions.foundDamage = { [journal] error in journal.suspend(error) }
    }

    /// The moment, as sessions want it: milliseconds since 1970.
    var now: Int64 { Timestamp.now().milliseconds }

    /// What sessions have decided since the start.
    var tally: Tally { effects.tally }

    /// Something was refused that no session saw, or over HTTP.
    func refused(_ code: ErrorCode) { effects.tally.refused(code) }
}

// MARK: - Connections

extension Relay {
    func opened(_ connection: PeerConnection) { connections[connection.address] = connection }

    /// The session is there: the connection becomes a peer of it.
    func join(_ connection: PeerConnection, _ slot: SessionDirectory.Slot, _ session: Session) {
        // Deleted while it was read from the store.
        guard sessions.holds(slot) else { return connection.close(.sessionEnded) }
        let peer = session.join(connection.newcomer, now: now, into: &effects)
        connection.joined(slot, session, peer)
        carryOut(slot)
    }

    func receive(_ message: UnsafeRawBufferPointer, from member: PeerConnection.Membership) {
        guard !member.slot.isGone else { return }
        meters.received(message.count)
        member.session.receive(message, from: member.peer, now: now, into: &effects)
        carryOut(member.slot)
    }

    /// The peer has taken what was sent to it: the next page of what it missed.
    func drained(_ member: PeerConnection.Membership) {
        guard sessions.holds(member.slot) else { return }
        member.session.drained(member.peer, now: now, into: &effects)
        carryOut(member.slot)
    }

    func closed(_ connection: PeerConnection) {
        connections[connection.address] = nil
        defer { tellWhenEmpty() }
        guard let member = connection.membership, sessions.holds(member.slot) else { return }
        member.session.leave(member.peer, now: now, into: &effects)
        carryOut(member.slot)
        sessions.releaseIfIdle(member.slot)
    }

    /// A new session; the id must be free.
    func create(_ id: String, name: String?) -> Session {
        let (slot, session) = sessions.create(id, name: name)
        journal.note(slot)
        return session
    }

    /// Ends a session: its peers are closed with 4500, its records removed. Where they cannot be removed it is there
    /// still, and can be deleted again. Then what of it was not on disk is lost, and with it the end of its log: it
    /// begins a new epoch.
    func delete(_ id: String, _ completion: @escaping (Result<Void, StoreError>) -> Void) {
        let summary = sessions.state(of: id)?.summary
        let slot = sessions.remove(id)
        let isCutShort = journal.isUnwritten(slot)
        for connection in connections.values where connection.membership?.slot === slot {
            connection.close(.sessionEnded)
        }
        journal.delete(slot) { [sessions, journal] result in
            if case .failure = result, let summary {
                if isCutShort, let renewed = sessions.renew(slot) {
                    journal.note(renewed)
                } else {
                    sessions.keep(summary)
                }
            }
            completion(result)
        }
    }

    func readLog(
        of id: String, after: UInt64, limit: Int, _ body: @escaping (Result<[Record], StoreError>) -> Void
    ) {
        journal.read(id, after: after, limit: limit, maxBytes: 16 << 20, body)
    }

    /// Dispatches as a client that has no connection, over HTTP.
    func dispatch(
        _ actions: [ScannedAction], as peer: String, id: String?, to target: String?, in slot: SessionDirectory.Slot,
        _ session: Session
    ) throws(Refusal) -> [UInt64] {
        defer { carryOut(slot) }
        let now = now
        return try session.dispatch(
            all: actions, from: .init(httpClient: peer), id: id, to: target, now: now, into: &effects
        ) { (count) throws(Refusal) in
            try callers?.take(count, as: .init(session: slot.id, peer: peer), now: now)
        }
    }
}

extension Relay {
    /// Closes every peer with 1001 behind what is queued for it; `completion` runs when the last one has gone.
    func closeAll(_ completion: @escaping () -> Void) {
        onEmpty = completion
        for connection in connections.values { connection.close(.draining, "server is stopping") }
        tellWhenEmpty()
    }

    private func tellWhenEmpty() {
        guard connections.isEmpty, let onEmpty else { return }
        self.onEmpty = nil
        onEmpty()
    }

    /// Pushes back on everyone who could send, or lets them go on.
    func setReading(_ isReading: Bool) {
        for connection in connections.values {
            if isReading { connection.resumeReading() } else { connection.pauseReading() }
        }
    }
}

// MARK: - Effects

extension Relay {
    /// Does what the session decided, in order.
    func carryOut(_ slot: SessionDirectory.Slot) {
        // Nothing below calls back into a session, so the list does not change while it is walked.
        for effect in effects.list {
            switch effect {
            case .send(let index): send(effects.sendings[index])
            case .page(let address, let frame): sendPage(frame, to: address)
            case .awaitDrain(let address): connections[address]?.awaitDrain()
            case .live(let address): for frame in connections[address]?.takeHeld() ?? [] { send(frame, to: address) }
            case .close(let address, let code): connections[address]?.close(code)
            case .confirm(let address, let confirmation): confirm(address, confirmation, slot)
            case .read(let address, let after, let maxBytes):
                read(for: address, after: after, maxBytes: maxBytes, slot)
            case .warn(let role, let peer, let objection):
                log.warning("session \(slot.id), \(role) \(peer): relayed, though \(objection.message)")
            case .wake(let time): wake(slot, at: time)
            }
        }
        effects.removeAll()
        journal.note(slot)
    }

    private func send(_ sending: Effects.Sending) {
        let (receivers, owner) = (effects.receivers, sending.frame.owner)
        sending.frame.withWireBytes { bytes in
            meters.sent(sending.range.count, bytes: bytes.count)
            for address in receivers[sending.range] { send(bytes, owner: owner, to: address) }
        }
    }

    private func send(_ frame: Frame, to address: Address) {
        frame.withWireBytes { bytes in
            meters.sent(bytes: bytes.count)
            send(bytes, owner: frame.owner, to: address)
        }
    }

    private func send(_ bytes: UnsafeRawBufferPointer, owner: AnyObject, to address: Address) {
        let queued = loop.send(bytes, owner: owner, to: address.rawValue)
        if queued > meters.queueWatermark { longQueue(queued, of: address) }
    }

    private func longQueue(_ queued: Int, of address: Address) {
        meters.noteQueue(queued, limit: options.maxQueueBytes)
        if queued > options.maxQueueBytes { connections[address]?.check(queued: queued) }
    }

    private func sendPage(_ frame: Frame, to address: Address) {
        connections[address]?.sentPage(frame.byteCount)
        send(frame, to: address)
    }

    private func confirm(_ address: Address, _ confirmation: Confirmation, _ slot: SessionDirectory.Slot) {
        guard options.isDurable else { return confirm([confirmation], to: address) }
        journal.note(slot)
        journal.whenDurable(confirmation, to: address)
    }

    /// What these say has come true.
    func confirm(_ confirmations: ArraySlice<Confirmation>, to address: Address) {
        let frame = OutboundEnvelope.acks(confirmations)
        if connections[address]?.hold(frame) != true { send(frame, to: address) }
    }

    /// What these would have said has not come true.
    func refuse(_ confirmations: ArraySlice<Confirmation>, to address: Address) {
        let refusal = Refusal(.storage, "accepted, but not on disk; the same id again asks for the confirmation")
        for confirmation in confirmations {
            send(OutboundEnvelope.error(refusal, id: confirmation.id), to: address)
        }
    }

    private func read(for address: Address, after: UInt64, maxBytes: Int, _ slot: SessionDirectory.Slot) {
        journal.note(slot)
        journal.read(slot.id, after: after, limit: 10_000, maxBytes: maxBytes) { [self] result in
            // Of a session that was deleted meanwhile nothing is told, and not what a new one of its name has.
            guard let member = connections[address]?.membership, sessions.holds(member.slot) else { return }
            switch result {
            case .success(let records):
                member.session.recordsRead(records, after: after, for: member.peer, now: now, into: &effects)
            case .failure(let error):
                log.error("session \(slot.id): records after \(after) cannot be read: \(error.message)")
                member.session.readFailed(for: member.peer, into: &effects)
            }
            carryOut(member.slot)
        }
    }

    private func wake(_ slot: SessionDirectory.Slot, at time: Int64) {
        _ = loop.schedule(after: .milliseconds(max(0, time - now))) { [self] in
            guard let session = slot.session else { return }
            session.timerFired(now: now, into: &effects)
            carryOut(slot)
        }
    }
}
