/// Takes actions from callers that cannot wait, and dispatches them one after the other.
final class ActionOutbox: Sendable {
    /// More than a person can cause while a connection is made again.
    static let maxWaiting = 1_000

    private let waiting: AsyncStream<String>.Continuation

    /// - Parameter failed: told why an action was refused; the next one is tried all the same.
    init(_ client: TMapsClient, failed: @escaping @Sendable (TMapsError) async -> Void) {
        let (stream, continuation) = AsyncStream.makeStream(
            of: String.self, bufferingPolicy: .bufferingOldest(ActionOutbox.maxWaiting))
        waiting = continuation
        Task {
            for await action in stream {
                do {
                    try await client.dispatch(action)
                } catch {
                    await failed(error as? TMapsError ?? TMapsError(.connectionLost, "\(error)"))
                }
            }
        }
    }

    deinit { waiting.finish() }

    /// - Returns: false when too many wait already.
    func add(_ action: [UInt8]) -> Bool {
        if case .enqueued = waiting.yield(String(decoding: action, as: UTF8.self)) { true } else { false }
    }
}
