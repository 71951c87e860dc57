package import TMapsRelay

/// The store of a server that does not run, for backups. Every call works on the caller's thread.
package final class OfflineStore {
    /// Every session there is, in order of creation.
    package let sessions: [SessionSummary]
    private let folder: StoreFolder
    private let archive: Archive

    /// Opens the store in a folder. A damaged one is an error here: it is left as it is.
    ///
    /// - Parameter isMade: a folder without a store gets one; else that is an error.
    package init(at directory: String, isMade: Bool) throws(StoreError) {
        guard isMade || FileIdentity(directory + "/" + StoreFolder.databaseName) != nil else {
            throw StoreError(
                code: 0, message: "\(directory): holds no sessions: there is no \(StoreFolder.databaseName)")
        }
        folder = try StoreFolder(directory)
        var findings: [String] = []
        archive = try Archive(path: folder.databasePath, options: .init(), findings: &findings)
        sessions = try archive.summaries()
    }

    package func close() {
        // Where this fails numbering goes on above the reserved numbers, which is safe.
        try? archive.finish()
        archive.database.close()
        folder.unlock()
    }

    package func load(_ session: String) throws(StoreError) -> StoredSession? {
        try archive.load(session: session, tail: 0)
    }

    package func records(of session: String, after: UInt64, limit: Int) throws(StoreError) -> [Record] {
        try archive.records(session: session, after: after, limit: limit, maxBytes: 16 << 20)
    }

    /// All that `body` writes, or nothing.
    package func transaction<T>(_ body: () throws(StoreError) -> T) throws(StoreError) -> T {
        try archive.database.transaction(body)
    }

    package func exists(_ session: String) throws(StoreError) -> Bool { try archive.key(of: session) != nil }

    package func remove(_ session: String) throws(StoreError) {
        if let key = try archive.key(of: session) { try archive.remove(key.id) }
    }

    package func write(_ changes: SessionChanges) throws(StoreError) { try archive.write(changes) }

    /// What was written of the session so far is below its log; what follows is in it, from `seq` on.
    package func begin(logOf session: String, at seq: UInt64) throws(StoreError) {
        guard let key = try archive.key(of: session) else { return }
        try archive.database.run(
            "UPDATE sessions SET floor = ?2, kept = 0, kept_bytes = 0 WHERE id = ?1", .integer(key.id), .seq(seq))
    }
}
