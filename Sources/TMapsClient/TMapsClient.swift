internal import Synchronization
internal import TMapsNet
public import TMapsProtocol

/// A connection to a session of a TMaps Bridge: dispatches actions to its maps, hears theirs.
///
///     let client = try TMapsClient()
///     let events = client.events
///     try await client.connect(to: "http://127.0.0.1:8080", session: "default")
///     try await client.setZoom(18)
///     for await case .action(let action) in events { … }
///
/// A lost connection is made again by itself, with growing random waits, until `close()` or until the server says that
/// this is useless (close codes 4500–4999, HTTP 400, 401, 403, 404). What was dispatched and not confirmed is sent
/// again, in order, and takes effect once. What was missed comes first; where something is lost, `Event.gap` says so.
///
/// Every action of the catalogue has a verb (`loadMap`, `highlight`, …), which returns when the map has done it.
///
/// All clients of a process share one thread. Letting go of a client closes its connection.
public final class TMapsClient: Sendable {
    let configuration: Configuration
    private let loop: EventLoop
    let driver: ClientDriver
    /// Where `connect` went last.
    let destination = Mutex<ClientDriver.Destination?>(nil)
    private let lastKey = Atomic<UInt64>(0)

    /// - Throws: `TMapsError` with `cannot_connect` where the network layer cannot be set up.
    public init(_ configuration: Configuration = Configuration()) throws {
        self.configuration = configuration
        do {
            loop = try ClientLoop.shared()
        } catch {
            throw TMapsError(.cannotConnect, error.message)
        }
        driver = ClientDriver(loop: loop, configuration)
    }

    deinit {
        let driver = driver
        loop.execute { driver.close(nil) }
    }

    /// Connects and waits for the server's hello.
    ///
    /// The first attempt is the only one: where it fails the error is thrown, and `connect` may be called again. From
    /// then on the client reconnects by itself. Cancelling the task ends the attempt.
    /// - Parameters:
    ///   - url: `http://HOST:PORT` or `https://HOST:PORT`; a path in front of the server's own is kept.
    ///   - session: `[A-Za-z0-9_-]{1,64}`. One that does not exist comes into being, unless the server forbids it.
    ///   - role: `.client` dispatches and hears the maps; `.observer` hears everything and dispatches nothing.
    ///     `.map` is for pages and refused here.
    ///   - peer: a stable id of the same grammar as `session`. Of two connections with one id the newer one replaces
    ///     the older. nil makes one up.
    ///   - position: what came after it comes first, as after a reconnect (`Event.resumed`, or `Event.gap` where it
    ///     is not to be had any more); without an epoch it is of the session as it is now. nil: from now on.
    /// - Throws: `TMapsError`: `invalid_argument`, `cannot_connect`, `handshake_refused` (with `status`),
    ///   `protocol_violation`, `closed`.
    public func connect(
        to url: String, session: String = "default", role: Role = .client, peer: String? = nil,
        after position: Position? = nil
    ) async throws {
        let server = try ServerAddress(url)
        guard Identifier.isValid(session) else {
            throw TMapsError(.invalidArgument, "session \"\(session)\": expected [A-Za-z0-9_-]{1,64}")
        }
        guard role != .map else { throw TMapsError(.invalidArgument, "role: expected client or observer, found map") }
        let peer = peer ?? Identifier.random()
        guard Identifier.isValid(peer) else {
            throw TMapsError(.invalidArgument, "peer \"\(peer)\": expected [A-Za-z0-9_-]{1,64}")
        }
        let destination = ClientDriver.Destination(server: server, session: session, role: role, peer: peer)
        self.destination.withLock { $0 = destination }
        try await withTaskCancellationHandler {
            try Task.checkCancellation()
            try await withCheckedThrowingContinuation { continuation in
                loop.execute { [driver] in driver.connect(to: destination, after: position, continuation) }
            }
        } onCancel: {
            loop.execute { [driver] in driver.abandonConnect() }
        }
    }

    /// Dispatches an action to every map of the session, or to one, and waits until the server has it on disk
    /// (a server run with `--durability relaxed`: until it is accepted).
    ///
    /// While the connection is being made again the action waits. At most `maxUnconfirmedActions` and
    /// `maxUnconfirmedBytes` wait for confirmation; one more is refused with `buffer_full` at once. Sequential calls
    /// keep their order. Cancelling the task stops the waiting; what was sent may still take effect.
    /// - Parameters:
    ///   - json: a JSON object with a string `type`, sent byte for byte.
    ///   - peer: the peer id of one map, which must be connected, or the name its page was given (`?name=`).
    /// - Returns: the action's place in the session.
    /// - Throws: `TMapsError` with the bridge's code where it refuses (`ErrorCode`); before anything is sent
    ///   `invalid_json`, `not_an_action`, …, `too_large` (above the `max_message` of the server's hello) and
    ///   `buffer_full`; `closed` where the connection ends for good before the confirmation came.
    @discardableResult
    public func dispatch(_ json: String, to peer: String? = nil) async throws -> UInt64 {
        let key = lastKey.add(1, ordering: .relaxed).newValue
        defer { loop.execute { [driver] in driver.forget(key: key) } }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                loop.execute { [driver] in driver.dispatch(json, to: peer, key: key, continuation) }
            }
        } onCancel: {
            loop.execute { [driver] in driver.abandon(key: key) }
        }
    }

    /// Dispatches a typed action; see `dispatch(_:to:)`. `perform` and the verbs wait for its end too.
    /// - Throws: besides, `invalid_field` before anything is sent, naming the field: NaN, infinity, a latitude beyond
    ///   90, …
    @discardableResult
    public func dispatch(_ action: Action, to peer: String? = nil) async throws -> UInt64 {
        try await dispatch(try action.text(), to: peer)
    }

    /// What happens from now on, as a stream of its own for every call; take it before `connect` to miss nothing.
    ///
    /// The stream ends after `.connection(.ended)`. A reader that leaves more than `maxWaitingEvents` or
    /// `maxWaitingEventBytes` unread gets what had come until then, and `.connection(.ended)` with `slow_reader`.
    public var events: AsyncStream<Event> {
        let reader = EventReader(subscribe())
        return AsyncStream { await reader.next() }
    }

    /// With `tellsPresence` the first event is who is there now, where that is known.
    func subscribe(tellsPresence: Bool = false) -> EventSubscription {
        let subscription = EventSubscription(
            maxEvents: configuration.maxWaitingEvents, maxBytes: configuration.maxWaitingEventBytes)
        driver.subscriptions.add(subscription, tellsPresence: tellsPresence)
        return subscription
    }

    /// Closes the connection for good and waits until that is done. What is not confirmed fails with `closed`.
    public func close() async {
        await withCheckedContinuation { continuation in
            loop.execute { [driver] in driver.close(continuation) }
        }
    }
}
