/// The server of a URL like `http://127.0.0.1:8080` or `https://maps.example/bridge`.
package struct ServerAddress: Sendable, Equatable {
    /// A name or an address; an IPv6 one without its brackets.
    package var host: String
    package var port: UInt16
    package var isSecure: Bool
    /// In front of `/v1`, for a server behind a proxy's path; empty or `/…` without an ending slash.
    package var basePath: String

    /// `ws` and `wss` are read as `http` and `https`.
    package init(_ url: String) throws(TMapsError) {
        guard let separator = url.firstRange(of: "://") else {
            throw ServerAddress.error(url, "expected http://HOST:PORT or https://HOST:PORT")
        }
        switch url[..<separator.lowerBound].lowercased() {
        case "http", "ws": isSecure = false
        case "https", "wss": isSecure = true
        case let scheme: throw ServerAddress.error(url, "expected http or https, found \"\(scheme)\"")
        }
        let rest = url[separator.upperBound...]
        guard !rest.contains("?"), !rest.contains("#") else {
            throw ServerAddress.error(url, "a server's URL has no query and no fragment")
        }
        let authority = rest.prefix { $0 != "/" }
        var path = String(rest.dropFirst(authority.count))
        while path.hasSuffix("/") { path.removeLast() }
        guard path.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw ServerAddress.error(url, "the path must be percent-encoded")
        }
        basePath = path
        guard !authority.contains("@") else {
            // The URL is not shown: what stands before the @ may be a password.
            throw TMapsError(.invalidArgument, "the server's URL holds a user name; use a token instead")
        }
        (host, port) = try ServerAddress.split(authority, isSecure ? 443 : 80, url)
    }

    private static func split(
        _ authority: Substring, _ defaultPort: UInt16, _ url: String
    ) throws(TMapsError) -> (String, UInt16) {
        var host = authority
        var port: Substring?
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else { throw error(url, "\"[\" is not closed") }
            host = authority[authority.index(after: authority.startIndex)..<end]
            let rest = authority[authority.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { throw error(url, "expected \":\" after \"]\"") }
            port = rest.isEmpty ? nil : rest.dropFirst()
        } else if let colon = authority.firstIndex(of: ":") {
            host = authority[..<colon]
            port = authority[authority.index(after: colon)...]
        }
        guard !host.isEmpty, host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { throw error(url, "no host") }
        guard let port else { return (String(host), defaultPort) }
        guard port.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt16(port), number > 0 else {
            throw error(url, "expected a port from 1 to 65535, found \"\(port)\"")
        }
        return (String(host), number)
    }

    private static func error(_ url: String, _ reason: String) -> TMapsError {
        TMapsError(.invalidArgument, "\"\(url)\" is no server's URL: \(reason)")
    }

    /// Everything but RFC 3986's unreserved characters as `%XX`.
    static func percentEncoded(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            let scalar = Unicode.Scalar(byte)
            switch scalar {
            case "A"..."Z", "a"..."z", "0"..."9", "-", ".", "_", "~": result.unicodeScalars.append(scalar)
            default: result += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
        return result
    }
}
