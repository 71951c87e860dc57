import TMapsClient
import TMapsProtocol

extension Script {
    /// An event that has to come, or with `isNegated` must not.
    struct Expectation: Sendable {
        var type: String
        var isNegated = false
        /// Members that the event must have.
        var members: [String: JSONValue] = [:]
        /// The peer id of the map that must say it.
        var from: String?
        var within: Duration?

        func fits(_ action: ReceivedAction) -> Bool {
            guard action.type == type, from == nil || action.peer == from else { return false }
            guard !members.isEmpty else { return true }
            guard let found = try? JSONValue(json: action.json) else { return false }
            return JSONValue.object(members).isPart(of: found)
        }
    }
}

extension JSONValue {
    /// Whether all that is said here is so there: objects may have more members there, numbers are compared by value.
    func isPart(of other: JSONValue) -> Bool {
        switch (self, other) {
        case (.object(let members), .object(let others)):
            members.allSatisfy { name, value in others[name].map { value.isPart(of: $0) } ?? false }
        case (.array(let values), .array(let others)):
            values.count == others.count && zip(values, others).allSatisfy { $0.isPart(of: $1) }
        case (.integer(let value), .number(let other)), (.number(let other), .integer(let value)):
            Double(value) == other
        default: self == other
        }
    }
}
