import CSQLite
import TMapsRelay

extension Archive {
    /// Larger files are not read through at start: that would take longer than a restart may.
    static let largestCheckedBytes: Int64 = 512 * 1024 * 1024

    /// Looks for structural damage (sqlite.org/pragma.html#pragma_quick_check); throws SQLITE_CORRUPT for any.
    func checkFile(_ findings: inout [String]) throws(StoreError) {
        let pages = try database.integer("PRAGMA page_count") ?? 0
        let bytes = pages * (try database.integer("PRAGMA page_size") ?? 0)
        guard bytes <= Self.largestCheckedBytes else {
            findings.append("\(database.path): \(bytes >> 20) MiB are too many to check at start; trusted as it is")
            return
        }
        var fault: String?
        try database.rows("PRAGMA quick_check(1)") { row in
            let text = row.text(0)
            if text != "ok" { fault = text }
            return true
        }
        if let fault { throw StoreError(code: SQLITE_CORRUPT, message: "\(database.path): is damaged: \(fault)") }
    }
}
