internal import TMapsNet
internal import TMapsProtocol
internal import TMapsRelay

/// Gives the store what sessions have accepted, one commit at a time: while one is being written the next one fills,
/// so batches grow with the load by themselves. Loop thread only.
final class Journal {
    typealias Durable = (Result<Void, StoreError>) -> Void

    /// Unwritten records beyond which senders are stopped, a quarter of what `SessionLog` reserves.
    static let maxUnwritten = (records: 65_536, bytes: 64 << 20)

    weak var relay: Relay?
    private let store: any SessionStore
    private let loop: EventLoop
    private let log: Log
    /// Sessions with changes to write.
    private var noted: [SessionDirectory.Slot] = []
    /// Who waits for the next commit.
    private var waiting: [Durable] = []
    private var reads: [() -> Void] = []
    private var inFlight: Commit?
    /// What the store refused; it goes first in the next try.
    private var unwritten: [SessionChanges] = []
    private(set) var failure: StoreError?
    private var isHoldingSenders = false

    private struct Commit {
        let changes: [SessionChanges]
        let slots: [SessionDirectory.Slot]
        let waiting: [Durable]
    }

    init(store: any SessionStore, loop: EventLoop, log: Log) {
        self.store = store
        self.loop = loop
        self.log = log
    }

    var isIdle: Bool { inFlight == nil && noted.isEmpty && unwritten.isEmpty }

    /// The session may have changes.
    func note(_ slot: SessionDirectory.Slot) {
        guard !slot.isNoted, slot.session?.hasChanges == true else { return }
        slot.isNoted = true
        noted.append(slot)
    }

    /// Calls `body` when everything accepted so far is on disk, or cannot be written.
    func whenDurable(_ body: @escaping Durable) {
        if isIdle { return body(.success(())) }
        if noted.isEmpty, let commit = inFlight {
            // Everything is in the commit under way.
            inFlight = Commit(changes: commit.changes, slots: commit.slots, waiting: commit.waiting + [body])
        } else {
            waiting.append(body)
        }
    }

    /// Reads a session's records, among them all that were accepted before this call.
    func read(
        _ session: String, after: UInt64, limit: Int, maxBytes: Int,
        _ body: @escaping (Result<[Record], StoreError>) -> Void
    ) {
        // nonisolated(unsafe) because they are only handed through the store's thread and used on the loop again.
        nonisolated(unsafe) let (body, journal) = (body, self)
        let (store, loop) = (store, loop)
        let read = {
            store.records(session: session, after: after, limit: limit, maxBytes: maxBytes) { result in
                loop.execute {
                    body(result.map { journal.complete($0, session, after: after, limit: limit, maxBytes: maxBytes) })
                }
            }
        }
        if noted.isEmpty { read() } else { reads.append(read) }
    }

    /// Behind the last record that is on disk come those that the disk did not take: a hole would be silent.
    private func complete(
        _ records: [Record], _ session: String, after: UInt64, limit: Int, maxBytes: Int
    ) -> [Record] {
        let refused = unwritten + (inFlight?.changes ?? [])
        guard !refused.isEmpty, records.count < limit else { return records }
        guard records.reduce(0, { $0 + $1.action.byteCount }) < maxBytes else { return records }
        let last = records.last?.seq ?? after
        return records + refused.lazy.filter { $0.session == session }.flatMap(\.records).filter { $0.seq > last }
    }

    /// Drops records beyond the newest `count` of each session and those older than `age`, now and then again.
    func trim(keeping count: Int, age: Duration, every period: Duration) {
        let before = Timestamp.now().milliseconds - age.components.seconds * 1_000
        // nonisolated(unsafe) because it is only handed through the store's thread and used on the loop again.
        nonisolated(unsafe) let journal = self
        let loop = loop
        store.trim(keeping: count, before: before) { result in loop.execute { journal.trimmed(result) } }
        _ = loop.schedule(after: period) { [self] in trim(keeping: count, age: age, every: period) }
    }

    private func trimmed(_ result: Result<[String: UInt64], StoreError>) {
        switch result {
        case .success(let firstKept):
            for (id, seq) in firstKept { relay?.sessions.inMemory(id)?.trimmed(firstKept: seq) }
        case .failure(let error):
            log.error("storage: old records cannot be removed: \(error.message)")
        }
    }

    /// Removes a session and forgets what of it has not been written.
    func delete(_ slot: SessionDirectory.Slot, _ body: @escaping (Result<Void, StoreError>) -> Void) {
        noted.removeAll { $0 === slot }
        unwritten.removeAll { $0.session == slot.id }
        // nonisolated(unsafe) because it is only handed through the store's thread and called on the loop again.
        nonisolated(unsafe) let body = body
        let loop = loop
        store.delete(session: slot.id) { result in loop.execute { body(result) } }
    }

    /// End of a loop turn: the moment to begin a commit.
    func turnEnded() {
        holdSenders()
        if inFlight == nil, !noted.isEmpty || !reads.isEmpty { commit() }
    }

    private func commit() {
        let slots = noted
        let changes = unwritten + slots.compactMap { $0.session?.takeChanges() }
        for slot in slots { (slot.isNoted, slot.isBeingWritten) = (false, true) }
        noted.removeAll(keepingCapacity: true)
        inFlight = Commit(changes: changes, slots: slots, waiting: waiting)
        waiting = []
        unwritten = []
        // nonisolated(unsafe) because it is only handed through the store's thread and used on the loop again.
        nonisolated(unsafe) let journal = self
        let loop = loop
        store.commit(changes) { result in loop.execute { journal.committed(result) } }
        for read in reads { read() }
        reads = []
    }

    private func committed(_ result: Result<Void, StoreError>) {
        guard let commit = inFlight else { return }
        inFlight = nil
        switch result {
        case .success:
            if failure != nil { log.info("storage works again") }
            failure = nil
        case .failure(let error):
            if failure != error { log.error("storage: \(error.message)") }
            failure = error
            unwritten = commit.changes
            retryLater()
        }
        for slot in commit.slots {
            slot.isBeingWritten = false
            relay?.sessions.releaseIfIdle(slot)
        }
        for durable in commit.waiting { durable(result) }
        turnEnded()
    }

    private func retryLater() {
        _ = loop.schedule(after: .seconds(1)) { [self] in
            if inFlight == nil, !unwritten.isEmpty { commit() }
        }
    }

    /// Deliveries never wait for the store; where it falls too far behind, senders are not read until it has caught up.
    private func holdSenders() {
        guard inFlight != nil || isHoldingSenders else { return }
        var (records, bytes) = (0, 0)
        for slot in noted {
            guard let session = slot.session else { continue }
            (records, bytes) = (records + session.unwrittenRecords, bytes + session.unwrittenBytes)
        }
        let isOver = records > Journal.maxUnwritten.records || bytes > Journal.maxUnwritten.bytes
        guard isOver != isHoldingSenders else { return }
        isHoldingSenders = isOver
        if isOver { log.warning("the store is \(records) records behind: senders are held") }
        relay?.setReading(!isOver)
    }
}
