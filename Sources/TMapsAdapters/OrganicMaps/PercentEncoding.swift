/// Percent-encoding on bytes (RFC 3986 §2.1). Never on characters: `&` with a combining accent is one character.
enum PercentEncoding {
    /// What stays as it is: letters and digits, and some signs.
    struct Kept {
        let signs: StaticString

        /// As `UrlEncode` of Organic Maps, which writes callbacks: RFC 3986 "unreserved" and nothing else.
        static let unreserved = Kept(signs: "-._~")
        /// As `URLComponents.queryItems`, which the Organic Maps API uses, but for `+`: the app reads it as a space.
        static let queryItem = Kept(signs: "-._~/?:@;,'()*!$")

        func keeps(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: (0..<signs.utf8CodeUnitCount).contains { signs.utf8Start[$0] == byte }
            }
        }
    }

    static func encode(_ text: String, keeping kept: Kept) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if kept.keeps(byte) { bytes.append(byte) } else { bytes += escape(byte) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    static func escape(_ byte: UInt8) -> [UInt8] { [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)] }

    /// Decodes once. A `%` without two hexadecimal digits stands for itself.
    static func decode(_ bytes: some Sequence<UInt8>, plusIsSpace: Bool) -> [UInt8] {
        let bytes = Array(bytes)
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "%"), index + 2 < bytes.count, let high = value(bytes[index + 1]),
                let low = value(bytes[index + 2])
            {
                result.append(high << 4 | low)
                index += 3
            } else {
                result.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
                index += 1
            }
        }
        return result
    }

    /// The value of a hexadecimal digit.
    static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}

extension String {
    /// Decodes a part of a link; what is no UTF-8 becomes U+FFFD.
    init(link bytes: some Sequence<UInt8>, plusIsSpace: Bool = true) {
        self.init(decoding: PercentEncoding.decode(bytes, plusIsSpace: plusIsSpace), as: UTF8.self)
    }
}
