internal import TMapsProtocol

extension Session {
    /// This session begun anew, for when the store has lost it: another epoch, an empty log, nobody connected; what is
    /// retained and what waits for a map goes on, and is to be written again.
    package func renewed(epoch: String) -> Session {
        let kept = waiting.records
        var summary = summary
        summary.epoch = epoch
        let stored = StoredSession(
            summary, retained: retained.all, gates: [:], waitingAfter: kept.first.map { $0.seq - 1 } ?? seq,
            waiting: kept, tail: [], firstKept: kept.first?.seq ?? seq + 1, confirmations: [])
        let session = Session(stored, secrets: secrets.file, limits: limits)
        session.secrets = secrets
        session.storageFault = storageFault
        session.log.changes.isNew = true
        session.log.changes.records = kept
        session.log.changes.bytes = kept.reduce(0) { $0 + $1.byteCount }
        for record in retained.all { session.log.changes.retained[record.type] = .some(record) }
        return session
    }

    /// Records above `after` that the store has not been given.
    package func unwritten(after seq: UInt64) -> [Record] { log.changes.records.filter { $0.seq > seq } }
}
