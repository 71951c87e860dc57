/// What a secret action looks like to everyone but a map: every value except `type` reads `"***"` (wire contract §5).
package enum SecretMask {
    /// `action` must have been accepted by `ActionScanner`.
    package static func mask(_ action: UnsafeRawBufferPointer) -> [UInt8] {
        var result: [UInt8] = []
        var cursor = JSONCursor(action)
        // Unmasked bytes must not leave by way of an error: what cannot be walked is masked whole.
        guard (try? copyMembers(&cursor, to: &result)) != nil else { return Array("{\"type\":\"***\"}".utf8) }
        return result
    }

    private static func copyMembers(_ cursor: inout JSONCursor, to result: inout [UInt8]) throws(Refusal) {
        result.append(UInt8(ascii: "{"))
        try cursor.forEachMember(depth: 1) { (cursor, key) throws(Refusal) in
            if result.count > 1 { result.append(UInt8(ascii: ",")) }
            result.append(UInt8(ascii: "\""))
            result.append(contentsOf: cursor.bytes[key.range])
            result.append(contentsOf: "\":".utf8)
            let start = cursor.offset
            try cursor.skipValue(depth: 1)
            if cursor.matches(key, "type") {
                result.append(contentsOf: cursor.bytes[start..<cursor.offset])
            } else {
                result.append(contentsOf: "\"***\"".utf8)
            }
        }
        result.append(UInt8(ascii: "}"))
    }
}
