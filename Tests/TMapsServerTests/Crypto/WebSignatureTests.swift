import TMapsTesting
import Testing

@testable import TMapsServer

/// Compact JWS with HS256: what is verified, and everything else.
@Suite struct WebSignatureTests {
    /// The example of RFC 7515 appendix A.1.
    private enum Example {
        static let header = "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9"
        static let payload =
            "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
        static let signature = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
        static let text = "\(header).\(payload).\(signature)"
        static let keyText = "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow"
        static let claims = "{\"iss\":\"joe\",\r\n \"exp\":1300819380,\r\n \"http://example.com/is_root\":true}"

        static func key() throws -> SigningKey {
            let bytes = try #require(Base64URL.decode(keyText.utf8))
            return try #require(SigningKey(bytes: bytes))
        }
    }

    private let key: SigningKey
    private let payload = Array(#"{"a":1}"#.utf8)

    init() throws { key = try #require(SigningKey("a key of thirty-two bytes or more")) }

    /// Signed with the right key, whatever the header says.
    private func signed(header: String) -> String {
        let text = Base64URL.encode(Array(header.utf8)) + "." + Base64URL.encode(payload)
        return text + "." + Base64URL.encode(Digest.hmacSHA256(key: key.bytes, Array(text.utf8)))
    }

    private func fault(_ text: String) -> TokenFault? {
        do throws(TokenFault) {
            _ = try WebSignature.verify(text, with: key)
            return nil
        } catch {
            return error
        }
    }

    @Test("the example of RFC 7515 A.1 is verified; it has no session, so it opens nothing")
    func example() throws {
        #expect(try WebSignature.verify(Example.text, with: Example.key()) == Array(Example.claims.utf8))
        #expect(throws: TokenFault.claim("session", expected: "a session id or *")) {
            try AccessToken(Example.text, signedWith: Example.key(), at: Timestamp(milliseconds: 0))
        }
    }

    @Test("what was signed is verified, and only with the same key")
    func roundTrip() throws {
        let text = WebSignature.sign(payload, with: key)
        #expect(try WebSignature.verify(text, with: key) == payload)
        let other = try #require(SigningKey("another key of thirty-two bytes!!"))
        #expect(throws: TokenFault.signature) { try WebSignature.verify(text, with: other) }
    }

    @Test("one letter changed anywhere is noticed")
    func tampered() {
        let text = WebSignature.sign(payload, with: key)
        for index in text.indices where text[index] != "." {
            let letter = text[index] == "A" ? "B" : "A"
            #expect(fault(text.replacingCharacters(at: index, with: letter)) != nil)
        }
    }

    @Test(
        "no other algorithm is taken, though the signature fits (RFC 8725 §3.1)",
        arguments: [
            #"{"alg":"none"}"#, #"{"alg":"None"}"#, #"{"alg":"hs256"}"#, #"{"alg":"HS512"}"#, #"{"alg":"RS256"}"#,
            #"{"alg":["HS256"]}"#, #"{"alg":null}"#, #"{"typ":"JWT"}"#, "{}",
        ])
    func algorithm(header: String) {
        #expect(fault(signed(header: header)) == .algorithm)
        let unsigned = signed(header: header).split(separator: ".").dropLast().joined(separator: ".") + "."
        #expect(fault(unsigned) == .algorithm, "alg none comes without a signature")
    }

    @Test(
        "headers that ask for what is not done here",
        arguments: [
            (#"{"alg":"HS256","crit":["exp"]}"#, TokenFault.header("crit is not understood here")),
            (#"{"alg":"HS256","b64":false}"#, .header("b64 is not understood here")),
            (#"{"alg":"HS256","zip":"DEF"}"#, .header("zip is not understood here")),
            (#"{"alg":"HS256","typ":"JOSE"}"#, .header("typ is not JWT")),
            (#"{"alg":"HS256","typ":7}"#, .header("typ is not JWT")),
            (#"{"alg":"none","alg":"HS256"}"#, .repeated("header")),
            (#"["HS256"]"#, .notAnObject("header")), (#"{"alg":"HS256"} x"#, .notAnObject("header")),
            (#"{"alg":"HS256",}"#, .notAnObject("header")), ("", .notAnObject("header")),
        ])
    func header(text: String, expected: TokenFault) { #expect(fault(signed(header: text)) == expected) }

    @Test("headers that say more than they need to")
    func moreHeaders() {
        #expect(fault(signed(header: #"{"alg":"HS256"}"#)) == nil)
        #expect(fault(signed(header: #" {"kid":"k1","typ":"jwt","alg":"HS256"} "#)) == nil)
    }

    @Test("forms that are none")
    func forms() {
        let text = WebSignature.sign(payload, with: key)
        let parts = text.split(separator: ".").map(String.init)
        #expect(fault("") == .notThreeParts)
        #expect(fault("a.b") == .notThreeParts)
        #expect(fault(text + ".") == .notThreeParts)
        #expect(fault(text + "=") == .notBase64URL("signature"))
        #expect(fault(" " + text) == .notBase64URL("header"))
        #expect(fault("\(parts[0]).\(parts[1])=.\(parts[2])") == .notBase64URL("payload"))
        #expect(fault("\(parts[0]).\(parts[1]).") == .signature)
        #expect(fault("\(parts[0])..\(parts[2])") == .signature)
        #expect(fault("..") == .notAnObject("header"))
        #expect(fault("é.é.é") == .notBase64URL("header"))
    }

    @Test("a text of 4,096 bytes is looked at, a longer one is not")
    func length() {
        let parts = WebSignature.sign(payload, with: key).split(separator: ".").map(String.init)
        let room = WebSignature.maxLength - parts[0].count - parts[2].count - 2
        let full = [parts[0], String(repeating: "A", count: room / 4 * 4), parts[2]].joined(separator: ".")
        #expect(fault(full) == .signature)
        #expect(fault(String(repeating: "A", count: WebSignature.maxLength + 1)) == .tooLong)
        #expect(fault(String(repeating: "A", count: WebSignature.maxLength)) == .notThreeParts)
    }
}

extension String {
    fileprivate func replacingCharacters(at index: Index, with letter: String) -> String {
        String(self[..<index]) + letter + String(self[self.index(after: index)...])
    }
}
