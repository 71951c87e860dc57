/// Any JSON value, written as a Swift literal: `"w12"`, `18`, `[35.9, 31.9]`, `["primary": "navy"]`, `true`, `nil`.
public enum JSONValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case integer(Int64)
    /// Must be finite to be written.
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    public init(nilLiteral: ()) { self = .null }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(integerLiteral value: Int64) { self = .integer(value) }
    public init(floatLiteral value: Double) { self = .number(value) }
    public init(stringLiteral value: String) { self = .string(value) }
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// Of equal keys the last one counts.
    public init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(Dictionary(elements) { $1 }) }
}

// MARK: - Text

extension JSONValue {
    /// The JSON text. Objects are written in order of their keys, so that equal values have equal texts.
    /// - Throws: `Refusal`, `invalid_field`, for NaN and infinity, which JSON does not have; it names the place.
    public func json() throws(Refusal) -> String {
        var writer = JSONWriter()
        try write(to: &writer, place: "")
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    func write(to writer: inout JSONWriter, place: String) throws(Refusal) {
        switch self {
        case .null: writer.element(raw: "null")
        case .bool(let value): writer.element(raw: value ? "true" : "false")
        case .integer(let value): writer.element(value)
        case .number(let value):
            guard value.isFinite else { throw Refusal(.invalidField, JSONValue.notFinite(value, place)) }
            writer.element(raw: value.description)
        case .string(let value): writer.element(value)
        case .array(let values):
            writer.beginArray()
            for (index, value) in values.enumerated() { try value.write(to: &writer, place: "\(place)[\(index)]") }
            writer.endArray()
        case .object(let members):
            writer.beginObject()
            for (name, value) in members.sorted(by: { $0.key < $1.key }) {
                writer.key(named: name)
                try value.write(to: &writer, place: place.isEmpty ? name : "\(place).\(name)")
            }
            writer.endObject()
        }
    }

    static func notFinite(_ value: Double, _ place: String) -> String {
        "\(place.isEmpty ? "value" : place): \(value) is not a number that JSON has"
    }

    /// Reads a JSON text, strictly. A number without fraction and exponent that fits is an integer, any other a double.
    /// Of equal keys the last one counts, as in browsers.
    public init(json: String) throws(Refusal) {
        self = try Array(json.utf8).withRawBytes { (bytes) throws(Refusal) in
            var cursor = JSONCursor(bytes)
            // Also caps the depth, and so the recursion below.
            try cursor.skipValue(depth: 0)
            cursor.skipWhitespace()
            guard cursor.isAtEnd else { throw cursor.fault("expected nothing after the value") }
            var again = JSONCursor(bytes)
            again.skipWhitespace()
            return try again.value()
        }
    }
}

extension JSONCursor {
    /// The value at the cursor, whose depth was checked before.
    fileprivate mutating func value() throws(Refusal) -> JSONValue {
        let start = offset
        switch current {
        case UInt8(ascii: "\""): return .string(try string("a string").string(in: bytes))
        case UInt8(ascii: "{"):
            var members: [String: JSONValue] = [:]
            try forEachMember(depth: 0) { (cursor, key) throws(Refusal) in
                members[key.string(in: cursor.bytes)] = try cursor.value()
            }
            return .object(members)
        case UInt8(ascii: "["):
            var values: [JSONValue] = []
            try forEachElement { (cursor) throws(Refusal) in values.append(try cursor.value()) }
            return .array(values)
        default:
            try skipValue(depth: 0)
            return scalar(String(decoding: bytes[start..<offset], as: UTF8.self))
        }
    }

    private func scalar(_ text: String) -> JSONValue {
        switch text {
        case "null": return .null
        case "true": return .bool(true)
        case "false": return .bool(false)
        // An integer has no negative zero.
        case "-0": return .number(-0.0)
        default: return Int64(text).map { .integer($0) } ?? .number(Double(text) ?? .nan)
        }
    }
}

// MARK: - Codable

extension JSONValue: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value):
            guard value.isFinite else {
                let place = encoder.codingPath.map(\.stringValue).joined(separator: ".")
                let text = JSONValue.notFinite(value, place)
                throw EncodingError.invalidValue(value, .init(codingPath: encoder.codingPath, debugDescription: text))
            }
            try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}
