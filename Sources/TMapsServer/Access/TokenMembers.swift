internal import TMapsProtocol

/// The members of a token's header or payload, as far as they matter.
struct TokenMembers {
    enum Value: Equatable {
        case text(String)
        case number(Double)
        case other
    }

    private var values: [String: Value] = [:]

    /// Refuses what is no object, and a name that comes twice: RFC 7515 §4, RFC 7519 §4.
    init(_ json: [UInt8], named part: String) throws(TokenFault) {
        do throws(Refusal) {
            try json.withRawBytes { (bytes) throws(Refusal) in
                try JSONCursor.readObject(bytes) { (cursor, name) throws(Refusal) in
                    values[name] = try Self.value(&cursor, bytes)
                }
            }
        } catch {
            // Not its own words, which quote what stands there.
            throw error.code == .duplicateKey ? .repeated(part) : .notAnObject(part)
        }
    }

    subscript(name: String) -> Value? { values[name] }

    private static func value(
        _ cursor: inout JSONCursor, _ bytes: UnsafeRawBufferPointer
    ) throws(Refusal) -> Value {
        switch cursor.current {
        case UInt8(ascii: "\""):
            return .text(try cursor.string("a string").string(in: bytes))
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            let start = cursor.offset
            try cursor.number()
            let text = String(decoding: bytes[start..<cursor.offset], as: UTF8.self)
            return Double(text).map(Value.number) ?? .other
        default:
            try cursor.skipValue(depth: 1)
            return .other
        }
    }
}
