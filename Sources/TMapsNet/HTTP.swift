/// A whole HTTP/1 request as libwebsockets parsed it: headers and, where there is one, the body.
package struct HTTPRequest: Sendable {
    package var method: String
    /// Percent-decoded once. libwebsockets 4.1.6 also turns a raw `+` of the path into a space, which cannot be undone.
    package var path: String
    /// The query's items in order, percent-decoded once, each `key=value` or bare `key`.
    package var query: [String]
    /// Lower-case names.
    package var headers: [String: String]
    package var body: [UInt8]

    package init(
        method: String, path: String, query: [String] = [], headers: [String: String] = [:], body: [UInt8] = []
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
    }

    /// The first query item named `name`; empty for a bare key.
    package func queryValue(_ name: String) -> String? {
        for item in query {
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts[0] == name { return parts.count > 1 ? String(parts[1]) : "" }
        }
        return nil
    }
}

/// What is sent back. `Content-Length` and `Connection` are added when it is written.
package struct HTTPResponse: Sendable {
    package enum Body: Sendable {
        case none
        case bytes([UInt8])
        /// `length` bytes of an open file from `offset`; the descriptor is closed when the response ends.
        case file(descriptor: Int32, offset: Int64, length: Int64)
    }

    package var status: Int
    package var headers: [(name: String, value: String)]
    package var body: Body
    /// Answer to HEAD: the headers of GET with the true length, and no body.
    package var isHead: Bool

    package init(status: Int, headers: [(name: String, value: String)] = [], body: Body = .none, isHead: Bool = false) {
        self.status = status
        self.headers = headers
        self.body = body
        self.isHead = isHead
    }
}

extension HTTPRequest {
    /// The entries of `Sec-WebSocket-Protocol`, in the peer's order.
    package var offeredSubprotocols: [String] {
        (headers["sec-websocket-protocol"] ?? "").split(separator: ",").map {
            var entry = $0[...]
            while entry.first == " " || entry.first == "\t" { entry.removeFirst() }
            while entry.last == " " || entry.last == "\t" { entry.removeLast() }
            return String(entry)
        }
    }
}
