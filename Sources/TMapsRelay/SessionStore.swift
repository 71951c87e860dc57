/// Where sessions survive a restart: the port the relay needs, implemented by `TMapsStore`.
///
/// Every call only queues work and returns at once; the work runs in call order on the store's own thread and
/// `completion` is called there. So a read that follows a commit sees what the commit wrote.
package protocol SessionStore: AnyObject, Sendable {
    /// Writes all changes in one transaction. When `completion` gets `success` they are on disk: a power cut or
    /// `kill -9` after that loses none of them. On failure none of them was written.
    func commit(_ changes: [SessionChanges], completion: @escaping @Sendable (Result<Void, StoreError>) -> Void)

    /// Everything a session needs to go on, or nil where it does not exist. `tail` asks for the newest records, at most
    /// that many, oldest first.
    func load(
        session: String, tail: Int,
        completion: @escaping @Sendable (Result<StoredSession?, StoreError>) -> Void)

    /// Records with a `seq` above `after`, oldest first: at most `limit`, no more once their actions come to
    /// `maxBytes`, and at least one where one exists.
    func records(
        session: String, after: UInt64, limit: Int, maxBytes: Int,
        completion: @escaping @Sendable (Result<[Record], StoreError>) -> Void)

    /// Removes the session and its records.
    func delete(session: String, completion: @escaping @Sendable (Result<Void, StoreError>) -> Void)

    /// Drops the oldest records of each session that has more than it may, in steps: a fault ends the trim, and what
    /// went before it is gone all the same.
    func trim(to limits: RecordLimits, completion: @escaping @Sendable (TrimReport) -> Void)

    /// Asks for what may help a store that failed with `fault`, before the commit is tried again: a damaged file is set
    /// aside and a new one made, one that was taken away is opened anew. Fails while the store still cannot be used.
    func repair(
        after fault: StoreError, completion: @escaping @Sendable (Result<StoreRepair, StoreError>) -> Void)

    /// Marks all sessions as cleanly stopped, finishes queued work, closes. Blocks until done; further calls fail.
    func close()
}

/// What a session may keep.
package struct RecordLimits: Sendable, Hashable {
    package var count: Int
    /// As they lie in the store.
    package var bytes: Int64
    /// Milliseconds since 1970: what is older goes.
    package var oldest: Int64

    package init(count: Int, bytes: Int64, oldest: Int64) {
        self.count = count
        self.bytes = bytes
        self.oldest = oldest
    }
}

/// What came of a trim.
package struct TrimReport: Sendable, Hashable {
    /// The first `seq` still kept in each session that lost some.
    package var firstKept: [String: UInt64]
    /// Why it ended early, or nil.
    package var fault: StoreError?

    package init(firstKept: [String: UInt64] = [:], fault: StoreError? = nil) {
        self.firstKept = firstKept
        self.fault = fault
    }
}

package enum StoreRepair: Sendable, Hashable {
    /// The store has what it had.
    case intact
    /// The store is a new one: what it had is lost to it. With a sentence for the log.
    case replaced(String)
    /// The store could not be opened until now: what it has was not known.
    case opened([SessionSummary], findings: [String])
}

package struct StoreError: Error, Sendable, Hashable {
    /// SQLite's extended result code (sqlite.org/rescode.html), the negated error number of a system call (errno(3)),
    /// or 0 where it is neither: a folder that another server holds, a file of another program.
    package let code: Int32
    /// What went wrong and where, for the log.
    package let message: String

    package init(code: Int32, message: String) {
        self.code = code
        self.message = message
    }

    /// The file itself is damaged (SQLITE_CORRUPT), or no database at all (SQLITE_NOTADB).
    package var isCorruption: Bool { [11, 26].contains(code & 0xFF) }
}
