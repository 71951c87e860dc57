internal import TMapsProtocol

/// What a session has accepted: the newest records, confirmed ids, and what the store has not been given yet.
struct SessionLog {
    struct Changes {
        var isNew = false
        var isDirty = false
        var records: [Record] = []
        var retained: [String: Record?] = [:]
        var gates: [String: StoredGate?] = [:]
        var bytes = 0
    }

    var tail: RecordTail
    var confirmations: ConfirmationIndex
    var changes = Changes()
    /// The smallest position still kept.
    var firstKept: UInt64
    private var reservedSeq: UInt64
    /// `SessionChanges.reserveAhead`, or more.
    private let reserveAhead: UInt64

    init(_ stored: StoredSession, reserveAhead: UInt64) {
        tail = RecordTail(stored.tail)
        confirmations = ConfirmationIndex(stored.confirmations)
        firstKept = stored.firstKept
        // The store reserved this much when it loaded the session.
        self.reserveAhead = reserveAhead
        reservedSeq = stored.summary.seq + reserveAhead
    }

    /// `key` is that of the record's `id`.
    mutating func append(_ record: Record, key: ConfirmationIndex.Key?) {
        tail.append(record)
        changes.records.append(record)
        changes.bytes += record.byteCount
        changes.isDirty = true
        if let key { confirmations.insert(key, seq: record.seq) }
    }

    mutating func reserve(beyond seq: UInt64) -> UInt64 {
        if seq + reserveAhead / 4 * 3 >= reservedSeq { reservedSeq = seq + reserveAhead }
        return reservedSeq
    }
}

extension Session {
    package var hasChanges: Bool { log.changes.isDirty || log.changes.isNew }
    package var unwrittenRecords: Int { log.changes.records.count }
    package var unwrittenBytes: Int { log.changes.bytes }

    /// What the store has not been given yet, or nil. After this call it counts as given.
    package func takeChanges() -> SessionChanges? {
        guard hasChanges else { return nil }
        let changes = log.changes
        log.changes = .init()
        return SessionChanges(
            summary, records: changes.records, reservedSeq: log.reserve(beyond: seq), retained: changes.retained,
            gates: changes.gates, waitingAfter: waiting.after)
    }

    /// The store dropped old records.
    package func trimmed(firstKept: UInt64) {
        log.firstKept = max(log.firstKept, firstKept)
        log.confirmations.forget(before: log.firstKept)
    }

    /// Keeps how far a map has come, for when its page comes back.
    func note(gateOf peer: Peer, now: Int64) {
        log.changes.gates[peer.id] = .some(peer.storedGate(now: now))
        log.changes.isDirty = true
    }
}
