import TMapsTesting
import Testing

@testable import TMapsServer

@Suite struct Base64URLTests {
    @Test(
        "texts of RFC 4648 §10, without their padding",
        arguments: [
            ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
            ("foobar", "Zm9vYmFy"),
        ])
    func examples(plain: String, encoded: String) {
        #expect(Base64URL.encode(Array(plain.utf8)) == encoded)
        #expect(Base64URL.decode(encoded.utf8) == Array(plain.utf8))
    }

    @Test("the alphabet is the URL-safe one")
    func alphabet() {
        #expect(Base64URL.encode([0xFB, 0xFF, 0xBF]) == "-_-_")
        #expect(Base64URL.decode("-_-_".utf8) == [0xFB, 0xFF, 0xBF])
    }

    @Test(
        "what no encoder makes is refused: padding, other letters, spaces, a single letter, bits left over",
        arguments: ["Zg==", "Zm8=", "+/+/", "Zm9v\n", " Zm9v", "Zm 9", "Z", "Zm9vY", "Zh", "Zm9", "Zm9vé", "\u{0}AAA"])
    func refused(text: String) { #expect(Base64URL.decode(text.utf8) == nil) }

    @Test("bytes come back, and no other text stands for them")
    func roundTrip() {
        var random = SeededGenerator(seed: 4648)
        for length in 0..<200 {
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
            let text = Base64URL.encode(bytes)
            #expect(Base64URL.decode(text.utf8) == bytes)
            guard let last = text.utf8.last else { continue }
            let others = (0..<128 as Range<UInt8>).filter { $0 != last }
            for other in others { #expect(Base64URL.decode(Array(text.utf8.dropLast()) + [other]) != bytes) }
        }
    }
}
