import Glibc
import Synchronization

/// The wish to end in good order: SIGINT, SIGTERM or SIGHUP. A second one ends the program at once.
final class Interruption: Sendable {
    private struct State {
        var isRaised = false
        var handler: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    var isRaised: Bool { state.withLock { $0.isRaised } }

    /// What to do then; at once where it has come already.
    func handle(_ handler: @escaping @Sendable () -> Void) {
        let isRaised = state.withLock { state in
            state.handler = handler
            return state.isRaised
        }
        if isRaised { handler() }
    }

    private func raise() {
        state.withLock { state in
            state.isRaised = true
            return state.handler
        }?()
    }

    /// `runBlocking` for a command that goes on until it is told to end.
    static func runBlocking(
        _ name: String, _ work: @escaping @Sendable (Interruption) async throws -> Int32
    ) -> Int32 {
        // Before any thread is made, so that all of them leave these signals to `sigwait`.
        var signals = signals()
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        let interruption = Interruption()
        let code = Mutex<Int32>(ExitCode.failed)
        Task.detached {
            let result = await exitCode(name) { try await work(interruption) }
            code.withLock { $0 = result }
            kill(getpid(), SIGUSR1)
        }
        while true {
            var number: Int32 = 0
            guard sigwait(&signals, &number) == 0 else { continue }
            if number == SIGUSR1 { return code.withLock { $0 } }
            guard !interruption.isRaised else { return ExitCode.failed }
            interruption.raise()
        }
    }

    private static func signals() -> sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for number in [SIGTERM, SIGINT, SIGHUP, SIGUSR1] { sigaddset(&set, number) }
        return set
    }
}
