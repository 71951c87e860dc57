import Glibc

/// A value behind a `pthread_mutex`, for what two threads share. ThreadSanitizer understands it; it does not understand
/// the contended path of `Synchronization.Mutex` on this toolchain and reports races that are none.
// @unchecked because the value is only reached with the mutex held.
package final class Lock<Value>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var value: Value

    package init(_ value: Value) {
        self.value = value
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    package func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&value)
    }
}

/// Lets one thread wait for one event of another.
// @unchecked because a semaphore is made for several threads.
final class ThreadSemaphore: @unchecked Sendable {
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    init() { sem_init(semaphore, 0, 0) }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    func signal() { sem_post(semaphore) }
    func wait() { while sem_wait(semaphore) != 0 && errno == EINTR {} }

    /// False when `deadline` (CLOCK_REALTIME) passed first.
    func wait(until deadline: timespec) -> Bool {
        var deadline = deadline
        while sem_timedwait(semaphore, &deadline) != 0 {
            guard errno == EINTR else { return false }
        }
        return true
    }
}
