internal import Synchronization

extension TMapsClient {
    /// Who is in the session, as far as the server has said; nil while there is no connection.
    public var presence: Presence? { status.presence }

    /// Where a browser opens a map of this session; nil before `connect`.
    public var pageURL: String? { status.pageURL }
}

/// What may be asked of a client at any time, from any thread; and who hears its events, so that one who asks to hear
/// them misses nothing from that moment on.
final class ClientStatus: Sendable {
    private struct State {
        var presence: TMapsClient.Presence?
        var pageURL: String?
        var subscriptions: [EventSubscription] = []
        var hasEnded = false
    }

    private let state = Mutex(State())

    var presence: TMapsClient.Presence? { state.withLock { $0.presence } }
    var pageURL: String? { state.withLock { $0.pageURL } }

    func connecting(to destination: ClientDriver.Destination) {
        let url = "\(destination.server)/tmapswww/?session=\(destination.session)"
        state.withLock { $0.pageURL = url }
    }

    /// With `tellsPresence` the first event is who is there now, where that is known.
    func subscribe(_ subscription: EventSubscription, tellsPresence: Bool) {
        let hasEnded = state.withLock { state in
            if tellsPresence, let presence = state.presence { subscription.publish(.presence(presence)) }
            state.subscriptions.removeAll { $0.isFinished }
            state.subscriptions.append(subscription)
            return state.hasEnded
        }
        if hasEnded { ended() }
    }

    /// Tells everyone, under the lock: whoever subscribes meanwhile gets either the event or a state that has it in.
    func happened(_ event: TMapsClient.Event) {
        state.withLock { state in
            switch event {
            case .connection(.connected(let welcome)): state.presence = welcome.presence
            case .connection: state.presence = nil
            case .presence(let presence): state.presence = presence
            case .action, .resumed, .gap, .refused: break
            }
            for subscription in state.subscriptions { subscription.publish(event) }
        }
    }

    /// Nothing happens any more.
    func ended() {
        let subscriptions = state.withLock { state in
            state.hasEnded = true
            defer { state.subscriptions = [] }
            return state.subscriptions
        }
        for subscription in subscriptions { subscription.finish() }
    }
}

extension ServerAddress: CustomStringConvertible {
    /// `http://HOST:PORT`, the port where it is not the scheme's own, and the path.
    package var description: String {
        let scheme = isSecure ? "https" : "http"
        let host = host.contains(":") ? "[\(host)]" : host
        return "\(scheme)://\(host)\(port == (isSecure ? 443 : 80) ? "" : ":\(port)")\(basePath)"
    }
}
