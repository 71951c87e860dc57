import Synchronization
import TMapsServer

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
        let signals = Signals()
        let interruption = Interruption()
        let code = Mutex<Int32>(ExitCode.failed)
        Task.detached {
            let result = await exitCode(name) { try await work(interruption) }
            code.withLock { $0 = result }
            signals.raiseFinished()
        }
        while signals.wait() != .finished {
            guard !interruption.isRaised else { return ExitCode.failed }
            interruption.raise()
        }
        return code.withLock { $0 }
    }
}
