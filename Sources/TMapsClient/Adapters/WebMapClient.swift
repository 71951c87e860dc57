private import FoundationEssentials
internal import Synchronization
public import TMapsAdapters
internal import TMapsProtocol

/// What an app with a pcmap web view does (seed 4), on the maps of a session: hears the page's messages, calls its
/// functions.
///
///     let map = WebMapClient(client)
///     for await message in map.messages where message.messageType == .mapReady {
///         try await map.applyScenario(scenario: WebMapOnePOIScenario(poi: "150"))
///     }
public struct WebMapClient: Sendable {
    public let client: TMapsClient

    public init(_ client: TMapsClient) { self.client = client }

    /// What the page posts to `mainMessageHandler`, as a stream of its own for every call: `mapReady` when a map is
    /// loaded (at once where one is), and again for each that loads later; `error` with its text.
    public var messages: AsyncStream<WebMapMessage> {
        let reader = WebMapMessageReader(client)
        return AsyncStream { await reader.next() }
    }

    /// `app.map.showOrdinal(ordinal)`.
    /// - Parameter ordinal: the floor, as in IMDF: 0 is the ground floor.
    /// - Returns: the JSON text of what the function returned; nil for nothing.
    /// - Throws: `TMapsError`: `map_error` with the exception's text; what `perform` throws.
    @discardableResult
    public func showOrdinal(ordinal: Int, within time: Duration = .seconds(10)) async throws -> String? {
        try await call(WebMap.showOrdinal(ordinal), time)
    }

    /// `app.map.setUserPosition({…})`, the blue dot. Returns and throws as `showOrdinal`.
    @discardableResult
    public func setUserPosition(
        latitude: Double, longitude: Double, ordinal: Int? = nil, heading: Double? = nil,
        within time: Duration = .seconds(10)
    ) async throws -> String? {
        let position = WebMapUserPosition(
            latitude: latitude, longitude: longitude, ordinal: ordinal, heading: heading)
        guard let action = position.action() else {
            throw TMapsError(.init(.invalidField), "latitude, longitude and heading must be finite numbers")
        }
        return try await call(action, time)
    }

    /// `app.scenarios.apply({…})` with any scenario, such as `WebMapOnePOIScenario`. Returns and throws as
    /// `showOrdinal`, and what encoding throws.
    @discardableResult
    public func applyScenario(
        scenario: some Encodable, within time: Duration = .seconds(10)
    ) async throws -> String? {
        let json = try JSONEncoder().encode(scenario)
        return try await call(json.withUnsafeBytes { WebMap.applyScenario($0) }, time)
    }

    private func call(_ action: [UInt8], _ time: Duration) async throws -> String? {
        let outcome = try await client.perform(String(decoding: action, as: UTF8.self), within: time)
        return outcome.event?.text(of: "value")
    }
}

/// The messages of one stream.
private final class WebMapMessageReader: Sendable {
    private let events: EventReader
    /// Whether the first event that tells the state is still to come. Later the map's own actions do.
    private let awaitsState = Mutex(true)

    init(_ client: TMapsClient) { events = EventReader(client.subscribe(tellsPresence: true)) }

    func next() async -> WebMapMessage? {
        while let event = await events.next() {
            switch event {
            case .connection(.connected(let welcome)):
                if isReady(at: welcome.presence) { return WebMapMessage(messageType: .mapReady) }
            case .presence(let presence):
                if isReady(at: presence) { return WebMapMessage(messageType: .mapReady) }
            case .action(let action):
                if let message = Self.message(of: action) { return message }
            default: break
            }
        }
        return nil
    }

    private func isReady(at presence: TMapsClient.Presence) -> Bool {
        awaitsState.withLock { awaitsState in
            defer { awaitsState = false }
            return awaitsState && presence.isLoaded
        }
    }

    private static func message(of action: ReceivedAction) -> WebMapMessage? {
        guard action.role == .map else { return nil }
        switch action.type {
        case "MAP_LOADED": return WebMapMessage(messageType: .mapReady)
        case "ERROR":
            return WebMapMessage(messageType: .error, error: action.stack ?? action.json)
        default: return nil
        }
    }
}
