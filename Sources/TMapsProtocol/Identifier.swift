/// The grammar of session and peer ids: `[A-Za-z0-9_-]{1,64}` (wire contract §2).
package enum Identifier {
    package static let maxLength = 64

    package static func isValid(_ text: some Collection<UInt8>) -> Bool {
        (1...maxLength).contains(text.count) && text.allSatisfy(isAllowed)
    }

    package static func isValid(_ text: String) -> Bool { isValid(text.utf8) }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default:
            false
        }
    }

    /// An unguessable id of 22 characters, 132 bits.
    package static func random() -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-".utf8)
        var system = SystemRandomNumberGenerator()
        let bytes = (0..<22).map { _ in alphabet[Int(truncatingIfNeeded: system.next() & 63)] }
        return String(decoding: bytes, as: UTF8.self)
    }
}
