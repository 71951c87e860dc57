import Testing

@testable import TMapsServer

@Suite struct DigestTests {
    @Test("SHA-256 agrees with the examples of FIPS 180-4")
    func sha256() {
        #expect(
            Digest.hex(Digest.sha256(Array("abc".utf8)))
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(Digest.hex(Digest.sha256([])) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    }

    @Test("HMAC-SHA-256 agrees with RFC 4231 and with an empty key")
    func hmac() {
        #expect(
            Digest.hex(Digest.hmacSHA256(key: Array("Jefe".utf8), Array("what do ya want for nothing?".utf8)))
                == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
        #expect(
            Digest.hex(Digest.hmacSHA256(key: [], []))
                == "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad")
        #expect(
            Digest.hex(
                Digest.hmacSHA256(
                    key: [UInt8](repeating: 0xAA, count: 131),
                    Array(
                        "Test Using Larger Than Block-Size Key - Hash Key First".utf8)))
                == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
    }

    @Test("values are equal only when all of them is")
    func equal() {
        #expect(Digest.equal([1, 2], [1, 2]) && Digest.equal([], []))
        #expect(!Digest.equal([1, 2], [1, 3]) && !Digest.equal([1, 2], [1, 2, 3]))
    }
}
