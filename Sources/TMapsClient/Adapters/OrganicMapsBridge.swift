public import TMapsAdapters
internal import TMapsProtocol

/// Shows what an app sends to Organic Maps (seed 3) on the maps of a session, and brings their callbacks back.
///
///     let client = try TMapsClient()
///     OrganicMaps.app = .init(name: "Capitals", callbackScheme: "capitals")
///     OrganicMaps.transport = OrganicMapsBridge(client) { url in
///         if let pin = OrganicMaps.pin(from: url) { … } else { /* Back */ }
///     }
///     try await client.connect(to: "http://127.0.0.1:8080")
///     OrganicMaps.showPin(latitude: 53.9, longitude: 27.56667, title: "Minsk")
@MainActor
public final class OrganicMapsBridge: OrganicMapsTransport {
    private let client: TMapsClient
    private let outbox: ActionOutbox
    private let prompt: @MainActor (String) -> Void
    private var listening: Task<Void, Never>?

    /// - Parameters:
    ///   - client: connected to the session, or to be connected later.
    ///   - prompt: gets `installPrompt` where something is to be shown and no map is there; nil writes it to standard
    ///     error.
    ///   - failed: told why the bridge refused an action that `showPins` had taken; nil as for `prompt`.
    ///   - openURL: what `application(_:open:options:)` is on iOS: gets each callback whose scheme is
    ///     `OrganicMaps.app.callbackScheme`. Without a scheme nobody is called back.
    public init(
        _ client: TMapsClient, prompt: (@MainActor (String) -> Void)? = nil,
        failed: (@MainActor (TMapsError) -> Void)? = nil, openURL: @escaping @MainActor (String) -> Void
    ) {
        self.client = client
        self.prompt = prompt ?? { StandardError.write($0) }
        let failed = failed ?? { StandardError.write($0.message) }
        outbox = ActionOutbox(client) { await failed($0) }
        let events = client.events
        listening = Task {
            for await case .action(let action) in events {
                if let url = Self.callback(in: action) { openURL(url) }
            }
        }
    }

    deinit { listening?.cancel() }

    public var isMapConnected: Bool { client.presence?.isReady ?? false }

    public func dispatch(_ action: [UInt8]) -> Bool { outbox.add(action) }

    /// Waits until the bridge has confirmed or refused all that was shown. For a program that ends right after that.
    public func flush() async { await outbox.flush() }

    public func presentInstallDialog() { prompt(installPrompt) }

    /// What to do when no map is connected, with the address to open.
    public var installPrompt: String {
        guard let page = client.pageURL else { return "No map is connected: connect to a bridge first." }
        guard client.presence != nil else { return "The bridge cannot be reached; its map would be at \(page)" }
        return "No map is connected. Open one in a browser: \(page)"
    }

    private static func callback(in action: ReceivedAction) -> String? {
        guard action.role == .map, ["PIN_SELECTED", "BACK_PRESSED"].contains(action.type),
            let url = action.string("url"), OrganicMaps.isOrganicMapsCallback(url: url)
        else { return nil }
        return url
    }
}
