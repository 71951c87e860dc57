internal import TMapsNet
internal import TMapsProtocol
internal import TMapsRelay

/// What to do with actions while they cannot be written.
package enum StorageFailurePolicy: String, Sendable, CaseIterable {
    /// They are refused with `storage`: nothing is relayed that would not be kept.
    case refuse
    /// They are relayed and not confirmed.
    case relay
}

/// The time from a failed commit to the next one that succeeds.
struct Outage {
    /// nil: the store works.
    var fault: StoreError?
    /// What the store has not taken, by session; it goes first in the next try.
    var unwritten: [String: SessionChanges] = [:]
    /// The server stops and closes the store: nothing is written any more.
    var isForGood = false
    /// The next try is timed.
    var isTimed = false
    /// The store was asked for a repair and has not answered.
    var isBeingRepaired = false

    mutating func takeUnwritten(joinedBy newer: [SessionChanges]) -> [SessionChanges] {
        guard !unwritten.isEmpty else { return newer }
        keep(newer)
        defer { unwritten = [:] }
        return Array(unwritten.values)
    }

    mutating func keep(_ changes: [SessionChanges]) {
        for change in changes {
            if unwritten[change.session]?.append(change) == nil { unwritten[change.session] = change }
        }
    }

    var records: Int { unwritten.values.reduce(0) { $0 + $1.records.count } }

    var bytes: Int { unwritten.values.reduce(0) { $0 + $1.byteCount } }
}

extension Journal {
    private static let retryPeriod = Duration.seconds(1)

    /// Nothing is written from now on. Who waits is told, or what was given to wait would keep the server in memory.
    func end() {
        outage.isForGood = true
        retention?.reads = []
        releaseWaiting(.stopped)
    }

    func succeeded(_ commit: Commit) {
        retention?.written(commit.changes.reduce(0) { $0 + $1.records.count })
        guard let fault = outage.fault else { return trimIfDue() }
        // Damage ends with a repair alone: this commit was under way when it was found.
        guard !fault.isCorruption else { return }
        works()
        relay?.sessions.keepsAll = false
        log.info("storage works again: what was accepted in between is on disk")
    }

    private func works() {
        outage.fault = nil
        relay?.sessions.setStorageFault(nil)
    }

    func failed(_ commit: Commit, _ fault: StoreError) {
        outage.keep(commit.changes.filter { !commit.deleted.contains($0.session) })
        shed()
        suspend(fault)
    }

    /// The store does not work: says so, stops writing, and tries again later.
    func suspend(_ fault: StoreError) {
        let policy = relay?.options.onStorageFailure ?? .refuse
        if outage.fault?.message != fault.message {
            let rest = policy == .relay ? "relaying on without confirmations" : "refusing actions"
            log.error("storage: \(fault.message); \(rest) until it works")
        }
        if outage.fault == nil { relay?.meters.journal.outages += 1 }
        outage.fault = fault
        // What a session could not write is not in the store: loaded again it would be without it.
        relay?.sessions.keepsAll = true
        if policy == .refuse {
            relay?.sessions.setStorageFault(
                Refusal(.storage, "refused: the server's storage does not work, nothing can be kept; try again later"))
        }
        releaseWaiting(fault)
        retryLater()
    }

    private func retryLater() {
        guard !outage.isTimed else { return }
        outage.isTimed = true
        _ = loop.schedule(after: Journal.retryPeriod) { [self] in
            outage.isTimed = false
            guard let fault = outage.fault else { return }
            retryLater()
            if inFlight == nil { tryAgain(after: fault) }
        }
    }

    /// One try now: a repair where the fault calls for one, then everything that has gathered.
    func tryAgain(after fault: StoreError) {
        // nonisolated(unsafe) because it is only handed through the store's thread and used on the loop again.
        nonisolated(unsafe) let journal = self
        let loop = loop
        guard !outage.isBeingRepaired else { return }
        outage.isBeingRepaired = true
        store.repair(after: fault) { result in loop.execute { journal.repaired(result) } }
    }

    private func repaired(_ result: Result<StoreRepair, StoreError>) {
        outage.isBeingRepaired = false
        guard outage.fault != nil, inFlight == nil else { return }
        switch result {
        case .failure(let fault):
            log.debug("storage: \(fault.message)")
            gather()
            shed()
            return
        case .success(.replaced(let report)):
            log.error("storage: \(report)")
            // Before anybody is told to connect again: who does is not to be refused what the new store will take.
            works()
            storeReplaced()
            relay?.sessions.keepsAll = false
        case .success(.opened(let sessions, let findings)):
            for finding in findings { log.warning("storage: \(finding)") }
            storeOpened(sessions)
        case .success(.intact):
            break
        }
        commit()
    }

    /// Everything on disk is gone: sessions in memory begin a new epoch, which tells their peers so.
    private func storeReplaced() {
        for slot in noted { slot.isNoted = false }
        noted = []
        outage.unwritten = [:]
        guard let relay else { return }
        for slot in relay.sessions.renewAll() { note(slot) }
        for connection in relay.connections.values {
            connection.close(CloseCode(rawValue: 1011), "the session's record was lost, connect again")
        }
    }

    /// What the store has is known now. Sessions that were begun in the meantime under the name of one of its own make
    /// way for that one; the others are written.
    private func storeOpened(_ sessions: [SessionSummary]) {
        guard let relay else { return }
        let replaced = relay.sessions.adopt(sessions)
        noted.removeAll { slot in replaced.contains { $0 === slot } }
        for slot in replaced { outage.unwritten[slot.id] = nil }
        for connection in relay.connections.values {
            guard let slot = connection.membership?.slot, !relay.sessions.holds(slot) else { continue }
            connection.close(CloseCode(rawValue: 1011), "the session's record can be read again, connect again")
        }
    }

    /// Takes over from sessions what they have accepted, so that it is counted.
    private func gather() {
        outage.keep(noted.compactMap { $0.session?.takeChanges() })
        for slot in noted { slot.isNoted = false }
        noted = []
    }

    /// Memory has an end: beyond it the log of the outage is given up, and said to be trimmed to who resumes.
    private func shed() {
        let limit = Journal.maxUnwritten
        guard outage.records > limit.records || outage.bytes > limit.bytes else { return }
        log.warning("storage: \(outage.records) actions that could not be written were relayed and are let go")
        for (id, var changes) in outage.unwritten {
            changes.loseRecords()
            outage.unwritten[id] = changes
            if let lost = changes.lostBefore { relay?.sessions.inMemory(id)?.trimmed(firstKept: lost) }
        }
    }

    /// What the store gave, and where it had nothing more, what it has not been given or has not taken. Not only in an
    /// outage: it may have ended since the store was asked, with a commit that what was relayed since then is not in.
    func completed(
        _ result: Result<[Record], StoreError>, of session: String, after: UInt64
    ) -> Result<[Record], StoreError> {
        guard case .success(let records) = result, records.isEmpty else { return result }
        // The store answers in order: a commit under way now had not begun when it read.
        let tried = inFlight?.changes.first { $0.session == session }?.records ?? []
        let kept = (tried + (outage.unwritten[session]?.records ?? [])).filter { $0.seq > after }
        return .success(kept + (relay?.sessions.inMemory(session)?.unwritten(after: after) ?? []))
    }
}

extension StoreError {
    /// The server stops before this could be written.
    static let stopped = StoreError(code: 0, message: "the server is stopping")
}
