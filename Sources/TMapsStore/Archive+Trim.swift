import TMapsRelay

/// Removing old data, in steps so short that commits queued behind one hardly wait.
extension Archive {
    private static let rowsPerStep = 256
    private static let bytesPerStep: Int64 = 16 * 1024 * 1024

    /// Takes the session away. What hangs on it is unreachable from now on; `sweep` frees its pages.
    func remove(_ id: Int64) throws(StoreError) {
        try database.run("DELETE FROM sessions WHERE id = ?", .integer(id))
        try database.run("INSERT INTO removed(session) VALUES(?)", .integer(id))
    }

    /// Removes some rows of a session that is gone. False: nothing is left to do.
    func sweep() throws(StoreError) -> Bool {
        guard let id = try database.integer("SELECT session FROM removed LIMIT 1") else { return false }
        var last: Int64?
        var bytes: Int64 = 0
        try database.rows(
            "SELECT last_seq, length(body) FROM batches WHERE session = ? ORDER BY last_seq LIMIT \(Self.rowsPerStep)",
            .integer(id)
        ) { row in
            last = row.integer(0)
            bytes += row.integer(1)
            return bytes < Self.bytesPerStep
        }
        if let last {
            try database.run("DELETE FROM batches WHERE session = ? AND last_seq <= ?", .integer(id), .integer(last))
        } else {
            try database.run("DELETE FROM retained WHERE session = ?", .integer(id))
            try database.run("DELETE FROM gates WHERE session = ?", .integer(id))
            try database.run("DELETE FROM removed WHERE session = ?", .integer(id))
        }
        return true
    }

    struct TrimStep {
        /// The session to go on with; nil at the end.
        var next: Int64?
        /// The first position still kept, of sessions that lost some.
        var raised: [String: UInt64] = [:]
    }

    /// One step of a trim over all sessions from `id` on.
    func trim(to limits: RecordLimits, from id: Int64) throws(StoreError) -> TrimStep {
        var sessions: [TrimTarget] = []
        try database.rows(
            """
            SELECT id, floor, kept, kept_bytes, waiting_after, session FROM sessions
            WHERE id >= ? ORDER BY id LIMIT ?
            """,
            .integer(id), .integer(Self.rowsPerStep)
        ) { row in
            sessions.append(
                TrimTarget(
                    id: row.integer(0), floor: row.integer(1), kept: row.integer(2), keptBytes: row.integer(3),
                    waitingAfter: row.optionalInteger(4), name: row.text(5)))
            return true
        }
        var budget = Budget(rows: Self.rowsPerStep, bytes: Self.bytesPerStep)
        var step = TrimStep()
        for session in sessions {
            let floor = try trim(session, to: limits, &budget)
            if floor != session.floor { step.raised[session.name] = UInt64(clamping: floor) }
            if budget.isSpent {
                step.next = session.id
                return step
            }
        }
        if sessions.count == Self.rowsPerStep { step.next = sessions.last.map { $0.id + 1 } }
        return step
    }

    /// Raises the floor over whole batches from the oldest on, then drops what lies below and does not wait for a map.
    /// Gives the new floor.
    private func trim(
        _ session: TrimTarget, to limits: RecordLimits, _ budget: inout Budget
    ) throws(StoreError) -> Int64 {
        let count = Int64(max(0, limits.count))
        var target = session
        try database.rows(
            """
            SELECT last_seq, count, newest_time, length(body) FROM batches
            WHERE session = ? AND last_seq >= ? ORDER BY last_seq
            """, .integer(session.id), .integer(session.floor)
        ) { row in
            let isTooMany = target.kept - row.integer(1) >= count || target.keptBytes > limits.bytes
            guard isTooMany || row.integer(2) < limits.oldest else { return false }
            target.floor = row.integer(0) + 1
            target.kept -= row.integer(1)
            target.keptBytes -= row.integer(3)
            budget.rows -= 1
            budget.bytes -= row.integer(3)
            return !budget.isSpent
        }
        if target.floor != session.floor {
            try database.run(
                "UPDATE sessions SET floor = ?2, kept = ?3, kept_bytes = ?4 WHERE id = ?1",
                .integer(target.id), .integer(target.floor), .integer(target.kept), .integer(target.keptBytes))
        }
        try database.run(
            """
            DELETE FROM batches WHERE session = ?1 AND last_seq < ?2
                AND (passing = 0 OR ?3 IS NULL OR last_seq <= ?3)
            """, .integer(target.id), .integer(target.floor), .optional(target.waitingAfter))
        return target.floor
    }

    /// Everything below `seq` goes, also what waits for a map.
    func drop(before seq: UInt64, id: Int64) throws(StoreError) {
        try database.run(
            "UPDATE sessions SET floor = max(floor, ?2), kept = 0, kept_bytes = 0 WHERE id = ?1",
            .integer(id), .seq(seq))
        try database.run("DELETE FROM batches WHERE session = ?1 AND last_seq < ?2", .integer(id), .seq(seq))
    }
}

private struct TrimTarget {
    var id: Int64
    var floor: Int64
    var kept: Int64
    var keptBytes: Int64
    var waitingAfter: Int64?
    var name: String
}

/// What one step may still touch.
private struct Budget {
    var rows: Int
    var bytes: Int64
    var isSpent: Bool { rows <= 0 || bytes <= 0 }
}
