/// What the value of a field must be. Each kind is checked on raw bytes, described in the JSON Schema and in
/// docs/protocol.md from the same value.
public indirect enum FieldKind: Sendable, Hashable {
    /// Any JSON value.
    case any
    case string
    /// A feature, tenant, map or device id: a string, never a number; "007" is not "7".
    case id
    /// A CSS colour as a string: `navy`, `#0a3d62`, `rgb(10 61 98)`. What it says is left to the browser.
    case color
    /// One of these strings; where `isOpen`, other strings pass too.
    case choice([String], isOpen: Bool = false)
    /// `true` or `false`; where `readsDigits`, also 0 and 1.
    case bool(readsDigits: Bool = false)
    case number(Limits = .none)
    /// A number without a fraction: `3` and `3.0`.
    case integer
    /// `[longitude, latitude]` in degrees.
    case coordinate
    case object(ObjectShape)
    case array(of: FieldKind)
    /// Whatever fits one of these.
    case either([FieldKind])

    /// What a number means, and where it ends; the ends are included.
    public struct Limits: Sendable, Hashable {
        /// For people: `degrees north`, `metres`.
        public let unit: String
        public let minimum: Double?
        public let maximum: Double?

        public static let none = Limits(unit: "", minimum: nil, maximum: nil)
        public static let latitude = Limits(unit: "latitude", minimum: -90, maximum: 90)
        public static let longitude = Limits(unit: "longitude", minimum: -180, maximum: 180)

        static func unit(_ unit: String, from minimum: Double? = nil) -> Limits {
            Limits(unit: unit, minimum: minimum, maximum: nil)
        }

        var isLimited: Bool { minimum != nil || maximum != nil }

        func contains(_ value: Double) -> Bool { value >= minimum ?? -.infinity && value <= maximum ?? .infinity }
    }
}

/// The fields of an object that are looked at. Others pass.
public struct ObjectShape: Sendable, Hashable {
    public let fields: [ActionField]
    /// Where not empty: all fields of at least one of these groups must be there.
    public let needsOneOf: [[String]]
    let rule: ObjectRule

    init(_ fields: [ActionField], needsOneOf: [[String]] = []) {
        self.fields = fields
        self.needsOneOf = needsOneOf
        rule = ObjectRule(fields, needsOneOf: needsOneOf)
    }

    public static func == (a: ObjectShape, b: ObjectShape) -> Bool {
        a.fields == b.fields && a.needsOneOf == b.needsOneOf
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(fields)
        hasher.combine(needsOneOf)
    }
}

/// A named value in an action, or in an object inside one.
public struct ActionField: Sendable, Hashable {
    public let name: String
    public let kind: FieldKind
    public let isRequired: Bool
    /// Whether `null` stands for "none". Always so where the field is not required.
    public let isNullable: Bool
    /// One line for people.
    public let about: String

    static func required(_ name: String, _ kind: FieldKind, _ about: String) -> ActionField {
        ActionField(name: name, kind: kind, isRequired: true, isNullable: false, about: about)
    }

    /// Must be there, and may be null.
    static func nullable(_ name: String, _ kind: FieldKind, _ about: String) -> ActionField {
        ActionField(name: name, kind: kind, isRequired: true, isNullable: true, about: about)
    }

    static func optional(_ name: String, _ kind: FieldKind, _ about: String) -> ActionField {
        ActionField(name: name, kind: kind, isRequired: false, isNullable: true, about: about)
    }
}
