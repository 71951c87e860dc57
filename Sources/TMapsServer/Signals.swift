internal import Glibc

/// The signals by which a program is told to end, as events of its main thread. Works as process 1 too: blocked signals
/// are never discarded.
package struct Signals: Sendable {
    package enum Event: Sendable {
        /// SIGTERM or SIGINT.
        case stop
        /// SIGHUP.
        case reload
        /// `raiseFinished` was called.
        case finished
    }

    /// Before any thread is made, so that all of them leave these signals to `wait`.
    package init() {
        var set = Signals.set()
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Returns with the next of them; for one thread alone.
    package func wait() -> Event {
        var set = Signals.set()
        var number: Int32 = 0
        while sigwait(&set, &number) != 0 {}
        switch number {
        case SIGUSR1: return .finished
        case SIGHUP: return .reload
        default: return .stop
        }
    }

    /// Any thread: the work is done.
    package func raiseFinished() { kill(getpid(), SIGUSR1) }

    private static func set() -> sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for number in [SIGTERM, SIGINT, SIGHUP, SIGUSR1] { sigaddset(&set, number) }
        return set
    }
}
