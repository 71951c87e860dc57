/// Colours of a map's controls.
public struct Theme: Sendable, Hashable {
    public var primary: CSSColor?
    public var accent: CSSColor?

    public init(primary: CSSColor? = nil, accent: CSSColor? = nil) {
        self.primary = primary
        self.accent = accent
    }
}

extension Theme: JSONConvertible {
    var jsonValue: JSONValue { .object(.init(fields: ["primary": primary?.jsonValue, "accent": accent?.jsonValue])) }
    init(json: JSONValue, at place: String) throws(Refusal) {
        let fields = try FieldReader(json, at: place)
        self.init(primary: try fields.optional("primary"), accent: try fields.optional("accent"))
    }
}

/// Who occupies a feature.
public struct Tenant: Sendable, Hashable {
    public var id: FeatureID
    public var featureID: FeatureID?
    public var name: String?
    public var boothID: FeatureID?
    /// Address of an image.
    public var icon: String?
    /// Any other keys, which popup templates can read.
    public var more: [String: JSONValue]

    public init(
        id: FeatureID, featureID: FeatureID? = nil, name: String? = nil, boothID: FeatureID? = nil, icon: String? = nil,
        more: [String: JSONValue] = [:]
    ) {
        self.id = id
        self.featureID = featureID
        self.name = name
        self.boothID = boothID
        self.icon = icon
        self.more = more
    }
}

extension Tenant: JSONConvertible {
    var jsonValue: JSONValue {
        let named: [String: JSONValue] = .init(fields: [
            "id": id.jsonValue, "feature_id": featureID?.jsonValue, "name": name?.jsonValue,
            "booth_id": boothID?.jsonValue, "icon": icon?.jsonValue,
        ])
        return .object(more.merging(named) { $1 })
    }

    init(json: JSONValue, at place: String) throws(Refusal) {
        let fields = try FieldReader(json, at: place)
        self.init(
            id: try fields.required("id"), featureID: try fields.optional("feature_id"),
            name: try fields.optional("name"),
            boothID: try fields.optional("booth_id"), icon: try fields.optional("icon"),
            more: fields.others(than: ["id", "feature_id", "name", "booth_id", "icon"]))
    }
}

/// A place found by beacons: metres from an origin.
public struct BeaconLocation: Sendable, Hashable {
    /// Metres east of the origin.
    public var x: Double
    /// Metres north of the origin.
    public var y: Double
    public var origin: Coordinate
    /// The floor counted from the ground, which is 0.
    public var ordinal: Int?
    /// The floor's id or number, as the map has it.
    public var floor: JSONValue?

    public init(x: Double, y: Double, origin: Coordinate, ordinal: Int? = nil, floor: JSONValue? = nil) {
        self.x = x
        self.y = y
        self.origin = origin
        self.ordinal = ordinal
        self.floor = floor
    }

    init(_ fields: FieldReader) throws(Refusal) {
        let origin = Coordinate(
            longitude: try fields.required("origin_lng"), latitude: try fields.required("origin_lat"))
        self.init(
            x: try fields.required("x"), y: try fields.required("y"), origin: origin,
            ordinal: try fields.optional("ordinal"), floor: try fields.optional("floor"))
    }

    var fields: [String: JSONValue] {
        .init(fields: [
            "x": x.jsonValue, "y": y.jsonValue, "origin_lat": origin.latitude.jsonValue,
            "origin_lng": origin.longitude.jsonValue,
            "ordinal": ordinal?.jsonValue, "floor": floor,
        ])
    }
}

/// A point of the heat map.
public struct HeatPoint: Sendable, Hashable {
    public enum Place: Sendable, Hashable {
        case location(Coordinate)
        case feature(FeatureID)
    }

    public var place: Place
    public var value: Double?

    public init(_ place: Place, value: Double?) {
        self.place = place
        self.value = value
    }
}

extension HeatPoint: JSONConvertible {
    var jsonValue: JSONValue {
        switch place {
        case .location(let location):
            .object(.init(fields: ["location": location.jsonValue, "value": value?.jsonValue]))
        case .feature(let id): .object(.init(fields: ["feature_id": id.jsonValue, "value": value?.jsonValue]))
        }
    }

    init(json: JSONValue, at place: String) throws(Refusal) {
        let fields = try FieldReader(json, at: place)
        let location: Coordinate? = try fields.optional("location")
        self.place = if let location { .location(location) } else { .feature(try fields.required("feature_id")) }
        value = try fields.optional("value")
    }
}

/// Where the user is, by the other systems' reckoning.
public struct UserPosition: Sendable, Hashable {
    public var coordinate: Coordinate
    /// The floor counted from the ground, which is 0.
    public var ordinal: Int?
    /// Degrees clockwise from north.
    public var heading: Double?
    /// Metres.
    public var accuracy: Double?

    public init(_ coordinate: Coordinate, ordinal: Int? = nil, heading: Double? = nil, accuracy: Double? = nil) {
        self.coordinate = coordinate
        self.ordinal = ordinal
        self.heading = heading
        self.accuracy = accuracy
    }

    init(_ fields: FieldReader) throws(Refusal) {
        self.init(
            try Coordinate(fields), ordinal: try fields.optional("ordinal"), heading: try fields.optional("heading"),
            accuracy: try fields.optional("accuracy"))
    }

    var fields: [String: JSONValue] {
        coordinate.named([
            "ordinal": ordinal?.jsonValue, "heading": heading?.jsonValue, "accuracy": accuracy?.jsonValue,
        ])
    }
}

/// A feature that was tapped.
public struct TappedFeature: Sendable, Hashable {
    public var id: FeatureID
    public var properties: [String: JSONValue]

    public init(id: FeatureID, properties: [String: JSONValue] = [:]) {
        self.id = id
        self.properties = properties
    }
}

extension TappedFeature: JSONConvertible {
    var jsonValue: JSONValue { ["id": id.jsonValue, "properties": properties.jsonValue] }
    init(json: JSONValue, at place: String) throws(Refusal) {
        let fields = try FieldReader(json, at: place)
        self.init(id: try fields.required("id"), properties: try fields.optional("properties") ?? [:])
    }
}

extension Coordinate {
    /// From `latitude` and `longitude`.
    init(_ fields: FieldReader) throws(Refusal) {
        self.init(longitude: try fields.required("longitude"), latitude: try fields.required("latitude"))
    }

    /// As `latitude` and `longitude`, with other fields.
    func named(_ others: KeyValuePairs<String, JSONValue?>) -> [String: JSONValue] {
        var fields = [String: JSONValue](fields: others)
        fields["latitude"] = latitude.jsonValue
        fields["longitude"] = longitude.jsonValue
        return fields
    }
}
