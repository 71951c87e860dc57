import Glibc
import TMapsRelay

/// The thread that owns the database, and the loop it runs.
final class StoreThread {
    struct Commit: Sendable {
        let changes: [SessionChanges]
        let completion: @Sendable (Result<Void, StoreError>) -> Void
    }

    struct Load: Sendable {
        let session: String
        let tail: Int
        let completion: @Sendable (Result<StoredSession?, StoreError>) -> Void
    }

    enum Job: Sendable {
        case commit(Commit)
        case load(Load)
        case repair(StoreError, @Sendable (Result<StoreRepair, StoreError>) -> Void)
        /// Anything else; opens its own transaction where it writes.
        case work(@Sendable (Archive) -> Void)
    }

    /// A group of commits is closed at this many records, so that the first of it does not wait long for its answer.
    private static let groupRecords = 20_000

    /// Replaced by `repair` alone.
    private var archive: Archive
    private let folder: StoreFolder
    private let queue: JobQueue<Job>

    private init(archive: Archive, folder: StoreFolder, queue: JobQueue<Job>) {
        self.archive = archive
        self.folder = folder
        self.queue = queue
    }

    /// Starts the thread, which takes over the database and ends when the queue is closed and empty.
    static func start(
        archive: consuming Archive, folder: StoreFolder, queue: JobQueue<Job>
    ) throws(StoreError) -> pthread_t {
        // nonisolated(unsafe) because it is handed over to the thread, which alone uses it from then on.
        nonisolated(unsafe) let store = StoreThread(archive: archive, folder: folder, queue: queue)
        let (thread, code) = BodyThread.start { store.run() }
        guard code == 0 else { throw .system(code, "start the store's thread", path: folder.path) }
        return thread
    }

    private func run() {
        prepareThread()
        while true {
            let jobs = queue.takeAll()
            if jobs.isEmpty { break }
            perform(jobs)
        }
        archive.database.close()
        folder.unlock()
    }

    private func prepareThread() {
        // The name in `top -H` and in core dumps; Glibc does not give Swift pthread_setname_np(3).
        let name = Glibc.open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
        if name >= 0 {
            _ = Glibc.write(name, "tmaps-store", 11)
            Glibc.close(name)
        }
        // Signals are for the thread that waits for them.
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, nil)
    }

    /// In order; jobs of a kind that stand side by side share a transaction, and so its sync to the disk.
    private func perform(_ jobs: [Job]) {
        var commits: [Commit] = []
        var loads: [Load] = []
        var records = 0
        for job in jobs {
            switch job {
            case .commit(let commit):
                load(&loads)
                if commits.isEmpty { records = 0 }
                commits.append(commit)
                records += commit.changes.reduce(0) { $0 + $1.records.count }
                if records >= Self.groupRecords { write(&commits) }
            case .load(let load):
                write(&commits)
                loads.append(load)
            case .repair(let fault, let completion):
                write(&commits)
                load(&loads)
                completion(Result { () throws(StoreError) in try repair(after: fault) })
            case .work(let body):
                write(&commits)
                load(&loads)
                body(archive)
                archive.tendLog()
            }
        }
        write(&commits)
        load(&loads)
    }

    private func write(_ group: inout [Commit]) {
        guard !group.isEmpty else { return }
        defer {
            group = []
            archive.tendLog()
        }
        let together = write(group.flatMap(\.changes))
        if case .failure = together, group.count > 1 {
            // One bad commit must not take the others with it.
            for commit in group { commit.completion(write(commit.changes)) }
        } else {
            for commit in group { commit.completion(together) }
        }
    }

    private func write(_ changes: [SessionChanges]) -> Result<Void, StoreError> {
        transaction { archive throws(StoreError) in
            try archive.checkIdentity()
            for change in changes { try archive.write(change) }
        }
    }

    private func repair(after fault: StoreError) throws(StoreError) -> StoreRepair {
        let isSame = archive.identity == FileIdentity(folder.databasePath)
        if archive.database.isOpen, isSame, !fault.isCorruption { return .intact }
        // First: closed later, it would delete the new database's WAL.
        archive.database.close()
        var report = "\(fault.message). A new database was made; its sessions are gone"
        if isSame, fault.isCorruption {
            let aside = try folder.setAside()
            report = "\(fault.message). It was set aside as \(aside) and a new database made; its sessions are gone"
        } else {
            try folder.makeDatabaseFile()
        }
        var findings: [String] = []
        archive = try Archive(path: folder.databasePath, options: archive.options, findings: &findings)
        return .replaced(report)
    }

    private func load(_ group: inout [Load]) {
        guard !group.isEmpty else { return }
        defer { group = [] }
        let reserved = transaction { archive throws(StoreError) in
            for load in group { try archive.reserve(for: load.session) }
        }
        for load in group {
            load.completion(
                Result { () throws(StoreError) in
                    // What cannot be written can be read: enough numbers may be reserved from before.
                    if case .failure(let fault) = reserved, try !archive.hasReserve(for: load.session) { throw fault }
                    return try archive.load(session: load.session, tail: load.tail)
                })
        }
    }

    private func transaction(_ body: (Archive) throws(StoreError) -> Void) -> Result<Void, StoreError> {
        Result { () throws(StoreError) in
            try archive.database.transaction { () throws(StoreError) in try body(archive) }
        }
    }
}
