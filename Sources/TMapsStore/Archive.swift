import TMapsRelay

/// The store's work on the database, call by call; lives on the store's thread.
final class Archive {
    struct Options {
        var durability = Durability.full
        /// How far ahead of `seq` a load reserves numbers.
        var reserveAhead = SessionChanges.reserveAhead
        /// Pages in the write-ahead log at which they are carried over into the database: 16 MiB.
        var checkpointPages = 4_096
    }

    let database: Database
    let options: Options
    /// Which file it is, to notice when it is taken away.
    let identity: FileIdentity?
    /// Pages are given back to the file system until few are free.
    var isShrinking = false
    /// The log's file has its full length.
    var isLogReserved = false
    /// Holds one batch or one retained record while it is written.
    var body = ByteWriter()
    /// Holds the confirmations of one batch.
    var confirmations = ByteWriter(capacity: 1024)

    /// Opens the database of an existing file, checks it and brings it up to date.
    ///
    /// - Parameter findings: gets what somebody should know, one sentence each.
    init(path: String, options: Options, findings: inout [String]) throws(StoreError) {
        self.options = options
        database = try Database(path: path)
        identity = FileIdentity(path)
        try configure()
        try Schema.migrate(database)
        try checkFile(&findings)
        try prepareShrinking(&findings)
        try continueAboveReserved(&findings)
    }

    /// Pages of 4 KiB: a commit writes every page that it touches whole, and most commits are short. That of one action
    /// writes 14 KiB, with pages of 16 KiB 36 KiB, where in return a long batch is a third cheaper (measured).
    /// Checkpoints are `tendLog`'s; the cache holds what one group of commits changes.
    ///
    /// EXCLUSIVE keeps the WAL's index in memory instead of a shared `-shm` file (sqlite.org/wal.html §8) and keeps
    /// other programs from writing. FAST overrides Debian's build, which writes zeros over all deleted pages;
    /// records that held secrets are masked before they come here.
    private func configure() throws(StoreError) {
        try database.execute("PRAGMA busy_timeout = 1000; PRAGMA page_size = 4096")
        // On a file that has it already this would write.
        if try database.integer("PRAGMA page_count") == 0 { try database.execute("PRAGMA auto_vacuum = INCREMENTAL") }
        try database.execute(
            """
            PRAGMA cache_size = -16000;
            PRAGMA locking_mode = EXCLUSIVE;
            PRAGMA journal_mode = WAL;
            PRAGMA synchronous = \(options.durability.synchronous);
            PRAGMA journal_size_limit = 67108864;
            PRAGMA secure_delete = FAST;
            PRAGMA temp_store = MEMORY;
            """)
        try database.watchLog()
        // A file system that cannot do it leaves the old mode without an error.
        guard try database.text("PRAGMA journal_mode") == "wal" else {
            throw StoreError(code: 0, message: "\(database.path): its file system cannot hold a write-ahead log")
        }
    }

    /// Every session, in order of creation.
    func summaries() throws(StoreError) -> [SessionSummary] {
        var sessions: [SessionSummary] = []
        let sql = "SELECT session, name, epoch, seq, created, last_active FROM sessions ORDER BY id"
        try database.rows(sql) { row in
            sessions.append(
                SessionSummary(
                    session: row.text(0), name: row.optionalText(1), epoch: row.text(2), seq: row.seq(3),
                    created: row.integer(4), lastActive: row.integer(5)))
            return true
        }
        return sessions
    }

    /// A clean stop: numbering goes on at the exact `seq` of each session.
    func finish() throws(StoreError) {
        try database.transaction { () throws(StoreError) in
            try database.run("UPDATE sessions SET reserved_seq = seq WHERE reserved_seq <> seq")
        }
        try database.checkpoint("TRUNCATE")
    }

    /// After a stop that was not clean `reserved_seq` is above `seq`: numbers up to it may have been seen.
    private func continueAboveReserved(_ findings: inout [String]) throws(StoreError) {
        let count = try database.integer("SELECT count(*) FROM sessions WHERE reserved_seq > seq") ?? 0
        guard count > 0 else { return }
        findings.append(
            "\(database.path): the last stop was not clean; \(count) session(s) go on above their reserved numbers")
        try database.transaction { () throws(StoreError) in
            try database.run("UPDATE sessions SET seq = reserved_seq WHERE reserved_seq > seq")
        }
    }
}
