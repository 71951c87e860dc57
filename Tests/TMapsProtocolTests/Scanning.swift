import TMapsProtocol

/// Scans a bare action with its fields checked. What the table objects to counts as a refusal.
func check(_ text: String) -> Refusal? { check(Array(text.utf8)) }

func check(_ text: [UInt8]) -> Refusal? {
    text.withUnsafeBytes { bytes in
        do throws(Refusal) {
            return try ActionScanner.scan(bytes, checksFields: true).violation
        } catch {
            return error
        }
    }
}

/// The bytes, type and violation of an action that the scanner takes.
func scanned(_ text: String) throws -> (type: String, bytes: String, violation: Refusal?) {
    try Array(text.utf8).withRawBytes { (bytes) throws(Refusal) in
        let action = try ActionScanner.scan(bytes, checksFields: true)
        return (action.type, String(decoding: action.bytes, as: UTF8.self), action.violation)
    }
}
