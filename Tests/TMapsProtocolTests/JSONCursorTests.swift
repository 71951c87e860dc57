import TMapsProtocol
import TMapsTesting
import Testing

@Suite struct JSONCursorTests {
    private func refusal(_ text: String) -> Refusal? { jsonRefusal(Array(text.utf8)) }
    private func refusal(_ text: [UInt8]) -> Refusal? { jsonRefusal(text) }

    @Test(
        "legal JSON is accepted",
        arguments: [
            "{}", "[]", " [ ] ", "0", "-0", "-0.0", "1e5", "1E-400", "1.5e+10", "0.000001e310", "true", "false", "null",
            #""""#, #""a\"b\\\/\b\f\n\r\t""#, #""\ud83d\ude00""#, #""\u0000""#, "\"\u{2028}\"",
            #"{"a":[1,{"b":[]}],"":null}"#,
            "[1,2 , 3]", "\t\n\r {\"a\" : 1}\n", "\"é😀\u{10FFFF}\"", "9007199254740993", "1e308",
            "123456789012345678901234567890",
            #"{"__proto__":{"x":1}}"#, "\"exactly 8\"", "\"sixteen bytes ok\"",
        ])
    func accepted(text: String) { #expect(refusal(text) == nil) }

    @Test(
        "F05: what one receiver reads and another does not is refused, with its place",
        arguments: [
            ("", 0), ("{", 1), ("[1,]", 3), (#"{"a":1,}"#, 7), ("\u{FEFF}{}", 0), ("01", 1), ("1.", 2), (".5", 0),
            ("+1", 0), ("-", 1), ("1e", 2), ("1e400", 0), ("-1e999999999999", 0), ("NaN", 0), ("Infinity", 0),
            ("tru", 0),
            ("nulL", 0), (#""\ud83d""#, 1), (#""\ude00""#, 1), (#""\ud83dx""#, 1), (#""\ud83d\u0041""#, 1),
            (#""\x""#, 2),
            (#""\u12g4""#, 5), ("\"a\tb\"", 2), ("\"abc", 4), ("{a:1}", 1), ("{'a':1}", 1), (#"{"a" 1}"#, 5),
            ("[1 2]", 3),
            ("{} {}", 3), ("[1}", 2), ("{\"a\":1]", 6), ("\u{0}", 0), ("/*c*/1", 0), ("\"a\u{0}b\"", 2),
        ])
    func refused(text: String, offset: Int) throws {
        let refusal = try #require(self.refusal(text))
        #expect(refusal.code == .invalidJSON)
        #expect(refusal.message.contains("byte \(offset)"), "\(refusal.message)")
    }

    @Test(
        "F57: bytes that are not UTF-8 are refused: cut, overlong, surrogates, beyond U+10FFFF",
        arguments: [
            [0xFF, 0xFE], [0x80], [0xC0, 0xAE], [0xC3], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xE2, 0x82],
            [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x28, 0xA1],
        ] as [[UInt8]])
    func invalidUTF8(bytes: [UInt8]) {
        #expect(refusal([UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")])?.message.contains("invalid UTF-8") == true)
        #expect(refusal([UInt8(ascii: "\"")] + bytes) != nil, "also at the end of the text")
    }

    @Test("F12: 64 levels are read, the 65th is refused, and so are 100,000: nothing recurses")
    func depth() {
        func nested(_ levels: Int) -> String {
            String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
        }
        #expect(refusal(nested(64)) == nil)
        #expect(refusal(nested(65))?.code == .tooDeep)
        #expect(refusal(nested(100_000))?.code == .tooDeep)
        #expect(refusal(String(repeating: #"{"a":"#, count: 65))?.code == .tooDeep)
    }

    @Test("a text cut at any byte is refused and nothing is read behind its end")
    func truncated() {
        let whole = Array(#"{"type":"X","a":[1.5e3,"\u00e9\ud83d\ude00é😀",{"b":null,"c":true}],"d":-0.1}"#.utf8)
        for length in 0..<whole.count { #expect(refusal(Array(whole.prefix(length))) != nil, "\(length)") }
    }

    @Test("mangled texts never trap: what is accepted, the standard's own reader accepts too")
    func mangled() {
        var random = SeededGenerator(seed: 42)
        let seed = Array(
            #"{"type":"SET_CENTER","center":[35.91,31.95e1],"s":"a\"\\\u0041é😀","n":{"m":[true,null,[]]}}"#.utf8)
        for _ in 0..<20_000 {
            var text = seed
            for _ in 0..<(1 + random.next() % 4) {
                let place = Int(random.next() % UInt64(text.count))
                switch random.next() % 3 {
                case 0: text[place] = UInt8(truncatingIfNeeded: random.next())
                case 1: text.remove(at: place)
                default: text.insert(text[Int(random.next() % UInt64(text.count))], at: place)
                }
            }
            _ = refusal(text)
        }
    }
}
