internal import TMapsProtocol

/// An action from key and value pairs: `Action("SET_ZOOM", ["zoom": 18])`.
public struct Action: Sendable, Hashable {
    public var type: String
    /// In the order in which they are written. `type` is not one of them.
    public var fields: [(name: String, value: ActionValue)]

    public init(_ type: String, _ fields: KeyValuePairs<String, ActionValue> = [:]) {
        self.type = type
        self.fields = fields.map { (name: $0.key, value: $0.value) }
    }

    /// The action's JSON text.
    /// - Throws: `TMapsError`: `duplicate_key`, or `invalid_field` for a number that JSON does not have, naming its
    ///   place.
    public func json() throws -> String {
        var text = "{" + JSONWriter.quoted("type") + ":" + JSONWriter.quoted(type)
        var names: Set<String> = ["type"]
        for (name, value) in fields {
            guard names.insert(name).inserted else {
                throw TMapsError(.init(.duplicateKey), "\"\(name)\" is given twice")
            }
            text += "," + JSONWriter.quoted(name) + ":"
            try value.write(to: &text, place: name)
        }
        return text + "}"
    }

    public static func == (a: Action, b: Action) -> Bool {
        a.type == b.type && a.fields.elementsEqual(b.fields) { $0 == $1 }
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(type)
        for (name, value) in fields {
            hasher.combine(name)
            hasher.combine(value)
        }
    }
}

/// A JSON value, written as a Swift literal: `"w12"`, `18`, `[35.9, 31.9]`, `["primary": "navy"]`, `true`, `nil`.
public enum ActionValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case integer(Int64)
    /// Must be finite.
    case number(Double)
    case string(String)
    case array([ActionValue])
    case object([String: ActionValue])

    /// Objects are written in order of their keys, so that equal values have equal texts.
    func write(to text: inout String, place: String) throws(TMapsError) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .integer(let value): text += String(value)
        case .number(let value):
            guard value.isFinite else { throw TMapsError(.init(.invalidField), "\(place): \(value) is no JSON number") }
            text += String(describing: value)
        case .string(let value): text += JSONWriter.quoted(value)
        case .array(let values):
            text += "["
            for (index, value) in values.enumerated() {
                if index > 0 { text += "," }
                try value.write(to: &text, place: "\(place)[\(index)]")
            }
            text += "]"
        case .object(let members):
            text += "{"
            for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
                text += (index > 0 ? "," : "") + JSONWriter.quoted(member.key) + ":"
                try member.value.write(to: &text, place: "\(place).\(member.key)")
            }
            text += "}"
        }
    }
}

extension ActionValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    public init(nilLiteral: ()) { self = .null }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(integerLiteral value: Int64) { self = .integer(value) }
    public init(floatLiteral value: Double) { self = .number(value) }
    public init(stringLiteral value: String) { self = .string(value) }
    public init(arrayLiteral elements: ActionValue...) { self = .array(elements) }
    /// Of equal keys the last one counts.
    public init(dictionaryLiteral elements: (String, ActionValue)...) {
        self = .object(Dictionary(elements) { $1 })
    }
}
