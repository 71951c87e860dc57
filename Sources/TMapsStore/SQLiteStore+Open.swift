package import TMapsRelay

extension SQLiteStore {
    package struct Opened: Sendable {
        package let store: SQLiteStore
        /// Every session there is, in order of creation.
        package let sessions: [SessionSummary]
        /// For the log: a damaged file set aside, a stop that was not clean. One sentence each.
        package let findings: [String]
    }

    /// Opens the store in a folder, which is made where it is missing. Blocks while the file is checked.
    ///
    /// A damaged database is renamed to `bridge.sqlite.corrupt-<time>` and a new one made. Throws where another server
    /// holds the folder, where it cannot be written, and where the database is of a newer version or another program.
    package static func open(
        at directory: String, durability: Durability = .full, reserveAhead: UInt64 = SessionChanges.reserveAhead,
        checkpointPages: Int = Archive.Options().checkpointPages
    ) throws(StoreError) -> Opened {
        let folder = try StoreFolder(directory)
        let options = Archive.Options(
            durability: durability, reserveAhead: reserveAhead, checkpointPages: checkpointPages)
        var findings: [String] = []
        let (archive, sessions): (Archive, [SessionSummary])
        do throws(StoreError) {
            (archive, sessions) = try read(folder, options, &findings)
        } catch  where error.isCorruption {
            // Here the connection is closed: closed later, it would delete the new database's WAL.
            let aside = try folder.setAside()
            findings = ["\(error.message). It was set aside as \(aside) and a new database made; its sessions are gone"]
            (archive, sessions) = try read(folder, options, &findings)
        }
        let queue = JobQueue<StoreThread.Job>()
        let thread = try StoreThread.start(archive: archive, folder: folder, queue: queue)
        return Opened(store: SQLiteStore(queue: queue, thread: thread), sessions: sessions, findings: findings)
    }

    private static func read(
        _ folder: StoreFolder, _ options: Archive.Options, _ findings: inout [String]
    ) throws(StoreError) -> (Archive, [SessionSummary]) {
        let archive = try Archive(path: folder.databasePath, options: options, findings: &findings)
        return (archive, try archive.summaries())
    }
}
