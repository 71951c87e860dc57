/// A strong entity tag in its quotes, and the two comparisons of RFC 9110 §8.8.3.2.
struct EntityTag: Equatable {
    /// With the quotes, as it goes on the wire.
    let text: String

    /// Of the bytes that are sent. 128 bits of SHA-256.
    init(of bytes: [UInt8]) {
        text = "\"\(Digest.hex(Digest.sha256(bytes).prefix(16)))\""
    }

    /// Of the same bytes in another coding, which are other bytes. RFC 9110 §8.8.3.3.
    func inGzip() -> EntityTag { EntityTag(text: String(text.dropLast()) + "-gzip\"") }

    private init(text: String) { self.text = text }

    /// Of a file too big to be hashed, from where it is, its size and its times. Differs between two copies.
    init(of identity: FileIdentity) {
        let facts = [
            UInt64(bitPattern: identity.size), UInt64(bitPattern: identity.modified),
            UInt64(bitPattern: identity.changed), identity.device, identity.inode,
        ]
        self.init(of: Array(facts.map(String.init).joined(separator: " ").utf8))
    }

    /// `If-None-Match`: `*`, or a list in which one is the same by weak comparison. RFC 9110 §13.1.2.
    func isIn(ifNoneMatch list: String) -> Bool {
        Self.list(list).contains { $0 == "*" || $0 == text || $0 == "W/" + text }
    }

    /// `If-Range`: strong comparison, so a weak tag or a date never matches. RFC 9110 §13.1.5.
    func equals(ifRange value: String) -> Bool {
        value.utf8.elementsEqual(text.utf8)
    }

    /// Splits at commas outside quotes; a tag may hold a comma.
    private static func list(_ value: String) -> [String] {
        var items: [[UInt8]] = [[]]
        var quoted = false
        for byte in value.utf8 {
            if byte == UInt8(ascii: "\"") { quoted.toggle() }
            switch byte {
            case UInt8(ascii: ",") where !quoted: items.append([])
            case UInt8(ascii: " ") where !quoted, UInt8(ascii: "\t") where !quoted: continue
            default: items[items.count - 1].append(byte)
            }
        }
        return items.map { String(decoding: $0, as: UTF8.self) }
    }
}
