private import CCrypto

/// SHA-256 and HMAC-SHA-256. The only file that sees OpenSSL.
enum Digest {
    /// Bytes of one SHA-256 value.
    static let byteCount = 32

    /// FIPS 180-4. Source: EVP_Digest(3).
    static func sha256(_ bytes: borrowing [UInt8]) -> [UInt8] {
        output { out, length in
            bytes.withUnsafeBytes { EVP_Digest($0.baseAddress, $0.count, out, &length, EVP_sha256(), nil) == 1 }
        }
    }

    /// RFC 2104 with SHA-256, as JWT's HS256 needs it. Source: EVP_MAC(3), EVP_Q_mac.
    static func hmacSHA256(key: [UInt8], _ message: [UInt8]) -> [UInt8] {
        output { out, length in
            // because EVP_Q_mac reads a null key as "none given", and an empty array's address may be null
            let padded = key.isEmpty ? [0] : key
            var written = 0
            let result = EVP_Q_mac(
                nil, "HMAC", nil, "SHA256", nil, padded, padded.count, message, message.count, out, byteCount, &written)
            length = UInt32(written)
            return result != nil
        }
    }

    /// Whether two values are equal, in a time that depends on their lengths alone. Source: CRYPTO_memcmp(3).
    static func equal(_ a: [UInt8], _ b: [UInt8]) -> Bool {
        a.count == b.count && CRYPTO_memcmp(a, b, a.count) == 0
    }

    /// Lower-case hexadecimal.
    static func hex(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func output(_ fill: (UnsafeMutablePointer<UInt8>, inout UInt32) -> Bool) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
            var length: UInt32 = 0
            guard let start = buffer.baseAddress, fill(start, &length), Int(length) == byteCount else {
                fatalError("libcrypto could not compute SHA-256: out of memory, or a build without it")
            }
            count = byteCount
        }
    }
}
