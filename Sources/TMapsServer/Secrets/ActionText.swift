/// Writes a flat JSON object of strings. RFC 8259 §7.
enum ActionText {
    /// In the order given.
    static func object(_ members: [(name: String, value: String)]) -> [UInt8] {
        let texts = members.map { string($0.name) + [UInt8(ascii: ":")] + string($0.value) }
        return [UInt8(ascii: "{")] + texts.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "}")]
    }

    /// Control characters must be escaped; so are U+2028 and U+2029, which older engines take for line ends when a
    /// text is evaluated as JavaScript.
    private static func string(_ text: String) -> [UInt8] {
        var result = [UInt8(ascii: "\"")]
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += Array(#"\""#.utf8)
            case "\\": result += Array(#"\\"#.utf8)
            case "\n": result += Array(#"\n"#.utf8)
            case "\r": result += Array(#"\r"#.utf8)
            case "\t": result += Array(#"\t"#.utf8)
            case "\u{0}"..."\u{1F}", "\u{7F}", "\u{2028}", "\u{2029}":
                let digits = Digest.hex([UInt8(scalar.value >> 8), UInt8(scalar.value & 0xFF)])
                result += Array("\\u\(digits)".utf8)
            default: result += Array(String(scalar).utf8)
            }
        }
        return result + [UInt8(ascii: "\"")]
    }
}
