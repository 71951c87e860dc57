/// A pin of an Organic Maps link.
public struct Pin: Sendable, Hashable {
    public var coordinate: Coordinate
    /// Title; nil when none is given or it is empty.
    public var name: String?
    /// Given back when the pin is chosen, or a URL to open.
    public var id: String?
    /// A pin style such as `placemark-red`.
    public var style: String?

    public init(_ coordinate: Coordinate, name: String? = nil, id: String? = nil, style: String? = nil) {
        self.coordinate = coordinate
        self.name = name
        self.id = id
        self.style = style
    }
}

extension Pin: JSONConvertible {
    var jsonValue: JSONValue {
        .object(coordinate.named(["name": name?.jsonValue, "id": id?.jsonValue, "style": style?.jsonValue]))
    }
    init(json: JSONValue, at place: String) throws(Refusal) {
        let fields = try FieldReader(json, at: place)
        self.init(
            try Coordinate(fields), name: try fields.optional("name"), id: try fields.optional("id"),
            style: try fields.optional("style"))
    }
}

/// The pins of SHOW_PINS and how they are shown.
public struct PinBoard: Sendable, Hashable {
    public var points: [Pin]
    public var appName: String?
    /// Where Back leads.
    public var backURL: String?
    /// Whether choosing a pin opens its address.
    public var balloonAction: JSONValue?
    public var zoom: Double?

    public init(
        _ points: [Pin], appName: String? = nil, backURL: String? = nil, balloonAction: JSONValue? = nil,
        zoom: Double? = nil
    ) {
        self.points = points
        self.appName = appName
        self.backURL = backURL
        self.balloonAction = balloonAction
        self.zoom = zoom
    }

    init(_ fields: FieldReader) throws(Refusal) {
        self.init(
            try fields.required("points"), appName: try fields.optional("app_name"),
            backURL: try fields.optional("back_url"), balloonAction: try fields.optional("balloon_action"),
            zoom: try fields.optional("zoom"))
    }

    var fields: [String: JSONValue] {
        .init(fields: [
            "points": points.jsonValue, "app_name": appName?.jsonValue, "back_url": backURL?.jsonValue,
            "balloon_action": balloonAction,
            "zoom": zoom?.jsonValue,
        ])
    }
}

/// A route of an Organic Maps link.
public struct Route: Sendable, Hashable {
    public enum Mode: String, Sendable, Hashable, CaseIterable { case vehicle, pedestrian, bicycle, transit }

    public enum Stop: Sendable, Hashable {
        /// Where the user is.
        case current
        case place(Coordinate, name: String? = nil, callback: String? = nil)
    }

    /// In the order of travel, the origin first.
    public var stops: [Stop]
    public var mode: Mode
    public var navigates: Bool?
    public var previews: Bool?
    public var backURL: String?

    public init(
        _ stops: [Stop], mode: Mode, navigates: Bool? = nil, previews: Bool? = nil, backURL: String? = nil
    ) {
        self.stops = stops
        self.mode = mode
        self.navigates = navigates
        self.previews = previews
        self.backURL = backURL
    }

    init(_ fields: FieldReader) throws(Refusal) {
        let word: String = try fields.required("mode")
        guard let mode = Mode(rawValue: word) else {
            throw wrongKind("mode", Mode.allCases.map(\.rawValue).joined(separator: ", "))
        }
        self.init(
            try fields.required("stops"), mode: mode, navigates: try fields.optional("navigate"),
            previews: try fields.optional("preview"), backURL: try fields.optional("back_url"))
    }

    var fields: [String: JSONValue] {
        .init(fields: [
            "stops": stops.jsonValue, "mode": mode.rawValue.jsonValue, "navigate": navigates?.jsonValue,
            "preview": previews?.jsonValue,
            "back_url": backURL?.jsonValue,
        ])
    }
}

extension Route.Stop: JSONConvertible {
    var jsonValue: JSONValue {
        switch self {
        case .current: ["current": true]
        case .place(let place, let name, let callback):
            .object(place.named(["name": name?.jsonValue, "callback": callback?.jsonValue]))
        }
    }

    init(json: JSONValue, at place: String) throws(Refusal) {
        let fields = try FieldReader(json, at: place)
        if let isCurrent: Bool = try fields.optional("current"), isCurrent {
            self = .current
        } else {
            self = .place(
                try Coordinate(fields), name: try fields.optional("name"), callback: try fields.optional("callback"))
        }
    }
}

/// A pin with a callout, of SRAttractionsMap.
public struct Attraction: Sendable, Hashable {
    public var coordinate: Coordinate
    /// Given back when it is tapped.
    public var id: String?
    public var name: String?
    public var subname: String?
    /// A URL or a `data:` URL.
    public var image: String?

    public init(
        _ coordinate: Coordinate, id: String? = nil, name: String? = nil, subname: String? = nil, image: String? = nil
    ) {
        self.coordinate = coordinate
        self.id = id
        self.name = name
        self.subname = subname
        self.image = image
    }
}

extension Attraction: JSONConvertible {
    var jsonValue: JSONValue {
        .object(
            coordinate.named([
                "id": id?.jsonValue, "name": name?.jsonValue, "subname": subname?.jsonValue, "image": image?.jsonValue,
            ]))
    }

    init(json: JSONValue, at place: String) throws(Refusal) {
        let fields = try FieldReader(json, at: place)
        self.init(
            try Coordinate(fields), id: try fields.optional("id"), name: try fields.optional("name"),
            subname: try fields.optional("subname"), image: try fields.optional("image"))
    }
}
