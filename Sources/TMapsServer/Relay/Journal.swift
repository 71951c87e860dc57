internal import TMapsNet
internal import TMapsProtocol
internal import TMapsRelay

/// Gives the store what sessions have accepted, one commit at a time: while one is being written the next one fills,
/// so batches grow with the load by themselves. Loop thread only.
final class Journal {
    typealias Durable = (Result<Void, StoreError>) -> Void

    /// Unwritten records beyond which senders are stopped, a quarter of what `SessionLog` reserves.
    static let maxUnwritten = (records: 65_536, bytes: 64 << 20)

    /// Unowned, not weak, which would make each use of the relay slower: it ends with the loop, after all that calls
    /// this.
    unowned var relay: Relay?
    let store: any SessionStore
    let loop: EventLoop
    let log: Log
    /// Sessions with changes to write.
    var noted: [SessionDirectory.Slot] = []
    /// Who waits for the next commit.
    private var waiting = Waiting()
    private var reads: [() -> Void] = []
    private(set) var inFlight: Commit?
    private var window = BatchWindow()
    var outage = Outage()
    var retention: Retaining?
    private(set) var isHoldingSenders = false

    struct Commit {
        let changes: [SessionChanges]
        let slots: [SessionDirectory.Slot]
        let waiting: Waiting
        /// Microseconds of the loop's clock.
        let startedAt: UInt64
        /// Sessions that were deleted since it began.
        var deleted: Set<String> = []
    }

    init(store: any SessionStore, loop: EventLoop, log: Log) {
        self.store = store
        self.loop = loop
        self.log = log
    }

    var isIdle: Bool { inFlight == nil && noted.isEmpty && outage.unwritten.isEmpty }

    /// The session may have changes.
    func note(_ slot: SessionDirectory.Slot) {
        guard !slot.isNoted, !slot.isGone, slot.session?.hasChanges == true else { return }
        slot.isNoted = true
        noted.append(slot)
    }

    /// Calls `body` when everything accepted so far is on disk, or cannot be written.
    func whenDurable(_ body: @escaping Durable) {
        switch fate {
        case .awaited(let waiting): waiting.append(body)
        case .known(let result): body(result)
        }
    }

    /// Confirms to a peer when everything accepted so far is on disk, or tells it that this cannot be written.
    func whenDurable(_ confirmation: Confirmation, to address: Address) {
        switch fate {
        case .awaited(let waiting): waiting.append(confirmation, to: address)
        case .known(.success): relay?.confirm([confirmation], to: address)
        case .known(.failure): relay?.refuse([confirmation], to: address)
        }
    }

    /// What becomes of everything accepted so far.
    private enum Fate {
        case awaited(Waiting)
        case known(Result<Void, StoreError>)
    }

    private var fate: Fate {
        if isIdle { return .known(.success(())) }
        if outage.isForGood { return .known(.failure(.stopped)) }
        // Everything is in the commit under way.
        if noted.isEmpty, let inFlight { return .awaited(inFlight.waiting) }
        // The store is tried again on its own time; what it wrote then is confirmed to who dispatches it again.
        if let fault = outage.fault { return .known(.failure(fault)) }
        return .awaited(waiting)
    }

    /// Reads a session's records, among them all that were accepted before this call.
    func read(
        _ session: String, after: UInt64, limit: Int, maxBytes: Int,
        _ body: @escaping (Result<[Record], StoreError>) -> Void
    ) {
        // nonisolated(unsafe) because it is only handed through the store's thread and called on the loop again.
        nonisolated(unsafe) let (journal, body) = (self, body)
        let (store, loop) = (store, loop)
        let read = {
            store.records(session: session, after: after, limit: limit, maxBytes: maxBytes) { result in
                loop.execute { body(journal.completed(result, of: session, after: after)) }
            }
        }
        if retention?.isTrimming == true {
            // In between, the answer could lack what the session does not know yet to be gone.
            retention?.reads.append { journal.read(session, after: after, limit: limit, maxBytes: maxBytes, body) }
        } else if noted.isEmpty || outage.fault != nil {
            read()
        } else {
            reads.append(read)
        }
    }

    /// Whether the session has accepted what is not known to be on disk.
    func isUnwritten(_ slot: SessionDirectory.Slot) -> Bool {
        slot.isNoted || outage.unwritten[slot.id] != nil
            || inFlight?.changes.contains { $0.session == slot.id } == true
    }

    /// Removes a session and forgets what of it has not been written.
    func delete(_ slot: SessionDirectory.Slot, _ body: @escaping (Result<Void, StoreError>) -> Void) {
        noted.removeAll { $0 === slot }
        outage.unwritten[slot.id] = nil
        inFlight?.deleted.insert(slot.id)
        retention?.deleted(slot.id)
        // nonisolated(unsafe) because it is only handed through the store's thread and called on the loop again.
        nonisolated(unsafe) let body = body
        let loop = loop
        store.delete(session: slot.id) { result in loop.execute { body(result) } }
    }
}

// MARK: - Commits

extension Journal {
    /// End of a loop turn: the moment to begin a commit.
    func turnEnded() {
        holdSenders()
        guard mayCommit else { return }
        guard reads.isEmpty, noted.count < BatchWindow.maxRecords,
            let wait = window.remaining(confirmations: waiting.count, now: loop.nowMicroseconds),
            gathered.records < BatchWindow.maxRecords
        else { return commit() }
        guard !window.isTimed else { return }
        window.isTimed = true
        _ = loop.schedule(after: .microseconds(Int64(wait))) { [self] in
            window.isTimed = false
            if mayCommit { commit() }
        }
    }

    /// The store could begin, and something would come of it: who waits for the changes of a session that was deleted
    /// has an answer to come too.
    private var mayCommit: Bool {
        inFlight == nil && outage.fault == nil && !outage.isForGood
            && (!noted.isEmpty || !reads.isEmpty || waiting.count > 0)
    }

    func commit() {
        let slots = noted
        let changes = outage.takeUnwritten(joinedBy: slots.compactMap { $0.session?.takeChanges() })
        for slot in slots { (slot.isNoted, slot.isBeingWritten) = (false, true) }
        noted.removeAll(keepingCapacity: true)
        inFlight = Commit(changes: changes, slots: slots, waiting: waiting, startedAt: loop.nowMicroseconds)
        waiting = Waiting()
        // nonisolated(unsafe) because it is only handed through the store's thread and used on the loop again.
        nonisolated(unsafe) let journal = self
        let loop = loop
        store.commit(changes) { result in
            // Here: the loop may see it later.
            let ended = loop.nowMicroseconds
            loop.execute { journal.committed(result, at: ended) }
        }
        for read in reads { read() }
        reads = []
    }

    private func committed(_ result: Result<Void, StoreError>, at ended: UInt64) {
        guard let commit = inFlight else { return }
        inFlight = nil
        let duration = ended - commit.startedAt
        window.written(
            in: duration, confirmations: commit.waiting.count, alreadyWaiting: waiting.count, now: loop.nowMicroseconds)
        let isOnDisk = if case .success = result { true } else { false }
        relay?.meters.journal.committed(commit.changes, isOnDisk: isOnDisk, in: duration)
        switch result {
        case .success: succeeded(commit)
        case .failure(let fault): failed(commit, fault)
        }
        for slot in commit.slots {
            slot.isBeingWritten = false
            relay?.sessions.releaseIfIdle(slot)
        }
        commit.waiting.tell(result, relay)
        turnEnded()
    }

    /// Those who wait for a commit that is not to be tried now, and reads that waited for it.
    func releaseWaiting(_ fault: StoreError) {
        let (waiting, reads) = (waiting, reads)
        (self.waiting, self.reads) = (Waiting(), [])
        waiting.tell(.failure(fault), relay)
        for read in reads { read() }
    }

    /// What the next commit would write.
    var gathered: (records: Int, bytes: Int) {
        noted.reduce((0, 0)) { sum, slot in
            (sum.0 + (slot.session?.unwrittenRecords ?? 0), sum.1 + (slot.session?.unwrittenBytes ?? 0))
        }
    }

    /// Deliveries never wait for the store; where it falls too far behind, senders are not read until it has caught up.
    private func holdSenders() {
        guard inFlight != nil || isHoldingSenders else { return }
        let (records, bytes) = gathered
        let isOver = records > Journal.maxUnwritten.records || bytes > Journal.maxUnwritten.bytes
        guard isOver != isHoldingSenders else { return }
        isHoldingSenders = isOver
        if isOver { log.warning("the store is \(records) records behind: senders are held") }
        relay?.setReading(!isOver)
    }
}
