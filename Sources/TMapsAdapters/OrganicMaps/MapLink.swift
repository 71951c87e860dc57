public import TMapsProtocol

/// What a map link means: the URL API of Organic Maps (seed 3 and the app's own parser), `geo:` URIs (RFC 5870 with
/// Google's `q=`), short links, clear coordinates, and links of web maps.
public enum MapLink: Sendable, Hashable {
    /// Pins to show.
    case map(MapRequest)
    /// A route to preview or to follow.
    case route(RouteRequest)
    /// A text to look for.
    case search(SearchRequest)
    /// Choose a place under a crosshair.
    case crosshair(CrosshairRequest)
    /// Open the app's menu.
    case menu
    /// Open the app's settings.
    case settings
    /// No link that says anything; Organic Maps would do nothing.
    case incorrect(IncorrectLink)
}

/// `om://map`, and every other link that is about points.
public struct MapRequest: Sendable, Hashable {
    public typealias Point = Pin

    /// `v`; 0 where the link has none or it is no whole number.
    public var version = 0
    /// The caller's name, for the title.
    public var appName: String?
    /// What callbacks begin with, such as `myapp://`.
    public var backURL: String?
    /// The link's own zoom, at least 1. Only one point alone is shown at it.
    public var zoom: Double?
    /// A tap on the pin's balloon opens its URL at once.
    public var balloonAction = false
    /// At least one in a link that was read.
    public var points: [Point] = []

    public init() {}
}

/// `om://v2/dir`, `om://v2/nav` and the older `om://route`.
public struct RouteRequest: Sendable, Hashable {
    /// How to travel; the raw value is the name in JSON.
    public enum Mode: String, Sendable, Hashable, CaseIterable { case vehicle, pedestrian, bicycle, transit }

    /// A place the route passes.
    public enum Stop: Sendable, Hashable {
        /// Where the user is.
        case current
        /// `callback` is opened when the place is passed.
        case place(Coordinate, name: String? = nil, callback: String? = nil)
    }

    public var mode = Mode.vehicle
    /// Start to navigate when the route is ready.
    public var navigate = false
    /// Show the route first: always so unless it starts where the user is and is to be navigated.
    public var preview = true
    public var appName: String?
    public var backURL: String?
    /// Where the traveller looks at the start: degrees clockwise from north, 0...360.
    public var originHeading: Double?
    /// The stops in between may be put in a better order.
    public var optimize = false
    /// In travel order, origin first; at least two in a link that was read.
    public var stops: [Stop] = []

    public init() {}
}

/// `om://search`, and a `geo:` or web link with a text to look for.
public struct SearchRequest: Sendable, Hashable {
    /// Not empty in a link that was read.
    public var query: String
    public var locale: String?
    /// Show results on the map and not as a list.
    public var mapOnly = false
    public var center: Coordinate?
    /// Only `geo:` links have one; 1...20.
    public var zoom: Double?
    public var appName: String?

    public init(query: String) { self.query = query }
}

/// `om://crosshair`.
public struct CrosshairRequest: Sendable, Hashable {
    /// Where to begin; nil leaves the map where it is.
    public var center: Coordinate?
    public var appName: String?

    public init() {}
}

/// Why a link is none.
public struct IncorrectLink: Sendable, Hashable {
    /// The parameter or the part of the link that is at fault.
    public var parameter: String
    /// What stands there; nil when nothing does.
    public var found: String?
    public var expected: String

    public init(_ parameter: String, found: String?, expected: String) {
        self.parameter = parameter
        self.found = found
        self.expected = expected
    }

    /// One sentence for people.
    public var reason: String {
        "\(parameter): " + (found.map { "found \"\($0)\"" } ?? "missing") + ", expected \(expected)"
    }
}
