import TMapsProtocol
import TMapsRelay

extension Archive {
    /// A batch row is closed at this size, so that a page of the log never costs much more than it holds.
    private static let batchBytes = 256 * 1024
    private static let batchRecords = 1_000

    /// Writes one session's changes; belongs into a transaction.
    func write(_ changes: SessionChanges) throws(StoreError) {
        let id = try sessionID(for: changes)
        if let lost = changes.lostBefore { try drop(before: lost, id: id) }
        let bytes = try write(records: changes.records, of: changes.session, id: id)
        try update(id, changes, bytes: bytes)
        for (type, record) in changes.retained { try write(retained: record, type: type, id: id) }
        for (peer, gate) in changes.gates { try write(gate: gate, peer: peer, id: id) }
    }

    /// The row of the session, made or brought up to date. Another epoch is another log: what the old one had goes.
    private func sessionID(for changes: SessionChanges) throws(StoreError) -> Int64 {
        let summary = changes.summary
        if let known = try key(of: summary.session) {
            if known.epoch == summary.epoch { return known.id }
            try remove(known.id)
        }
        try database.run(
            """
            INSERT INTO sessions(session, name, epoch, created, last_active, seq, reserved_seq, waiting_after)
            VALUES(?, ?, ?, ?, ?, ?, ?, ?)
            """,
            .text(summary.session), .optional(summary.name), .text(summary.epoch), .integer(summary.created),
            .integer(summary.lastActive), .seq(summary.seq), .seq(max(summary.seq, changes.reservedSeq)),
            changes.waitingAfter.map { .seq($0) } ?? .null)
        return database.lastInsertedID
    }

    /// Numbers only ever rise, whatever order the changes were made in.
    private func update(_ id: Int64, _ changes: SessionChanges, bytes: Int) throws(StoreError) {
        let summary = changes.summary
        try database.run(
            """
            UPDATE sessions SET name = ?2, created = ?3, last_active = ?4, seq = max(seq, ?5),
                reserved_seq = max(reserved_seq, ?5, ?6), waiting_after = ?7, kept = kept + ?8,
                kept_bytes = kept_bytes + ?9
            WHERE id = ?1
            """,
            .integer(id), .optional(summary.name), .integer(summary.created), .integer(summary.lastActive),
            .seq(summary.seq), .seq(changes.reservedSeq), changes.waitingAfter.map { .seq($0) } ?? .null,
            .integer(changes.records.count), .integer(bytes))
    }

    /// Gives how long the bodies are.
    private func write(records: [Record], of session: String, id: Int64) throws(StoreError) -> Int {
        var bytes = 0
        var index = records.startIndex
        var previous: UInt64 = 0
        while index < records.endIndex {
            var batch = Batch(first: records[index])
            Seal.open(&body)
            Seal.open(&confirmations)
            while index < records.endIndex, batch.count < Self.batchRecords, body.count < Self.batchBytes {
                // Unmanaged because the loop counts the references of these records at the same time, and each count
                // here would take the memory away from it; `records` holds them.
                let seq = Unmanaged.passUnretained(records[index])._withUnsafeGuaranteedRef { record in
                    if record.seq > previous { batch.append(record, to: &body, confirmations: &confirmations) }
                    return record.seq
                }
                guard seq > previous else {
                    throw StoreError(code: 0, message: "session \(session): record \(seq) stands behind \(previous)")
                }
                previous = seq
                index += 1
            }
            try insert(batch, id: id)
            bytes += body.count
        }
        return bytes
    }

    private func insert(_ batch: Batch, id: Int64) throws(StoreError) {
        Seal.close(&body)
        let hasConfirmations = batch.confirmed.seq > 0
        if hasConfirmations { Seal.close(&confirmations) }
        try database.run(
            """
            INSERT INTO batches(session, last_seq, first_seq, newest_time, count, passing, confirmations, body)
            VALUES(?, ?, ?, ?, ?, ?, ?, ?)
            """,
            .integer(id), .seq(batch.base.seq), .seq(batch.firstSeq), .integer(batch.newestTime),
            .integer(batch.count), .integer(batch.passing),
            hasConfirmations ? .blob(confirmations.bytes) : .null, .blob(body.bytes))
    }

    private func write(retained record: Record?, type: String, id: Int64) throws(StoreError) {
        guard let record else {
            return try database.run("DELETE FROM retained WHERE session = ? AND type = ?", .integer(id), .text(type))
        }
        var base = RecordCodec.Base()
        Seal.open(&body)
        RecordCodec.append(record, to: &body, base: &base)
        Seal.close(&body)
        try database.run(
            "INSERT OR REPLACE INTO retained(session, type, body) VALUES(?, ?, ?)",
            .integer(id), .text(type), .blob(body.bytes))
    }

    private func write(gate: StoredGate?, peer: String, id: Int64) throws(StoreError) {
        guard let gate else {
            return try database.run("DELETE FROM gates WHERE session = ? AND peer = ?", .integer(id), .text(peer))
        }
        try database.run(
            """
            INSERT OR REPLACE INTO gates(session, peer, stage, is_loading, caught_up, replay_after, last_active)
            VALUES(?, ?, ?, ?, ?, ?, ?)
            """,
            .integer(id), .text(peer), .integer(Int64(gate.stage.rawValue)), .integer(gate.isLoading ? 1 : 0),
            .seq(gate.caughtUp), .optional(gate.replayAfter.map { Int64(clamping: $0) }), .integer(gate.lastActive))
    }
}

/// What is known of the row that is being filled.
private struct Batch {
    let firstSeq: UInt64
    private(set) var newestTime: Int64
    private(set) var count = 0
    private(set) var passing = 0
    private(set) var base = RecordCodec.Base()
    private(set) var confirmed = RecordCodec.Base()

    init(first: Record) {
        firstSeq = first.seq
        newestTime = first.time
    }

    mutating func append(_ record: Record, to body: inout ByteWriter, confirmations: inout ByteWriter) {
        RecordCodec.append(record, to: &body, base: &base)
        newestTime = max(newestTime, record.time)
        count += 1
        if record.mayWait { passing += 1 }
        RecordCodec.append(confirmationOf: record, to: &confirmations, base: &confirmed)
    }
}

extension Record {
    /// An action for every map that is not retained waits for the first map that becomes ready (wire contract §4).
    var mayWait: Bool { role == .client && retention == .pass && to == nil }
}
