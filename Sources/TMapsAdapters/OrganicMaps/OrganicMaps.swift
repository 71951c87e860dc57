internal import TMapsProtocol

/// The Organic Maps API under the names of seed 3, showing pins on a bridge's map instead of in another app.
///
///     OrganicMaps.app = .init(name: "Capitals", callbackScheme: "capitals")
///     OrganicMaps.transport = …   // TMapsClient has one
///     OrganicMaps.showPin(latitude: 53.9, longitude: 27.56667, title: "Minsk")
///
/// On the main actor, as on iOS, where `UIApplication` opens the links. What needs no map, such as `pin(from:)` and
/// `url(showing:)`, may be called from anywhere.
public enum OrganicMaps {
    /// What the original reads from the app's Info.plist.
    public struct App: Sendable, Hashable {
        /// `CFBundleDisplayName`: stands in the map's title.
        public var name: String?
        /// The first of `CFBundleURLSchemes`, without `://`: callbacks begin with it.
        public var callbackScheme: String?

        public init(name: String? = nil, callbackScheme: String? = nil) {
            self.name = name
            self.callbackScheme = callbackScheme
        }
    }

    /// The calling app.
    @MainActor public static var app = App()
    /// Carries actions to a map. Without one nothing is "installed".
    @MainActor public static var transport: (any OrganicMapsTransport)?

    /// Whether a map would show what is sent now.
    @MainActor public static var isInstalled: Bool { transport?.isMapConnected ?? false }

    /// - Returns: whether a map is connected; it shows already, so there is nothing to send.
    @MainActor @discardableResult
    public static func openApp() -> Bool { isInstalled }

    /// Shows one pin and opens its card.
    /// - Returns: false when no map is connected, or the place is not on the globe.
    @MainActor @discardableResult
    public static func showPin(
        latitude: Double, longitude: Double, title: String? = nil, identifier: String? = nil
    ) -> Bool {
        showPins([OMPin(latitude: latitude, longitude: longitude, title: title, identifier: identifier)])
    }

    /// Shows pins in one view.
    ///
    /// Pins outside the ranges of latitude and longitude are treated as the app does: one without title and identifier
    /// is left out; otherwise these belong to the pin before it, and without one nothing is shown.
    /// - Parameter openUrlOnBalloonClick: a tap on a pin's balloon opens the URL in its identifier at once.
    /// - Returns: false for no pins, or when nothing could be sent; where no map is connected the prompt is shown.
    @MainActor @discardableResult
    public static func showPins(_ pins: [OMPin], openUrlOnBalloonClick: Bool = false) -> Bool {
        guard !pins.isEmpty else { return false }
        guard let transport, transport.isMapConnected else {
            presentInstallDialog()
            return false
        }
        // By way of the link's text, so that the map is told exactly what the app would have read.
        let actions = MapLink(url(showing: pins, app: app, openUrlOnBalloonClick: openUrlOnBalloonClick)).actions()
        return !actions.isEmpty && actions.allSatisfy { transport.dispatch($0) }
    }

    /// Says how to get a map: here, how to open one in a browser.
    @MainActor public static func presentInstallDialog() { transport?.presentInstallDialog() }

    /// Whether a URL the app was opened with comes from Organic Maps: its scheme is the app's own, letter by letter.
    /// - Parameter url: a `URL` or its text.
    @MainActor public static func isOrganicMapsCallback(url: some CustomStringConvertible) -> Bool {
        isOrganicMapsCallback(url: url, scheme: app.callbackScheme)
    }

    /// The same for a given scheme; nil is nobody's.
    public static func isOrganicMapsCallback(url: some CustomStringConvertible, scheme: String?) -> Bool {
        guard let scheme = scheme?.nonEmpty else { return false }
        return url.description.utf8.starts(with: (scheme + ":").utf8)
    }

    /// The pin a callback tells of; nil when the user pressed Back without selecting one.
    /// - Parameter url: a `URL` or its text.
    public static func pin(from url: some CustomStringConvertible) -> OMPin? { OMPin(callbackURL: url.description) }

    /// The `om://map` link that shows pins, as the API builds it, except that `+` is written `%2B` (see `MapLink.url`).
    public static func url(showing pins: [OMPin], app: App = App(), openUrlOnBalloonClick: Bool = false) -> String {
        var request = MapRequest()
        request.version = 1
        request.appName = app.name
        request.backURL = app.callbackScheme
        request.balloonAction = openUrlOnBalloonClick
        request.points = pins.map { pin in
            .init(
                Coordinate(latitude: pin.latitude, longitude: pin.longitude), name: pin.title, id: pin.identifier)
        }
        return request.url
    }
}

/// What `OrganicMaps` needs of a connection to a session.
@MainActor
public protocol OrganicMapsTransport: AnyObject {
    /// Whether the session has a map that is ready.
    var isMapConnected: Bool { get }
    /// Takes one action, the JSON text of an object, for the session's maps. Must not wait.
    /// - Returns: false when it was not taken.
    func dispatch(_ action: [UInt8]) -> Bool
    /// No map is connected: say where to open one, such as the address of the session's page.
    func presentInstallDialog()
}
