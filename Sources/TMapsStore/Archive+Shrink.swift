import TMapsRelay

/// Giving free pages back to the file system (sqlite.org/pragma.html#pragma_incremental_vacuum).
///
/// Pages that trimmed records leave are used for the next ones, so most stay. Only where a quarter of the file is free
/// it is shortened, until an eighth is. A full VACUUM is never run on a large file: it would hold every commit up.
extension Archive {
    private static let pagesPerStep: Int64 = 64
    private static let largestConvertedBytes: Int64 = 64 << 20

    /// One step. False: nothing is left to do.
    func shrink() throws(StoreError) -> Bool {
        guard try database.integer("PRAGMA auto_vacuum") == 2 else { return false }
        let free = try database.integer("PRAGMA freelist_count") ?? 0
        let pages = try database.integer("PRAGMA page_count") ?? 0
        let wasShrinking = isShrinking
        isShrinking = free > Self.pagesPerStep && free * (isShrinking ? 8 : 4) > pages
        guard isShrinking else {
            // The file itself gets shorter with the checkpoint.
            if wasShrinking { try database.checkpoint("PASSIVE") }
            return false
        }
        try database.execute("PRAGMA incremental_vacuum(\(Self.pagesPerStep))")
        return true
    }

    /// A file of a version that did not shrink is converted, where that is quick.
    func prepareShrinking(_ findings: inout [String]) throws(StoreError) {
        guard try database.integer("PRAGMA auto_vacuum") != 2 else { return }
        let pages = try database.integer("PRAGMA page_count") ?? 0
        guard pages * (try database.integer("PRAGMA page_size") ?? 0) <= Self.largestConvertedBytes else {
            findings.append("\(database.path): is too large to be converted at start; it will not get shorter")
            return
        }
        try database.execute("PRAGMA auto_vacuum = INCREMENTAL; VACUUM")
    }
}
