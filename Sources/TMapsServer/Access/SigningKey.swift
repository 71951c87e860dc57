/// The key that signs access tokens. Never shows its bytes.
package struct SigningKey: Sendable, Equatable {
    /// RFC 7518 §3.2: an HS256 key has at least as many bits as the hash.
    static let minimumBytes = Digest.byteCount

    let bytes: [UInt8]

    /// The text's UTF-8 bytes are the key. Nil when they are fewer than `minimumBytes`.
    init?(_ text: some StringProtocol) {
        guard text.utf8.count >= Self.minimumBytes else { return nil }
        bytes = Array(text.utf8)
    }

    /// The same of bytes, for keys that are no text.
    init?(bytes: [UInt8]) {
        guard bytes.count >= Self.minimumBytes else { return nil }
        self.bytes = bytes
    }

    package static func == (a: SigningKey, b: SigningKey) -> Bool { Digest.equal(a.bytes, b.bytes) }
}

extension SigningKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "SigningKey(***)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
