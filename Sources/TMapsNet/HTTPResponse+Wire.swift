import Glibc

extension HTTPResponse {
    package static func text(
        _ status: Int, _ text: String, _ headers: [(name: String, value: String)] = []
    ) -> HTTPResponse {
        let type = (name: "Content-Type", value: "text/plain; charset=utf-8")
        return HTTPResponse(status: status, headers: [type] + headers, body: .bytes(Array(text.utf8)))
    }

    /// RFC 9110 §6.4.1
    var allowsBody: Bool { status >= 200 && status != 204 && status != 304 }

    private var contentLength: Int64 {
        switch body {
        case .none: 0
        case .bytes(let bytes): Int64(bytes.count)
        case .file(_, _, let length): length
        }
    }

    /// Status line and headers as they are sent, and whether the connection ends after this answer.
    func head(keepAlive: Bool, isStream: Bool = false) -> (bytes: [UInt8], closes: Bool) {
        var text = "HTTP/1.1 \(status) \(HTTPResponse.reason(status))\r\n"
        var closes = !keepAlive
        var hasLength = isStream || !allowsBody
        for (name, value) in headers {
            switch name.lowercased() {
            case "connection":
                closes = closes || value.lowercased() == "close"
                continue
            case "content-length": hasLength = true
            default: break
            }
            text += "\(HTTPResponse.line(name)): \(HTTPResponse.line(value))\r\n"
        }
        if !hasLength { text += "Content-Length: \(contentLength)\r\n" }
        text += "Connection: \(closes ? "close" : "keep-alive")\r\n\r\n"
        return (Array(text.utf8), closes)
    }

    /// A line break in a header would begin another: it becomes a space.
    static func line(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 < 32 && $0 != 9 }) else { return text }
        return String(decoding: text.utf8.map { $0 < 32 && $0 != 9 ? 32 : $0 }, as: UTF8.self)
    }

    /// For an answer that is not sent.
    func closeFile() {
        if case .file(let descriptor, _, _) = body { close(descriptor) }
    }

    private static func reason(_ status: Int) -> String {
        reasons[status] ?? "Status"
    }

    /// RFC 9110 §15 and RFC 6585.
    private static let reasons = [
        200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 206: "Partial Content",
        301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified", 307: "Temporary Redirect",
        308: "Permanent Redirect", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
        405: "Method Not Allowed", 406: "Not Acceptable", 408: "Request Timeout", 409: "Conflict", 410: "Gone",
        411: "Length Required", 412: "Precondition Failed", 413: "Content Too Large", 414: "URI Too Long",
        415: "Unsupported Media Type", 416: "Range Not Satisfiable", 421: "Misdirected Request",
        422: "Unprocessable Content", 426: "Upgrade Required", 428: "Precondition Required", 429: "Too Many Requests",
        431: "Request Header Fields Too Large", 500: "Internal Server Error", 501: "Not Implemented",
        503: "Service Unavailable", 507: "Insufficient Storage",
    ]
}
