package import Glibc

/// A closure that runs on a thread of its own.
package final class BodyThread {
    private let body: @Sendable () -> Void

    private init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    /// - Returns: the thread, or the error number of pthread_create(3); then `body` is let go and never runs.
    package static func start(_ body: @escaping @Sendable () -> Void) -> (thread: pthread_t, code: Int32) {
        let work = Unmanaged.passRetained(BodyThread(body))
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { argument in
                // because `start` hands over exactly one retained BodyThread
                if let argument { Unmanaged<BodyThread>.fromOpaque(argument).takeRetainedValue().body() }
                return nil
            }, work.toOpaque())
        if code != 0 { work.release() }
        return (thread, code)
    }
}
