import TMapsProtocol

/// What the cursor has against `text` as one whole JSON text; nil where it accepts it.
func jsonRefusal(_ text: [UInt8]) -> Refusal? {
    text.withUnsafeBytes { bytes in
        do throws(Refusal) {
            var cursor = JSONCursor(bytes)
            try cursor.skipValue(depth: 0)
            cursor.skipWhitespace()
            return cursor.isAtEnd ? nil : cursor.fault("expected nothing after the value")
        } catch {
            return error
        }
    }
}
