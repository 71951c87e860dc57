public import TMapsProtocol

/// An action as it came: the sender's own text, and its place in the session.
public struct ReceivedAction: Sendable, Hashable {
    /// The value of `type`.
    public var type: String
    /// Counts within the session, from 1.
    public var seq: UInt64
    /// Who dispatched it.
    public var peer: String
    public var role: Role
    /// The JSON object, byte for byte.
    public var json: String

    public init(type: String, seq: UInt64, peer: String, role: Role, json: String) {
        self.type = type
        self.seq = seq
        self.peer = peer
        self.role = role
        self.json = json
    }

    init(_ delivery: ServerEnvelope.Delivery) {
        self.init(
            type: delivery.action.type, seq: delivery.seq, peer: delivery.peer, role: delivery.role,
            json: String(decoding: delivery.action.bytes, as: UTF8.self))
    }

    /// The JSON text of a top-level member, or nil where there is none. Of equal names the last one counts, as in
    /// browsers.
    public func text(of name: String) -> String? {
        JSONMembers.find(name, in: json) { cursor, range in String(decoding: cursor.bytes[range], as: UTF8.self) }
    }

    /// The value of a top-level member that is a string; nil where it is none.
    public func string(_ name: String) -> String? { JSONMembers.string(name, in: json) }

    /// `error.stack`, where a map's ERROR says what went wrong.
    var stack: String? { text(of: "error").flatMap { JSONMembers.string("stack", in: $0) } }
}

/// Looks members of a JSON object up without building a tree.
enum JSONMembers {
    /// `read` gets the range of the last value named `name`; nil where there is none or the text is no object.
    static func find<Result>(
        _ name: String, in json: String, _ read: (JSONCursor, Range<Int>) -> Result
    ) -> Result? {
        var json = json
        return json.withUTF8 { bytes in
            let cursor = JSONCursor(UnsafeRawBufferPointer(bytes))
            guard let range = try? range(of: name, cursor) else { return nil }
            return read(cursor, range)
        }
    }

    static func string(_ name: String, in json: String) -> String? {
        let value = find(name, in: json) { cursor, range -> String? in
            var value = JSONCursor(cursor.bytes, at: range.lowerBound)
            return (try? value.string("a string"))?.string(in: cursor.bytes)
        }
        return value ?? nil
    }

    private static func range(of name: String, _ start: JSONCursor) throws(Refusal) -> Range<Int>? {
        var cursor = start
        var found: Range<Int>?
        cursor.skipWhitespace()
        try cursor.forEachMember(depth: 1) { (cursor, key) throws(Refusal) in
            let start = cursor.offset
            try cursor.skipValue(depth: 1)
            if key.string(in: cursor.bytes) == name { found = start..<cursor.offset }
        }
        return found
    }
}
