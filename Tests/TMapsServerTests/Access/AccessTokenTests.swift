import TMapsTesting
import Testing

@testable import TMapsServer

@Suite struct AccessTokenTests {
    private let key: SigningKey
    private let now = Timestamp(milliseconds: 1_800_000_000_500)

    init() throws { key = try #require(SigningKey("a key of thirty-two bytes or more")) }

    private func read(_ claims: String, at now: Timestamp? = nil) -> Result<AccessToken, TokenFault> {
        Result { () throws(TokenFault) in
            try AccessToken(
                WebSignature.sign(Array(claims.utf8), with: key), signedWith: key, at: now ?? self.now)
        }
    }

    @Test("a token comes back as it was made", arguments: AccessToken.Role.allCases)
    func roundTrip(role: AccessToken.Role) throws {
        for scope in [AccessToken.Scope.everySession, .session("hall-1_A")] {
            let token = AccessToken(scope: scope, role: role, expires: 1_800_000_060_250)
            #expect(try AccessToken(token.signed(with: key, at: now), signedWith: key, at: now) == token)
        }
    }

    @Test("exp has no leeway: the millisecond before is in time, the moment itself is not (RFC 7519 §4.1.4)")
    func boundary() {
        let claims = #"{"session":"hall","role":"map","exp":1800000000}"#
        let at = { (milliseconds: Int64) in read(claims, at: Timestamp(milliseconds: milliseconds)) }
        #expect(
            at(1_799_999_999_999) == .success(.init(scope: .session("hall"), role: .map, expires: 1_800_000_000_000)))
        #expect(at(1_800_000_000_000) == .failure(.expired))
        #expect(at(1_800_000_000_001) == .failure(.expired))
    }

    @Test(
        "numbers that stand for a moment",
        arguments: [
            ("1800000001.25", 1_800_000_001_250), ("18000000010e-1", 1_800_000_001_000), ("2e9", 2_000_000_000_000),
        ]
            as [(String, Int64)])
    func numbers(text: String, milliseconds: Int64) throws {
        let token = try read(#"{"session":"*","role":"admin","exp":\#(text)}"#).get()
        #expect(token.expires == milliseconds && token.scope == .everySession)
    }

    @Test("claims of others pass, and nbf is heeded")
    func others() {
        let ours = #""session":"hall","role":"client","exp":1900000000"#
        let claims = #"{"iss":"x","sub":"y","jti":"z","iat":1e300,"more":{"a":[1]},"# + ours
        #expect(throws: Never.self) { try read(claims + "}").get() }
        #expect(throws: Never.self) { try read(claims + #","nbf":1800000000.5}"#).get() }
        #expect(read(claims + #","nbf":1800000000.6}"#) == .failure(.early))
        #expect(read(claims + #","nbf":"soon"}"#) == .failure(.claim("nbf", expected: "seconds since 1970")))
        #expect(read(claims + #","aud":"tmaps"}"#) == .failure(.audience))
    }

    @Test(
        "each claim that is missing or not what it has to be is named",
        arguments: [
            ("session", #"{"role":"map","exp":1900000000}"#),
            ("session", #"{"session":"","role":"map","exp":1900000000}"#),
            ("session", #"{"session":"a/b","role":"map","exp":1900000000}"#),
            ("session", #"{"session":"**","role":"map","exp":1900000000}"#),
            ("session", #"{"session":["hall"],"role":"map","exp":1900000000}"#),
            ("session", #"{"session":null,"role":"map","exp":1900000000}"#),
            ("role", #"{"session":"hall","exp":1900000000}"#),
            ("role", #"{"session":"hall","role":"Map","exp":1900000000}"#),
            ("role", #"{"session":"hall","role":"root","exp":1900000000}"#),
            ("exp", #"{"session":"hall","role":"map"}"#),
            ("exp", #"{"session":"hall","role":"map","exp":"1900000000"}"#),
            ("exp", #"{"session":"hall","role":"map","exp":-1}"#),
            ("exp", #"{"session":"hall","role":"map","exp":1e15}"#),
            ("exp", #"{"session":"hall","role":"map","exp":null}"#),
            ("exp", #"{"session":"hall","role":"map","exp":true}"#),
        ])
    func claims(name: String, payload: String) {
        guard case .failure(.claim(let found, _)) = read(payload) else {
            Issue.record("\(read(payload))")
            return
        }
        #expect(found == name)
    }

    @Test("payloads that are no object, or have a claim twice")
    func payloads() {
        #expect(read("") == .failure(.notAnObject("payload")))
        #expect(read("[]") == .failure(.notAnObject("payload")))
        #expect(
            read(#"{"role":"map","role":"admin","session":"*","exp":1900000000}"#) == .failure(.repeated("payload")))
        #expect(read(#"{"role":"map","r\u006fle":"admin"}"#) == .failure(.repeated("payload")), "escaped or not")
    }

    @Test("a token that expired is not read as such before its signature is known")
    func order() throws {
        let token = AccessToken(scope: .everySession, role: .map, expires: 0).signed(with: key, at: now)
        let other = try #require(SigningKey("another key of thirty-two bytes!!"))
        #expect(throws: TokenFault.expired) { try AccessToken(token, signedWith: key, at: now) }
        #expect(throws: TokenFault.signature) { try AccessToken(token, signedWith: other, at: now) }
    }

    @Test("no fault holds a byte of the token, or what a header may not hold (RFC 6750 §3)")
    func texts() {
        let faults: [TokenFault] = [
            .tooLong, .notThreeParts, .notBase64URL("header"), .notAnObject("payload"), .repeated("header"),
            .header("typ is not JWT"), .algorithm, .signature, .claim("exp", expected: "seconds since 1970"), .audience,
            .expired, .early,
        ]
        for fault in faults {
            let text = fault.description
            #expect(text.utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C }, "\(text)")
        }
    }
}

/// Random and nearly right texts: none crashes, and none but the original is taken.
@Suite struct TokenNoiseTests {
    private let key: SigningKey
    private let now = Timestamp(milliseconds: 1_800_000_000_000)

    init() throws { key = try #require(SigningKey("a key of thirty-two bytes or more")) }

    private func isTaken(_ bytes: [UInt8]) -> Bool {
        (try? AccessToken(String(decoding: bytes, as: UTF8.self), signedWith: key, at: now)) != nil
    }

    @Test("random bytes and random letters")
    func noise() {
        var random = SeededGenerator(seed: 7519)
        let letters = Array("ABCXYZabcxyz0189-_..=+/{}\":,".utf8)
        for _ in 0..<20_000 {
            let length = Int.random(in: 0...80, using: &random)
            let isText = Bool.random(using: &random)
            let bytes = (0..<length).map { _ in
                isText ? letters.randomElement(using: &random) ?? 0 : UInt8.random(in: 0...255, using: &random)
            }
            #expect(!isTaken(bytes))
        }
    }

    @Test("a good token with bytes changed, cut, added and swapped")
    func mutations() {
        var random = SeededGenerator(seed: 7515)
        let good = Array(
            AccessToken(scope: .session("hall"), role: .client, expires: 1_900_000_000_000)
                .signed(with: key, at: now).utf8)
        #expect(isTaken(good))
        for _ in 0..<20_000 {
            var bytes = good
            for _ in 0...Int.random(in: 0...2, using: &random) { mutate(&bytes, &random) }
            #expect(isTaken(bytes) == (bytes == good))
        }
    }

    @Test("random JSON in the payload, signed with the right key")
    func claims() {
        var random = SeededGenerator(seed: 8725)
        let pieces = [
            "{", "}", "[", "]", ",", ":", "\"session\"", "\"role\"", "\"exp\"", "\"aud\"", "\"hall\"", "\"*\"",
            "\"map\"",
            "\"admin\"", "1900000000", "-1", "1e308", "null", "true", "\"\\u0000\"", "\"\u{FFFD}\"", " ",
        ]
        var taken = 0
        for round in 0..<20_000 {
            // Every second one has the right frame, so that some get as far as the claims.
            let count = Int.random(in: 0...8, using: &random)
            let inner = (0..<count).compactMap { _ in pieces.randomElement(using: &random) }.joined()
            let text =
                round % 2 == 0
                ? inner : #"{"session":"hall","role":"map","exp":1900000000\#(inner.isEmpty ? "" : ",")\#(inner)}"#
            let token = WebSignature.sign(Array(text.utf8), with: key)
            if isTaken(Array(token.utf8)) {
                taken += 1
                #expect(text.contains("\"exp\":1900000000") && !text.contains("\"aud\""))
            }
        }
        #expect(taken > 0)
    }

    private func mutate(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
        guard !bytes.isEmpty else { return }
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 2: bytes.remove(at: place)
        case 3: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
        default: bytes.swapAt(place, Int.random(in: 0..<bytes.count, using: &random))
        }
    }
}
