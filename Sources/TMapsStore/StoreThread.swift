import Glibc
import TMapsRelay

/// The thread that owns the database, and the loop it runs.
final class StoreThread {
    typealias Completion = @Sendable (Result<Void, StoreError>) -> Void

    enum Job: Sendable {
        case commit([SessionChanges], Completion)
        /// Anything else; opens its own transaction where it writes.
        case work(@Sendable (Archive) -> Void)
    }

    /// A group of commits is closed at this many encoded records, so that the first of it does not wait too long for its answer.
    private static let groupRecords = 20_000

    private let archive: Archive
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
        let body = Unmanaged.passRetained(StoreThread(archive: archive, folder: folder, queue: queue))
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { argument in
                // because `start` hands over exactly one retained StoreThread
                if let argument { Unmanaged<StoreThread>.fromOpaque(argument).takeRetainedValue().run() }
                return nil
            }, body.toOpaque())
        guard code == 0 else {
            body.release()
            throw .system(code, "start the store's thread", path: folder.path)
        }
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

    /// In order; commits that stand side by side share a transaction.
    private func perform(_ jobs: [Job]) {
        var group: [([SessionChanges], Completion)] = []
        var records = 0
        for job in jobs {
            switch job {
            case .commit(let changes, let completion):
                group.append((changes, completion))
                records += changes.reduce(0) { $0 + $1.records.count }
                if records < Self.groupRecords { continue }
                commit(group)
            case .work(let body):
                commit(group)
                body(archive)
            }
            group = []
            records = 0
        }
        commit(group)
    }

    private func commit(_ group: [([SessionChanges], Completion)]) {
        guard !group.isEmpty else { return }
        let together = write(group.flatMap(\.0))
        if case .failure = together, group.count > 1 {
            // One bad commit must not take the others with it.
            for (changes, completion) in group { completion(write(changes)) }
        } else {
            for (_, completion) in group { completion(together) }
        }
    }

    private func write(_ changes: [SessionChanges]) -> Result<Void, StoreError> {
        Result { () throws(StoreError) in
            try archive.database.transaction { () throws(StoreError) in
                for change in changes { try archive.write(change) }
            }
        }
    }
}
