/// Why a token is not accepted: what is wrong with it, never what it holds. ASCII without quotes, as
/// `error_description` of RFC 6750 §3 wants it.
enum TokenFault: Error, Equatable, CustomStringConvertible {
    case tooLong
    case notThreeParts
    case notBase64URL(String)
    case notAnObject(String)
    /// A member of the header or the payload comes twice.
    case repeated(String)
    case header(String)
    case algorithm
    case signature
    /// A claim is missing or not what it has to be.
    case claim(String, expected: String)
    /// It names an audience, and this server has no name to be it: RFC 7519 §4.1.3.
    case audience
    case expired
    /// `nbf` is still to come.
    case early

    var description: String {
        switch self {
        case .tooLong: "the token is longer than \(WebSignature.maxLength) bytes"
        case .notThreeParts: "the token is not of three parts with dots between, as a JWT is"
        case .notBase64URL(let part): "the token's \(part) is not base64url without padding"
        case .notAnObject(let part): "the token's \(part) is not a JSON object"
        case .repeated(let part): "the token's \(part) has a member twice"
        case .header(let what): "the token's header: \(what)"
        case .algorithm: "the token's alg is not HS256"
        case .signature: "the token was not signed with this server's key, or was changed since"
        case .claim(let name, let expected): "the token's claim \(name): expected \(expected)"
        case .audience: "the token is for another audience (aud)"
        case .expired: "the token has expired"
        case .early: "the token is not valid yet (nbf)"
        }
    }
}
