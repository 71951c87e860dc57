private import CCrypto

/// An X.509 certificate (RFC 5280), read by OpenSSL.
final class Certificate {
    struct Moment {
        /// In UTC: 2030-12-31.
        let day: String
        /// Negative where it has passed.
        let secondsAway: Int
    }

    private let handle: OpaquePointer

    private init(_ handle: OpaquePointer) { self.handle = handle }

    deinit { X509_free(handle) }

    /// All certificates of a PEM file, in order; at least one. See: man 3 PEM_read_bio_X509
    static func chain(_ pem: [UInt8]) throws(TLSFileError) -> [Certificate] {
        let chain = Memory.read(pem) { memory in
            var found: [Certificate] = []
            while let handle = PEM_read_bio_X509(memory, nil, Memory.noPassphrase, nil) {
                found.append(Certificate(handle))
            }
            return found
        }
        guard !chain.isEmpty else { throw TLSFileError(reason: "it holds no certificate in PEM form") }
        return chain
    }

    var validFrom: Moment { Self.moment(X509_get0_notBefore(handle)) }
    var validUntil: Moment { Self.moment(X509_get0_notAfter(handle)) }

    func belongs(to key: PrivateKey) -> Bool { X509_check_private_key(handle, key.handle) == 1 }

    private static func moment(_ time: UnsafePointer<ASN1_TIME>?) -> Moment {
        var (days, seconds): (Int32, Int32) = (0, 0)
        ASN1_TIME_diff(&days, &seconds, nil, time)
        let away = Int64(days) * 86_400 + Int64(seconds)
        let date = Timestamp(milliseconds: Timestamp.now().milliseconds + away * 1_000).iso8601.prefix(10)
        return Moment(day: String(date), secondsAway: Int(away))
    }
}

/// The key of a certificate. See: man 3 PEM_read_bio_PrivateKey
final class PrivateKey {
    fileprivate let handle: OpaquePointer

    init(_ pem: [UInt8]) throws(TLSFileError) {
        let text = String(decoding: pem, as: UTF8.self)
        let isEncrypted = text.contains("ENCRYPTED")
        let found = Memory.read(pem) { PEM_read_bio_PrivateKey($0, nil, Memory.noPassphrase, nil) }
        guard let found else {
            throw TLSFileError(
                reason: isEncrypted
                    ? "the key has a passphrase, which nobody would be there to type; "
                        + "openssl pkey -in FILE -out OTHER takes it off"
                    : "it holds no private key in PEM form")
        }
        handle = found
    }

    deinit { EVP_PKEY_free(handle) }
}

private enum Memory {
    /// Without it OpenSSL would ask the terminal.
    static let noPassphrase:
        @convention(c) (UnsafeMutablePointer<CChar>?, Int32, Int32, UnsafeMutableRawPointer?) -> Int32 =
            { _, _, _, _ in -1 }

    /// Bytes as OpenSSL reads them; nil is handed on where it has no memory.
    static func read<Result>(_ bytes: [UInt8], _ body: (OpaquePointer?) -> Result) -> Result {
        bytes.withUnsafeBytes { bytes in
            let memory = BIO_new_mem_buf(bytes.baseAddress, Int32(bytes.count))
            defer { BIO_free(memory) }
            return body(memory)
        }
    }
}
