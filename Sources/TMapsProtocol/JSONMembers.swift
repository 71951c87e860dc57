/// The members of a JSON object by name, for those who read files and answers line by line.
package struct JSONMembers {
    package enum Value {
        case text(String)
        /// A number, true, false, an object or an array, as it stands there.
        case json([UInt8])
    }

    private var values: [String: Value] = [:]

    package init() {}

    package subscript(name: String) -> Value? { values[name] }

    /// Takes the value at the cursor, which must be the object's, and steps over it.
    package mutating func add(_ name: String, _ cursor: inout JSONCursor) throws(Refusal) {
        guard values[name] == nil else { throw Refusal(.duplicateKey, "\"\(name)\" appears twice") }
        if cursor.current == UInt8(ascii: "\"") {
            values[name] = .text(try cursor.string("a string").string(in: cursor.bytes))
        } else {
            let start = cursor.offset
            try cursor.skipValue(depth: 0)  // an action may be as deep as it was when it came
            values[name] = .json(Array(cursor.bytes[start..<cursor.offset]))
        }
    }

    /// False where it is not there.
    package func flag(_ name: String) throws(Refusal) -> Bool {
        guard let value = values[name] else { return false }
        guard case .json(let bytes) = value, let flag = Bool(String(decoding: bytes, as: UTF8.self)) else {
            throw Refusal(.invalidField, "\(name): expected true or false")
        }
        return flag
    }
}
