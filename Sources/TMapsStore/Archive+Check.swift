import CSQLite
import TMapsRelay

extension Archive {
    /// Larger files are not read through at start: a restart must not take long. (400 MB take 0.1 s from memory.)
    static let largestCheckedBytes: Int64 = 2 << 30

    /// Looks for structural damage (sqlite.org/pragma.html#pragma_quick_check); throws SQLITE_CORRUPT for any.
    func checkFile(
        _ findings: inout [String], upTo largest: Int64 = largestCheckedBytes
    ) throws(StoreError) {
        let pages = try database.integer("PRAGMA page_count") ?? 0
        let bytes = pages * (try database.integer("PRAGMA page_size") ?? 0)
        guard bytes <= largest else {
            findings.append("\(database.path): \(bytes >> 20) MiB are too many to check at start; trusted as it is")
            return
        }
        var fault: String?
        try database.rows("PRAGMA quick_check(1)") { row in
            let text = row.text(0)
            if text != "ok" { fault = text.split(separator: "\n").joined(separator: " ") }
            return true
        }
        if let fault { throw StoreError(code: SQLITE_CORRUPT, message: "\(database.path): is damaged: \(fault)") }
    }
}
