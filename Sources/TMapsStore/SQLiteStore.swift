import Glibc
package import TMapsRelay

/// Sessions in one SQLite file (`bridge.sqlite`, WAL), written by a thread of its own.
///
/// Commits that queue up while one is being written share the next transaction, and so its sync to the disk. After
/// `close` completions come at once, on the caller's thread, with an error.
package final class SQLiteStore: SessionStore {
    private let queue: JobQueue<StoreThread.Job>
    private let thread: pthread_t

    init(queue: JobQueue<StoreThread.Job>, thread: pthread_t) {
        self.queue = queue
        self.thread = thread
        // Finishes what an earlier run had begun to remove.
        Self.sweep(queue)
    }

    /// Without `close` the thread still finishes queued work, but sessions count as not cleanly stopped.
    deinit {
        if queue.close(with: .work { _ in }) { pthread_detach(thread) }
    }

    package func commit(
        _ changes: [SessionChanges], completion: @escaping @Sendable (Result<Void, StoreError>) -> Void
    ) {
        guard queue.push(.commit(.init(changes: changes, completion: completion))) else {
            return completion(.failure(.closed))
        }
    }

    package func load(
        session: String, tail: Int, completion: @escaping @Sendable (Result<StoredSession?, StoreError>) -> Void
    ) {
        let isQueued = queue.push(.load(.init(session: session, tail: tail, completion: completion)))
        if !isQueued { completion(.failure(.closed)) }
    }

    package func records(
        session: String, after: UInt64, limit: Int, maxBytes: Int,
        completion: @escaping @Sendable (Result<[Record], StoreError>) -> Void
    ) {
        perform(completion) { archive throws(StoreError) in
            try archive.records(session: session, after: after, limit: limit, maxBytes: maxBytes)
        }
    }

    package func delete(session: String, completion: @escaping @Sendable (Result<Void, StoreError>) -> Void) {
        perform(completion) { [queue] archive throws(StoreError) in
            try archive.database.transaction { () throws(StoreError) in
                if let key = try archive.key(of: session) { try archive.remove(key.id) }
            }
            Self.sweep(queue)
        }
    }

    package func trim(to limits: RecordLimits, completion: @escaping @Sendable (TrimReport) -> Void) {
        Self.trim(queue, to: limits, from: 0, after: TrimReport(), completion)
        Self.shrink(queue)
    }

    package func repair(
        after fault: StoreError, completion: @escaping @Sendable (Result<StoreRepair, StoreError>) -> Void
    ) {
        if !queue.push(.repair(fault, completion)) { completion(.failure(.closed)) }
    }

    package func close() {
        precondition(pthread_equal(thread, pthread_self()) == 0, "close() in a completion would wait for itself")
        // Where this fails, the next start goes on above the reserved numbers: safe, so nobody has to know.
        guard queue.close(with: .work { try? $0.finish() }) else { return }
        pthread_join(thread, nil)
    }

    /// Runs `body` on the store's thread, after all that was asked before.
    func perform<T>(
        _ completion: @escaping @Sendable (Result<T, StoreError>) -> Void,
        _ body: @escaping @Sendable (Archive) throws(StoreError) -> T
    ) {
        let isQueued = queue.push(
            .work { archive in completion(Result { () throws(StoreError) in try body(archive) }) })
        if !isQueued { completion(.failure(.closed)) }
    }

    /// One step, and the next one behind what has been queued meanwhile.
    ///
    /// - Parameter report: of the steps before it, which stay done whatever becomes of this one.
    private static func trim(
        _ queue: JobQueue<StoreThread.Job>, to limits: RecordLimits, from id: Int64, after report: TrimReport,
        _ completion: @escaping @Sendable (TrimReport) -> Void
    ) {
        let isQueued = queue.push(
            .work { archive in
                var report = report
                do throws(StoreError) {
                    let step = try archive.database.transaction { () throws(StoreError) in
                        try archive.trim(to: limits, from: id)
                    }
                    report.firstKept.merge(step.raised) { $1 }
                    guard let next = step.next else { return completion(report) }
                    trim(queue, to: limits, from: next, after: report, completion)
                } catch {
                    report.fault = error
                    completion(report)
                }
            })
        if !isQueued { completion(TrimReport(firstKept: report.firstKept, fault: .closed)) }
    }

    private static func sweep(_ queue: JobQueue<StoreThread.Job>) {
        _ = queue.push(
            .work { archive in
                // What fails stays listed in `removed` and is tried again with the next removal or start.
                let hasMore = try? archive.database.transaction { () throws(StoreError) in try archive.sweep() }
                if hasMore == true { sweep(queue) } else { shrink(queue) }
            })
    }

    /// Gives free pages back to the file system, a few at a time and only while nobody wants anything else.
    private static func shrink(_ queue: JobQueue<StoreThread.Job>) {
        _ = queue.push(
            .work { archive in
                // What fails is tried again with the next trim.
                guard queue.isEmpty, (try? archive.shrink()) == true else { return }
                shrink(queue)
            })
    }
}
