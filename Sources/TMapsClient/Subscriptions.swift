internal import TMapsNet

/// Who listens to a client. Listening begins within the call that asks for it, on whatever thread: what the caller does
/// next cannot cause an event that is missed.
final class Subscriptions: Sendable {
    private struct State {
        var list: [EventSubscription] = []
        /// Who is there; nil while there is no connection.
        var presence: TMapsClient.Presence?
        var isFinished = false
    }

    private let state = Lock(State())

    var presence: TMapsClient.Presence? { state.withLock { $0.presence } }

    /// With `tellsPresence` its first event is who is there now, where that is known.
    func add(_ subscription: EventSubscription, tellsPresence: Bool) {
        state.withLock { state in
            guard !state.isFinished else { return subscription.finish() }
            if tellsPresence, let presence = state.presence { subscription.publish(.presence(presence)) }
            state.list.removeAll { $0.isFinished }
            state.list.append(subscription)
        }
    }

    func publish(_ event: TMapsClient.Event) {
        state.withLock { state in
            switch event {
            case .presence(let presence): state.presence = presence
            case .connection(.connected(let welcome)): state.presence = welcome.presence
            case .connection(.reconnecting), .connection(.ended): state.presence = nil
            case .action, .resumed, .gap, .refused: break
            }
            for subscription in state.list { subscription.publish(event) }
        }
    }

    func finish() {
        state.withLock { state in
            state.isFinished = true
            for subscription in state.list { subscription.finish() }
            state.list = []
        }
    }
}
