import CWebSockets
import Glibc
import Synchronization

/// One thread with every connection on it: HTTP/1.1 and WebSockets, incoming and outgoing.
///
/// What arrives is delivered by plain calls on the loop's thread, and what is sent leaves at the end of the turn. Only
/// `start`, `execute`, `listen`, `stopListening`, `connect`, `stop` and `join` may be called from other threads.
// @unchecked because the stored properties that change are the loop thread's own, or behind a lock or an atomic.
package final class EventLoop: @unchecked Sendable {
    package let configuration: Configuration
    /// The C loop; it lives as long as this object.
    let handle: OpaquePointer

    /// From here to `scratch`: the loop thread's own.
    var delegate: (any EventLoopDelegate)?
    var bodies: [UInt64: PartialRequest] = [:]
    var streams: [UInt64: HTTPStream] = [:]
    var timers = TimerHeap()
    let scratch: UnsafeMutableBufferPointer<CChar>

    private let jobs = Lock(Jobs())
    private let threadID = Atomic<UInt>(0)

    /// - Throws: `cannotStart` where libwebsockets cannot be set up.
    package init(configuration: Configuration = Configuration()) throws(NetError) {
        self.configuration = configuration
        handle = try EventLoop.makeHandle(configuration)
        scratch = .allocate(capacity: configuration.maxHeaderBytes + 1)
        // Unretained: C calls back only between `start` and the end of the thread, which holds a reference.
        cws_loop_set_context(handle, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit {
        cws_loop_destroy(handle)
        scratch.deallocate()
    }

    // MARK: life

    /// Starts the thread. `delegate` is kept until the loop has stopped; a loop for outgoing connections needs none.
    package func start(delegate: (any EventLoopDelegate)? = nil) throws(NetError) {
        precondition(!jobs.withLock { $0.isStarted }, "an event loop starts once")
        self.delegate = delegate
        var thread = pthread_t()
        let failure = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<EventLoop>.fromOpaque(context).takeRetainedValue().run()
                return nil
            }, Unmanaged.passRetained(self).toOpaque())
        guard failure == 0 else {
            Unmanaged.passUnretained(self).release()
            throw .thread(failure)
        }
        pthread_detach(thread)
        jobs.withLock { $0.isStarted = true }
    }

    private func run() {
        threadID.store(UInt(pthread_self()), ordering: .relaxed)
        cws_loop_run(handle, configuration.threadName)
        let (left, waiting) = jobs.withLock { jobs in
            jobs.isStopped = true
            return (jobs.take(), jobs.joining)
        }
        for job in left { job() }
        timers = TimerHeap()
        delegate = nil
        waiting.forEach { $0.signal() }
    }

    /// Ends the loop soon: what is queued is not waited for, every connection is cut and told `closed`.
    package func stop() {
        execute { cws_loop_stop(self.handle) }
    }

    /// Waits until the loop has stopped. Not for the loop's own thread.
    package func join() {
        precondition(!isOnLoop, "the event loop cannot wait for itself")
        let semaphore = ThreadSemaphore()
        let mustWait = jobs.withLock { jobs in
            guard jobs.isStarted, !jobs.isStopped else { return false }
            jobs.joining.append(semaphore)
            return true
        }
        if mustWait { semaphore.wait() }
    }

    // MARK: threads

    package var isOnLoop: Bool { threadID.load(ordering: .relaxed) == UInt(pthread_self()) }

    /// Traps on any other thread than the loop's.
    @inline(__always)
    package func preconditionOnLoop() {
        precondition(isOnLoop, "only for the event loop's thread")
    }

    /// Any thread: runs `work` on the loop's thread, in the order of the calls. Dropped when the loop has stopped.
    package func execute(_ work: @escaping @Sendable () -> Void) {
        _ = enqueue(work)
    }

    /// False when the loop has stopped and `work` will never run.
    private func enqueue(_ work: @escaping @Sendable () -> Void) -> Bool {
        let (isTaken, mustWake) = jobs.withLock { jobs in
            guard !jobs.isStopped else { return (false, false) }
            jobs.waiting.append(work)
            return (true, jobs.waiting.count == 1)
        }
        if mustWake { cws_wake(handle) }
        return isTaken
    }

    /// Runs `work` on the loop's thread and waits for what it returns; nil when the loop does not run.
    package func wait<Result: Sendable>(for work: @escaping @Sendable () -> Result) -> Result? {
        if isOnLoop { return work() }
        guard jobs.withLock({ $0.isStarted }) else { return nil }
        let result = Lock<Result?>(nil)
        let semaphore = ThreadSemaphore()
        let isTaken = enqueue {
            let value = work()
            result.withLock { $0 = value }
            semaphore.signal()
        }
        guard isTaken else { return nil }
        semaphore.wait()
        return result.withLock { $0 }
    }

    func runJobs() {
        for job in jobs.withLock({ $0.take() }) { job() }
    }

    private struct Jobs {
        var waiting: [@Sendable () -> Void] = []
        var joining: [ThreadSemaphore] = []
        var isStarted = false
        var isStopped = false

        mutating func take() -> [@Sendable () -> Void] {
            defer { waiting = [] }
            return waiting
        }
    }

    // MARK: connections

    /// Accepts connections on an address literal or `localhost` (127.0.0.1), any thread. An empty host is 127.0.0.1.
    /// - Returns: the bound port, which for port 0 is one that was free.
    @discardableResult
    package func listen(host: String, port: UInt16) throws(NetError) -> UInt16 {
        let address = host.isEmpty || host == "localhost" ? "127.0.0.1" : host
        let bound = wait { cws_listen(self.handle, address, port) }
        guard let bound else { throw NetError(.stopped, "the event loop is not running") }
        guard bound >= 0 else { throw .listen(-bound, host: host, port: port) }
        return UInt16(bound)
    }

    /// Accepts no more; connections stay. Any thread.
    package func stopListening() {
        execute { cws_stop_listening(self.handle) }
    }

    func peerAddress(_ id: UInt64) -> String {
        preconditionOnLoop()
        let length = cws_peer_address(handle, id, scratch.baseAddress, scratch.count)
        return length < 0 ? "" : string(length)
    }

    /// The first `length` bytes of `scratch`.
    func string(_ length: Int32) -> String {
        String(decoding: UnsafeRawBufferPointer(scratch).prefix(Int(length)), as: UTF8.self)
    }

    /// Milliseconds of the monotonic clock.
    package var nowMilliseconds: UInt64 { nowMicroseconds / 1_000 }

    /// Microseconds of the monotonic clock.
    package var nowMicroseconds: UInt64 { cws_now_us(handle) }
}
