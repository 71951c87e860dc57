internal import TMapsNet
internal import TMapsProtocol

/// Why a call is not let in, as it is answered: RFC 9457 with the challenge of RFC 6750 §3. Never holds a token.
struct AccessRefusal: Error {
    let status: Int
    let detail: String
    /// The `error` of RFC 6750 §3.1; nil where no token came, for then there is nothing wrong with one.
    private let error: String?

    static let missing = AccessRefusal(
        status: 401, detail: "a token is wanted: Authorization: Bearer, or on a WebSocket a ticket", error: nil)

    static let malformed = AccessRefusal(
        status: 401, detail: "Authorization: expected Bearer and one token", error: nil)

    /// A token or ticket that is not accepted.
    static func invalid(_ detail: String) -> AccessRefusal {
        AccessRefusal(status: 401, detail: detail, error: "invalid_token")
    }

    /// A good token that is not for this.
    static func insufficient(_ detail: String) -> AccessRefusal {
        AccessRefusal(status: 403, detail: detail, error: "insufficient_scope")
    }

    var response: HTTPResponse {
        let reason = error.map { #", error="\#($0)", error_description="\#(detail)""# } ?? ""
        return Problem.response(
            status, status == 401 ? .unauthorized : .forbidden, detail,
            headers: [("WWW-Authenticate", #"Bearer realm="tmaps"\#(reason)"#), ("Cache-Control", "no-store")])
    }
}
