import CSQLite
import TMapsRelay

/// The one place where SQLite's codes become errors (sqlite.org/rescode.html).
extension StoreError {
    /// What the connection says about its last call, which returned `code`.
    ///
    /// - Parameter action: what was tried, as it stands after "cannot".
    static func sqlite(_ code: Int32, _ action: String, path: String, connection: OpaquePointer?) -> StoreError {
        let detail = connection.flatMap { sqlite3_errmsg($0) } ?? sqlite3_errstr(code)
        var message = "\(path): cannot \(action): \(detail.map { String(cString: $0) } ?? "unknown error")"
        let systemError = connection.map { sqlite3_system_errno($0) } ?? 0
        if systemError != 0, [SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_FULL, SQLITE_READONLY].contains(code & 0xFF) {
            message += ", \(StoreError.describe(errno: systemError))"
        }
        if code & 0xFF == SQLITE_BUSY { message += "; another program is using it" }
        return StoreError(code: code, message: message + " (SQLite code \(code))")
    }

    /// A fault of a system call, with the path it was about.
    static func system(_ errno: Int32, _ action: String, path: String) -> StoreError {
        StoreError(code: -errno, message: "\(path): cannot \(action): \(describe(errno: errno))")
    }

    static var closed: StoreError { StoreError(code: 0, message: "the store is closed") }
}
