internal import TMapsNet
internal import TMapsProtocol

/// An error answer: RFC 9457 problem+json, with the wire contract's code.
enum Problem {
    static func response(
        _ status: Int, _ code: ErrorCode, _ detail: String, headers: [(name: String, value: String)] = []
    ) -> HTTPResponse {
        let body = JSONWriter.object { json in
            json.member("type", "about:blank")
            json.member("title", reason(status))
            json.member("status", status)
            json.member("code", code.rawValue)
            json.member("detail", detail)
        }
        let type = (name: "Content-Type", value: "application/problem+json")
        return HTTPResponse(status: status, headers: [type] + headers, body: .bytes(body))
    }

    static func methodNotAllowed(_ allowed: String) -> HTTPResponse {
        response(
            405, ErrorCode(rawValue: "method_not_allowed"), "this resource knows \(allowed)",
            headers: [("Allow", allowed)])
    }

    /// A body that was not read.
    static func unreadable(_ status: Int, _ detail: String) -> HTTPResponse {
        let code =
            switch status {
            case 411: ErrorCode(rawValue: "length_required")
            case 413: ErrorCode.tooLarge
            default: ErrorCode(rawValue: "bad_request")
            }
        return response(status, code, detail)
    }

    /// A plain request where a WebSocket is.
    static let upgradeRequired = response(
        426, ErrorCode(rawValue: "upgrade_required"), "a WebSocket is at this address",
        headers: [("Upgrade", "websocket")])

    private static func reason(_ status: Int) -> String {
        switch status {
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 409: "Conflict"
        case 411: "Length Required"
        case 413: "Content Too Large"
        case 426: "Upgrade Required"
        case 429: "Too Many Requests"
        case 503: "Service Unavailable"
        default: "Error"
        }
    }
}
