import CSQLite
import TMapsRelay

/// One SQLite connection with its statements, used by one thread at a time.
final class Database {
    let path: String
    private let handle: OpaquePointer
    private var statements: [String: Statement] = [:]
    private(set) var isOpen = true

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
