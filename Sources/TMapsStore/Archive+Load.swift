import TMapsProtocol
import TMapsRelay

extension Archive {
    /// A tail ends early at about this much, so that a log of long actions does not fill the memory.
    private static let tailBytes = 16 * 1024 * 1024

    struct Key {
        var id: Int64
        var epoch: String
    }

    func key(of session: String) throws(StoreError) -> Key? {
        var key: Key?
        try database.rows("SELECT id, epoch FROM sessions WHERE session = ?", .text(session)) { row in
            key = Key(id: row.integer(0), epoch: row.text(1))
            return false
        }
        return key
    }

    func load(session: String, tail: Int) throws(StoreError) -> StoredSession? {
        guard let head = try head(of: session) else { return nil }
        var stored = head.session
        let id = head.id
        stored.retained = try retained(of: session, id: id)
        stored.gates = try gates(of: id)
        stored.waiting = try waiting(of: session, id: id, after: stored.waitingAfter)
        stored.tail = try self.tail(of: session, id: id, floor: head.floor, count: tail)
        stored.confirmations = try confirmations(of: session, id: id)
        let first = try database.integer(
            "SELECT first_seq FROM batches WHERE session = ? AND last_seq >= ? ORDER BY last_seq LIMIT 1",
            .integer(id), .integer(head.floor))
        stored.firstKept = first.map { UInt64(clamping: $0) } ?? stored.summary.seq + 1
        return stored
    }

    /// Numbers that are given out between a load and the session's next commit must not be used again after a crash.
    /// Belongs into a transaction in front of `load`.
    func reserve(for session: String) throws(StoreError) {
        try database.run(
            "UPDATE sessions SET reserved_seq = seq + ?2 WHERE session = ?1 AND reserved_seq < seq + ?2",
            .text(session), .seq(options.reserveAhead))
    }

    /// Whether enough numbers are reserved without `reserve`. True where the session does not exist.
    func hasReserve(for session: String) throws(StoreError) -> Bool {
        let ahead = try database.integer("SELECT reserved_seq - seq FROM sessions WHERE session = ?", .text(session))
        return ahead.map { $0 >= Int64(clamping: options.reserveAhead / 2) } ?? true
    }

    /// Records above `after`, oldest first.
    func records(session: String, after: UInt64, limit: Int, maxBytes: Int) throws(StoreError) -> [Record] {
        guard let head = try head(of: session) else { return [] }
        let (limit, maxBytes) = (max(1, limit), max(1, maxBytes))
        var records: [Record] = []
        var bytes = 0
        try database.rows(
            "SELECT last_seq, body FROM batches WHERE session = ? AND last_seq >= ? AND last_seq > ? ORDER BY last_seq",
            .integer(head.id), .integer(head.floor), .seq(after)
        ) { row throws(StoreError) in
            try decode(row.blob(1), of: session, endingAt: row.seq(0)) {
                records.append($0)
                bytes += $0.byteCount
            } isWanted: {
                $0 > after && records.count < limit && bytes < maxBytes
            }
            return records.count < limit && bytes < maxBytes
        }
        return records
    }

    private func head(of session: String) throws(StoreError) -> (id: Int64, floor: Int64, session: StoredSession)? {
        var head: (Int64, Int64, StoredSession)?
        try database.rows(
            "SELECT id, floor, name, epoch, created, last_active, seq, waiting_after FROM sessions WHERE session = ?",
            .text(session)
        ) { row in
            let summary = SessionSummary(
                session: session, name: row.optionalText(2), epoch: row.text(3), seq: row.seq(6),
                created: row.integer(4), lastActive: row.integer(5))
            let stored = StoredSession(
                summary, retained: [], gates: [:], waitingAfter: row.optionalInteger(7).map { UInt64(clamping: $0) },
                waiting: [], tail: [], firstKept: 0, confirmations: [])
            head = (row.integer(0), row.integer(1), stored)
            return false
        }
        return head
    }

    /// Retained actions in the order in which they were dispatched.
    private func retained(of session: String, id: Int64) throws(StoreError) -> [Record] {
        var records: [Record] = []
        try database.rows("SELECT body FROM retained WHERE session = ?", .integer(id)) { row throws(StoreError) in
            try decode(row.blob(0), of: session, endingAt: nil) { records.append($0) }
            return true
        }
        return records.sorted { $0.seq < $1.seq }
    }

    private func gates(of id: Int64) throws(StoreError) -> [String: StoredGate] {
        var gates: [String: StoredGate] = [:]
        try database.rows(
            "SELECT peer, stage, is_loading, caught_up, replay_after, last_active FROM gates WHERE session = ?",
            .integer(id)
        ) { row in
            // A stage this version does not know: the map starts again at READY.
            let stage = UInt8(exactly: row.integer(1)).flatMap(StoredGate.Stage.init) ?? .waiting
            gates[row.text(0)] = StoredGate(
                stage: stage, isLoading: row.integer(2) != 0, caughtUp: row.seq(3),
                replayAfter: row.optionalInteger(4).map { UInt64(clamping: $0) }, lastActive: row.integer(5))
            return true
        }
        return gates
    }

    private func waiting(of session: String, id: Int64, after: UInt64?) throws(StoreError) -> [Record] {
        guard let after else { return [] }
        var records: [Record] = []
        try database.rows(
            "SELECT last_seq, body FROM batches WHERE session = ? AND last_seq > ? AND passing > 0 ORDER BY last_seq",
            .integer(id), .seq(after)
        ) { row throws(StoreError) in
            try decode(row.blob(1), of: session, endingAt: row.seq(0)) { record in
                if record.mayWait { records.append(record) }
            } isWanted: {
                $0 > after
            }
            return true
        }
        return records
    }

    private func tail(of session: String, id: Int64, floor: Int64, count: Int) throws(StoreError) -> [Record] {
        guard count > 0 else { return [] }
        var batches: [[Record]] = []
        var found = 0
        var bytes = 0
        try database.rows(
            "SELECT last_seq, body FROM batches WHERE session = ? AND last_seq >= ? ORDER BY last_seq DESC",
            .integer(id), .integer(floor)
        ) { row throws(StoreError) in
            var batch: [Record] = []
            let body = row.blob(1)
            try decode(body, of: session, endingAt: row.seq(0)) { batch.append($0) }
            batches.append(batch)
            found += batch.count
            bytes += body.count
            return found < count && bytes < Self.tailBytes
        }
        return batches.reversed().flatMap(\.self).suffix(count)
    }

    private func confirmations(of session: String, id: Int64) throws(StoreError) -> [StoredConfirmation] {
        var result: [StoredConfirmation] = []
        try database.rows(
            """
            SELECT last_seq, confirmations FROM batches
            WHERE session = ? AND confirmations IS NOT NULL ORDER BY last_seq
            """, .integer(id)
        ) { row throws(StoreError) in
            do throws(CodecError) {
                var base = RecordCodec.Base()
                var reader = try Seal.reader(row.blob(1))
                while !reader.isAtEnd {
                    result.append(try RecordCodec.confirmation(from: &reader, base: &base))
                }
            } catch {
                throw damaged(error, in: "confirmations", of: session, endingAt: row.seq(0))
            }
            return true
        }
        return result
    }

    /// Calls `body` with each record of a blob whose `seq` is wanted.
    private func decode(
        _ blob: UnsafeRawBufferPointer, of session: String, endingAt last: UInt64?, _ body: (Record) -> Void,
        isWanted: (UInt64) -> Bool = { _ in true }
    ) throws(StoreError) {
        do throws(CodecError) {
            var base = RecordCodec.Base()
            var reader = try Seal.reader(blob)
            while !reader.isAtEnd {
                if let record = try RecordCodec.record(from: &reader, base: &base, isWanted: isWanted) { body(record) }
            }
        } catch {
            throw damaged(error, in: last == nil ? "retained action" : "records", of: session, endingAt: last)
        }
    }

    private func damaged(
        _ error: CodecError, in what: String, of session: String, endingAt last: UInt64?
    ) -> StoreError {
        let place = last.map { " up to seq \($0)" } ?? ""
        return StoreError(
            code: 0,
            message: "\(database.path): session \(session), \(what)\(place): byte \(error.offset): \(error.message)")
    }
}
