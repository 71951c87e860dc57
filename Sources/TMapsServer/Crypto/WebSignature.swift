/// A JSON Web Signature in its compact form, `header.payload.signature`, by HS256 and nothing else: RFC 7515 §7.1,
/// RFC 7518 §3.2, RFC 8725 §3.1.
enum WebSignature {
    /// Bytes. Ours have some 180; a longer text is not even looked at.
    static let maxLength = 4_096

    static func sign(_ payload: [UInt8], with key: SigningKey) -> String {
        let signed = Base64URL.encode(Array(#"{"alg":"HS256","typ":"JWT"}"#.utf8)) + "." + Base64URL.encode(payload)
        return signed + "." + Base64URL.encode(Digest.hmacSHA256(key: key.bytes, Array(signed.utf8)))
    }

    /// The payload of a text that was signed with `key`. Nothing of the payload is read before that is known.
    static func verify(_ text: some StringProtocol, with key: SigningKey) throws(TokenFault) -> [UInt8] {
        let bytes = Array(text.utf8.prefix(maxLength + 1))
        guard bytes.count <= maxLength else { throw .tooLong }
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw .notThreeParts }
        guard let header = Base64URL.decode(parts[0]) else { throw .notBase64URL("header") }
        guard let payload = Base64URL.decode(parts[1]) else { throw .notBase64URL("payload") }
        guard let signature = Base64URL.decode(parts[2]) else { throw .notBase64URL("signature") }
        try check(header)
        let signed = Array(bytes[..<parts[1].endIndex])
        guard Digest.equal(signature, Digest.hmacSHA256(key: key.bytes, signed)) else { throw .signature }
        return payload
    }

    /// `alg` says HS256, `typ` says JWT or nothing, and no member is one that must be understood (`crit`, `b64`).
    private static func check(_ header: [UInt8]) throws(TokenFault) {
        let members = try TokenMembers(header, named: "header")
        guard case .text("HS256")? = members["alg"] else { throw .algorithm }
        switch members["typ"] {
        case nil: break
        case .text(let type)? where type.uppercased() == "JWT": break
        default: throw .header("typ is not JWT")
        }
        for name in ["crit", "b64", "zip"] where members[name] != nil {
            throw .header("\(name) is not understood here")
        }
    }
}
