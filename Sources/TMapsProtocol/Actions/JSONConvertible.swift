/// What can be the value of a typed action's field.
protocol JSONConvertible {
    var jsonValue: JSONValue { get }
    /// `place` names the value in what is thrown.
    init(json: JSONValue, at place: String) throws(Refusal)
}

func wrongKind(_ place: String, _ expected: String) -> Refusal {
    Refusal(.invalidField, "\(place): expected \(expected)")
}

extension JSONValue: JSONConvertible {
    var jsonValue: JSONValue { self }
    init(json: JSONValue, at place: String) { self = json }
}

extension String: JSONConvertible {
    var jsonValue: JSONValue { .string(self) }
    init(json: JSONValue, at place: String) throws(Refusal) {
        guard case .string(let text) = json else { throw wrongKind(place, "a string") }
        self = text
    }
}

extension Double: JSONConvertible {
    var jsonValue: JSONValue { .number(self) }
    init(json: JSONValue, at place: String) throws(Refusal) {
        switch json {
        case .integer(let value): self = Double(value)
        case .number(let value): self = value
        default: throw wrongKind(place, "a number")
        }
    }
}

extension Int: JSONConvertible {
    var jsonValue: JSONValue { .integer(Int64(self)) }
    init(json: JSONValue, at place: String) throws(Refusal) {
        guard let value = Int(exactly: try Double(json: json, at: place)) else {
            throw wrongKind(place, "a whole number")
        }
        self = value
    }
}

extension Bool: JSONConvertible {
    var jsonValue: JSONValue { .bool(self) }
    /// 0 and 1 are read too, as some hosts send them.
    init(json: JSONValue, at place: String) throws(Refusal) {
        switch json {
        case .bool(let value): self = value
        case .integer(0), .number(0): self = false
        case .integer(1), .number(1): self = true
        default: throw wrongKind(place, "true or false")
        }
    }
}

extension FeatureID: JSONConvertible {
    var jsonValue: JSONValue { .string(rawValue) }
    init(json: JSONValue, at place: String) throws(Refusal) {
        switch json {
        case .string(let text): rawValue = text
        case .integer(let number): rawValue = String(number)
        // As JavaScript writes it: 36.0 is the id "36".
        case .number(let number) where Int64(exactly: number) != nil: rawValue = String(Int64(number))
        default: throw wrongKind(place, "an id: a string, or a whole number read as one")
        }
    }
}

extension CSSColor: JSONConvertible {
    var jsonValue: JSONValue { .string(rawValue) }
    init(json: JSONValue, at place: String) throws(Refusal) { rawValue = try String(json: json, at: place) }
}

extension Coordinate: JSONConvertible {
    /// `[longitude, latitude]`.
    var jsonValue: JSONValue { [.number(longitude), .number(latitude)] }

    var latLng: JSONValue { ["lat": .number(latitude), "lng": .number(longitude)] }

    /// From an array, or from `{lat, lng}`.
    init(json: JSONValue, at place: String) throws(Refusal) {
        if case .object = json {
            let fields = try FieldReader(json, at: place)
            self.init(longitude: try fields.required("lng"), latitude: try fields.required("lat"))
            return
        }
        guard case .array(let values) = json, values.count == 2 else { throw wrongKind(place, "[longitude, latitude]") }
        self.init(
            longitude: try Double(json: values[0], at: "\(place)[0]"),
            latitude: try Double(json: values[1], at: "\(place)[1]"))
    }
}

extension Array: JSONConvertible where Element: JSONConvertible {
    var jsonValue: JSONValue { .array(map(\.jsonValue)) }
    init(json: JSONValue, at place: String) throws(Refusal) {
        guard case .array(let values) = json else { throw wrongKind(place, "an array") }
        self = []
        for (index, value) in values.enumerated() { append(try Element(json: value, at: "\(place)[\(index)]")) }
    }
}

extension Dictionary: JSONConvertible where Key == String, Value == JSONValue {
    var jsonValue: JSONValue { .object(self) }
    init(json: JSONValue, at place: String) throws(Refusal) {
        guard case .object(let members) = json else { throw wrongKind(place, "an object") }
        self = members
    }

    /// Leaves out what is nil.
    init(fields: KeyValuePairs<String, JSONValue?>) {
        self = [:]
        for (name, value) in fields { self[name] = value }
    }
}

/// Takes the fields of an object by name. `null` reads as absent where a field is optional.
struct FieldReader {
    let members: [String: JSONValue]
    private let place: String

    init(_ members: [String: JSONValue], at place: String = "") {
        self.members = members
        self.place = place
    }

    init(_ json: JSONValue, at place: String) throws(Refusal) {
        self.init(try [String: JSONValue](json: json, at: place), at: place)
    }

    func required<Value: JSONConvertible>(_ name: String) throws(Refusal) -> Value {
        guard let value = members[name] else { throw Refusal(.invalidField, "\(path(name)): required, and missing") }
        return try Value(json: value, at: path(name))
    }

    func optional<Value: JSONConvertible>(_ name: String) throws(Refusal) -> Value? {
        guard let value = members[name], value != .null else { return nil }
        return try Value(json: value, at: path(name))
    }

    /// What is left without these.
    func others(than names: [String]) -> [String: JSONValue] { members.filter { !names.contains($0.key) } }

    private func path(_ name: String) -> String { place.isEmpty ? name : "\(place).\(name)" }
}
