import CSQLite
import TMapsRelay

/// One SQLite connection with its statements, used by one thread at a time.
final class Database {
    let path: String
    private let handle: OpaquePointer
    private var statements: [String: Statement] = [:]
    private(set) var isOpen = true
    /// Pages in the write-ahead log, as of the last commit.
    private(set) var loggedPages = 0
    private(set) var pageSize = 0

    /// Opens an existing file for reading and writing.
    ///
    /// NOMUTEX: the store's thread already serialises every call (sqlite.org/threadsafe.html, "Multi-thread").
    init(path: String) throws(StoreError) {
        var handle: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let code = sqlite3_open_v2(path, &handle, flags, nil)
        guard code == SQLITE_OK, let handle else {
            let error = StoreError.sqlite(code, "open the database", path: path, connection: handle)
            sqlite3_close(handle)
            throw error
        }
        self.path = path
        self.handle = handle
    }

    deinit { close() }

    /// Finalises every statement and closes the file. SQLite checkpoints the WAL and removes it.
    func close() {
        guard isOpen else { return }
        isOpen = false
        statements.removeAll()
        let code = sqlite3_close(handle)
        assert(code == SQLITE_OK, "a statement outlived its database")
    }

    /// Keeps `loggedPages`. Takes the place of automatic checkpoints, which would run inside of commits.
    func watchLog() throws(StoreError) {
        pageSize = Int(try integer("PRAGMA page_size") ?? 0)
        // Unretained: SQLite calls back only inside of calls to an open connection.
        let context = Unmanaged.passUnretained(self).toOpaque()
        sqlite3_wal_hook(
            handle,
            { context, _, _, pages in
                guard let context else { return SQLITE_OK }
                Unmanaged<Database>.fromOpaque(context).takeUnretainedValue().loggedPages = Int(pages)
                return SQLITE_OK
            }, context)
    }

    /// Carries the log over into the database (sqlite.org/pragma.html#pragma_wal_checkpoint).
    func checkpoint(_ mode: String) throws(StoreError) {
        try execute("PRAGMA wal_checkpoint(\(mode))")
        loggedPages = 0
    }

    /// Runs statements that take no values and give no rows.
    func execute(_ sql: String) throws(StoreError) {
        guard isOpen else { throw .closed }
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw error(code, "run \(sql)") }
    }

    /// The statement for `sql`, compiled at its first use.
    func statement(_ sql: String) throws(StoreError) -> Statement {
        if let statement = statements[sql] { return statement }
        guard isOpen else { throw .closed }
        let statement = try Statement(sql, connection: handle, path: path)
        statements[sql] = statement
        return statement
    }

    /// Runs one statement that gives no rows.
    func run(_ sql: String, _ values: SQLValue...) throws(StoreError) {
        try statement(sql).run(values)
    }

    /// Calls `body` with each row until it returns false.
    func rows(_ sql: String, _ values: SQLValue..., body: (Row) throws(StoreError) -> Bool) throws(StoreError) {
        try statement(sql).rows(values, body)
    }

    /// The first column of the first row as an integer, nil where there is no row or no value.
    func integer(_ sql: String, _ values: SQLValue...) throws(StoreError) -> Int64? {
        var result: Int64?
        try statement(sql).rows(values) { row in
            result = row.optionalInteger(0)
            return false
        }
        return result
    }

    /// The first column of the first row as text.
    func text(_ sql: String) throws(StoreError) -> String? {
        var result: String?
        try statement(sql).rows([]) { row in
            result = row.optionalText(0)
            return false
        }
        return result
    }

    var lastInsertedID: Int64 { sqlite3_last_insert_rowid(handle) }

    /// Runs `body` in one transaction: all of it is on disk when this returns, none of it when it throws.
    func transaction<T>(_ body: () throws(StoreError) -> T) throws(StoreError) -> T {
        try run("BEGIN IMMEDIATE")
        do throws(StoreError) {
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            // SQLite has rolled back by itself after some errors (sqlite.org/lang_transaction.html §3).
            if sqlite3_get_autocommit(handle) == 0 { try? run("ROLLBACK") }
            throw error
        }
    }

    private func error(_ code: Int32, _ action: String) -> StoreError {
        .sqlite(code, action, path: path, connection: handle)
    }
}
