import Glibc

/// First in, first out, from any thread to the one that takes.
///
/// Over pthread, not `Synchronization.Mutex`: ThreadSanitizer does not see that one's slow path and gives false alarms.
final class JobQueue<Job: Sendable> {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let filled = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    /// Guarded by `mutex`.
    private var jobs: [Job] = []
    /// Guarded by `mutex`.
    private var isClosed = false

    init() {
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(filled, nil)
    }

    deinit {
        pthread_cond_destroy(filled)
        pthread_mutex_destroy(mutex)
        filled.deallocate()
        mutex.deallocate()
    }

    var isEmpty: Bool {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return jobs.isEmpty
    }

    /// False after `close`: the job is not taken.
    func push(_ job: Job) -> Bool { push(job, closing: false) }

    /// Takes nothing more behind `last`. False where it was closed before.
    func close(with last: Job) -> Bool { push(last, closing: true) }

    /// Waits for work and gives all there is; empty once the queue is closed and drained.
    func takeAll() -> [Job] {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while jobs.isEmpty, !isClosed { pthread_cond_wait(filled, mutex) }
        defer { jobs = [] }
        return jobs
    }

    private func push(_ job: Job, closing: Bool) -> Bool {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        guard !isClosed else { return false }
        jobs.append(job)
        isClosed = closing
        pthread_cond_signal(filled)
        return true
    }
}

// @unchecked because every access to the mutable fields holds `mutex`.
extension JobQueue: @unchecked Sendable {}
