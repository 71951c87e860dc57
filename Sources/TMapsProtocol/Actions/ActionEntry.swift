/// All that the bridge knows of one action type. Validation, JSON Schema, documentation, the event an action ends with,
/// help and forms come from it.
public final class ActionEntry: Sendable {
    public enum Direction: String, Sendable, Hashable, CaseIterable { case toMap, toApp }

    public let name: String
    public let direction: Direction
    /// How the bridge keeps it for maps that come later.
    public let retention: Retention
    /// The fields beside `type`, in the order of the documentation.
    public var fields: [ActionField] { shape.fields }
    /// What a caller waits for after dispatching this one: the first of these; empty where nothing ends it.
    public let endings: [Ending]
    /// One line for people.
    public let about: String
    /// Actions of this type as JSON texts; every one is valid.
    public let examples: [String]
    let shape: ObjectShape

    /// Values of such an action are masked everywhere but in a map.
    public var isSecret: Bool { retention == .secret }

    /// The types that end this one.
    public var endsWith: [String] { endings.map(\.type) }

    init(
        _ name: String, _ direction: Direction, _ retention: Retention, _ fields: [ActionField], endings: [Ending] = [],
        _ about: String, examples: [String]
    ) {
        self.name = name
        self.direction = direction
        self.retention = retention
        self.endings = endings
        self.about = about
        self.examples = examples
        shape = ObjectShape(fields)
    }

    /// An event that ends an action.
    public struct Ending: Sendable, Hashable {
        public let type: String
        /// Fields that must be equal in the action and in the event.
        public let sameFields: [String]
        /// Strings that the event must hold.
        public let values: [String: String]
        /// Strings that the event must not hold.
        public let otherValues: [String: Set<String>]

        static func event(
            _ type: String, same fields: [String] = [], values: [String: String] = [:],
            not otherValues: [String: Set<String>] = [:]
        ) -> Ending {
            Ending(type: type, sameFields: fields, values: values, otherValues: otherValues)
        }

        /// Whether an event ends an action. Both closures give the string in a top-level field, or nil.
        public func matches(
            type: String, event: (String) -> String?, action: (String) -> String?
        ) -> Bool {
            type == self.type && sameFields.allSatisfy { event($0) == action($0) }
                && values.allSatisfy { event($0.key) == $0.value }
                && otherValues.allSatisfy { name, others in event(name).map { !others.contains($0) } ?? true }
        }
    }
}

extension ActionEntry: Hashable {
    public static func == (a: ActionEntry, b: ActionEntry) -> Bool { a.name == b.name }
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
