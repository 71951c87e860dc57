internal import Synchronization

/// Takes actions from callers that cannot wait, and dispatches them one after the other.
final class ActionOutbox: Sendable {
    /// More than a person can cause while a connection is made again.
    static let maxWaiting = 1_000

    private let waiting: AsyncStream<String>.Continuation
    private let tally = Tally()

    /// - Parameter failed: told why an action was refused; the next one is tried all the same.
    init(_ client: TMapsClient, failed: @escaping @Sendable (TMapsError) async -> Void) {
        let (stream, continuation) = AsyncStream.makeStream(
            of: String.self, bufferingPolicy: .bufferingOldest(ActionOutbox.maxWaiting))
        waiting = continuation
        Task { [tally] in
            for await action in stream {
                do {
                    try await client.dispatch(action)
                } catch {
                    await failed(error as? TMapsError ?? TMapsError(.connectionLost, "\(error)"))
                }
                tally.done()
            }
        }
    }

    deinit { waiting.finish() }

    /// - Returns: false when too many wait already.
    func add(_ action: [UInt8]) -> Bool {
        tally.begin()
        if case .enqueued = waiting.yield(String(decoding: action, as: UTF8.self)) { return true }
        tally.done()
        return false
    }

    /// Returns when all that was added has been confirmed or refused.
    func flush() async { await tally.zero() }
}

/// Counts what is under way.
private final class Tally: Sendable {
    private let state = Mutex<(count: Int, waiting: [CheckedContinuation<Void, Never>])>((0, []))

    func begin() { state.withLock { $0.count += 1 } }

    func done() {
        let waiting = state.withLock { state in
            state.count -= 1
            guard state.count == 0 else { return [CheckedContinuation<Void, Never>]() }
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func zero() async {
        await withCheckedContinuation { continuation in
            let isZero = state.withLock { state in
                if state.count > 0 { state.waiting.append(continuation) }
                return state.count == 0
            }
            if isZero { continuation.resume() }
        }
    }
}
