internal import TMapsNet

/// Events on their way to one reader: bounded, never with a hole. A reader that falls behind is cut off by name.
final class EventSubscription: Sendable {
    fileprivate struct State {
        var waiting: [TMapsClient.Event] = []
        /// Of `waiting`, read already.
        var readCount = 0
        var byteCount = 0
        var isFinished = false
        var reader: CheckedContinuation<TMapsClient.Event?, Never>?
    }

    private let state = Lock(State())
    private let maxEvents: Int
    private let maxBytes: Int

    init(maxEvents: Int, maxBytes: Int) {
        self.maxEvents = maxEvents
        self.maxBytes = maxBytes
    }

    var isFinished: Bool { state.withLock { $0.isFinished } }

    func publish(_ event: TMapsClient.Event) {
        let reader: CheckedContinuation<TMapsClient.Event?, Never>? = state.withLock { state in
            guard !state.isFinished else { return nil }
            if let reader = state.reader {
                state.reader = nil
                return reader
            }
            append(event, to: &state)
            return nil
        }
        reader?.resume(returning: event)
    }

    private func append(_ event: TMapsClient.Event, to state: inout State) {
        state.byteCount += event.byteCount
        guard state.waiting.count - state.readCount < maxEvents, state.byteCount <= maxBytes else {
            let error = TMapsError(.slowReader, "more than \(maxEvents) events or \(maxBytes) bytes wait to be read")
            state.waiting.append(.connection(.ended(error)))
            state.isFinished = true
            return
        }
        state.waiting.append(event)
    }

    /// Nothing more comes; what waits can still be read.
    func finish() {
        let reader = state.withLock { state in
            state.isFinished = true
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume(returning: nil)
    }

    /// The next event, or nil at the end or when the calling task is cancelled. One reader at a time.
    func next() async -> TMapsClient.Event? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let result: TMapsClient.Event?? = state.withLock { state in
                    if let event = state.take() { return .some(event) }
                    if state.isFinished || Task.isCancelled { return .some(nil) }
                    state.reader = continuation
                    return nil
                }
                if let result { continuation.resume(returning: result) }
            }
        } onCancel: {
            let reader = state.withLock { state in
                defer { state.reader = nil }
                return state.reader
            }
            reader?.resume(returning: nil)
        }
    }
}

extension EventSubscription.State {
    fileprivate mutating func take() -> TMapsClient.Event? {
        guard readCount < waiting.count else { return nil }
        let event = waiting[readCount]
        byteCount -= event.byteCount
        readCount += 1
        if readCount > 64, readCount > waiting.count / 2 {
            waiting.removeFirst(readCount)
            readCount = 0
        }
        return event
    }
}

extension TMapsClient.Event {
    fileprivate var byteCount: Int {
        if case .action(let action) = self { return action.json.utf8.count }
        return 0
    }
}

/// Ends the subscription when the stream that holds it is let go.
final class EventReader: Sendable {
    private let subscription: EventSubscription

    init(_ subscription: EventSubscription) { self.subscription = subscription }

    func next() async -> TMapsClient.Event? { await subscription.next() }

    deinit { subscription.finish() }
}
