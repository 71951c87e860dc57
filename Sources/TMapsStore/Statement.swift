import CSQLite
import TMapsRelay

/// What can be bound to a parameter.
enum SQLValue {
    case integer(Int64)
    case text(String)
    /// Not copied: the bytes must live until the call that takes the value returns.
    case blob(UnsafeRawBufferPointer)
    case null

    static func optional(_ value: Int64?) -> SQLValue { value.map { .integer($0) } ?? .null }
    static func optional(_ value: String?) -> SQLValue { value.map { .text($0) } ?? .null }
    static func integer(_ value: Int) -> SQLValue { .integer(Int64(value)) }
    /// SQLite's integers are signed; a position beyond them stands for "after everything".
    static func seq(_ value: UInt64) -> SQLValue { .integer(Int64(clamping: value)) }
}

/// A compiled statement; finalised with the object, which must not outlive its connection.
final class Statement {
    private let handle: OpaquePointer
    private let connection: OpaquePointer
    private let sql: String
    private let path: String

    init(_ sql: String, connection: OpaquePointer, path: String) throws(StoreError) {
        var handle: OpaquePointer?
        let code = sqlite3_prepare_v3(connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
        guard code == SQLITE_OK, let handle else {
            throw .sqlite(code, "prepare \(sql)", path: path, connection: connection)
        }
        self.handle = handle
        self.connection = connection
        self.sql = sql
        self.path = path
    }

    deinit { sqlite3_finalize(handle) }

    /// Runs to the end; rows are passed over.
    func run(_ values: [SQLValue]) throws(StoreError) {
        try rows(values) { _ in true }
    }

    /// Calls `body` with each row until it returns false. Must not be nested on the same statement.
    func rows(_ values: [SQLValue], _ body: (Row) throws(StoreError) -> Bool) throws(StoreError) {
        defer {
            sqlite3_reset(handle)
            sqlite3_clear_bindings(handle)
        }
        for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1)) }
        while true {
            let code = sqlite3_step(handle)
            if code == SQLITE_DONE { return }
            guard code == SQLITE_ROW else { throw .sqlite(code, "run \(sql)", path: path, connection: connection) }
            if try !body(Row(handle: handle)) { return }
        }
    }

    private func bind(_ value: SQLValue, at index: Int32) throws(StoreError) {
        let code =
            switch value {
            case .integer(let value): sqlite3_bind_int64(handle, index, value)
            case .text(var value): value.withUTF8(bindText(at: index))
            // A nil destructor is SQLITE_STATIC: SQLite reads the bytes in place. A nil pointer would bind NULL.
            case .blob(let bytes) where bytes.isEmpty: sqlite3_bind_zeroblob(handle, index, 0)
            case .blob(let bytes): sqlite3_bind_blob64(handle, index, bytes.baseAddress, UInt64(bytes.count), nil)
            case .null: sqlite3_bind_null(handle, index)
            }
        guard code == SQLITE_OK else {
            throw .sqlite(code, "bind value \(index) of \(sql)", path: path, connection: connection)
        }
    }

    private func bindText(at index: Int32) -> (UnsafeBufferPointer<UInt8>) -> Int32 {
        { [handle] utf8 in
            guard let count = Int32(exactly: utf8.count) else { return SQLITE_TOOBIG }
            return utf8.withMemoryRebound(to: CChar.self) { text in
                // The empty string may come as a nil pointer, which would bind NULL.
                text.isEmpty
                    ? csqlite_bind_text_copy(handle, index, "", 0)
                    : csqlite_bind_text_copy(handle, index, text.baseAddress, count)
            }
        }
    }
}

/// The current row of a statement: good until the statement steps on.
struct Row {
    fileprivate let handle: OpaquePointer

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    func optionalInteger(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }

    func seq(_ column: Int32) -> UInt64 { UInt64(clamping: integer(column)) }

    func text(_ column: Int32) -> String {
        guard let start = sqlite3_column_text(handle, column) else { return "" }
        let count = Int(sqlite3_column_bytes(handle, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

    /// The bytes in place; empty for NULL.
    func blob(_ column: Int32) -> UnsafeRawBufferPointer {
        let start = sqlite3_column_blob(handle, column)
        return UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(handle, column)))
    }

    private func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }
}
