/// Which web pages may call: those served from here, and those of `--allow-origin`. Any page in a browser can open
/// `ws://localhost`, and secrets go through that socket (field case F55).
package struct OriginPolicy: Sendable {
    /// Scheme, host and port, compared as a whole. RFC 6454 §5.
    private struct Origin: Hashable, Sendable {
        var scheme: String
        /// With its trailing dot, if it has one: to a browser that is another origin.
        var host: HostName
        var hasTrailingDot: Bool
        var port: UInt16?

        init?(scheme: String, authority text: some StringProtocol) {
            guard let authority = Authority(text) else { return nil }
            self.scheme = scheme
            host = authority.host
            hasTrailingDot = (text.hasSuffix(".") || text.contains(".:"))
            port = authority.port ?? (scheme == "https" ? 443 : scheme == "http" ? 80 : nil)
        }

        /// The serialisation of RFC 6454 §6.2: nothing before or behind it, no path.
        init?(_ text: String) {
            guard text.utf8.allSatisfy({ $0 < 0x80 }), let mark = text.utf8.firstIndex(of: UInt8(ascii: ":")),
                text[mark...].hasPrefix("://")
            else { return nil }
            let scheme = text[..<mark].lowercased()
            guard let first = scheme.utf8.first, (97...122).contains(first),
                scheme.utf8.allSatisfy({ (97...122).contains($0) || (48...57).contains($0) || "+-.".utf8.contains($0) })
            else { return nil }
            self.init(scheme: scheme, authority: text[text.index(mark, offsetBy: 3)...])
        }
    }

    private let allowed: Set<Origin>
    /// Sandboxed frames and pages from files say `null`; only when allowed in so many words.
    private let allowsNull: Bool
    private let scheme: String

    /// - Parameters:
    ///   - isSecure: whether this server itself speaks TLS.
    ///   - allowOrigins: values of `--allow-origin`: an origin each, or `null`.
    /// - Throws: a sentence that names the entry that is not an origin.
    package init(isSecure: Bool = false, allowOrigins: [String] = []) throws(AccessError) {
        var allowed: Set<Origin> = []
        for text in allowOrigins where text != "null" {
            guard let origin = Origin(text) else {
                throw AccessError(
                    description: "--allow-origin \(text): expected scheme, host and port only, "
                        + "as in https://maps.example.com or http://10.0.0.5:3000 (no path, no slash at the end, no *)")
            }
            allowed.insert(origin)
        }
        self.allowed = allowed
        allowsNull = allowOrigins.contains("null")
        scheme = isSecure ? "https" : "http"
    }

    /// - Parameters:
    ///   - origin: the `Origin` header; nil when there was none, which only programs that are no browser leave out on
    ///     a WebSocket.
    ///   - host: the request's `Host`, which the `HostPolicy` has accepted.
    package func accepts(origin: String?, host: String) -> Bool {
        guard let origin else { return true }
        if origin == "null" { return allowsNull }
        guard let asked = Origin(origin) else { return false }
        return asked == Origin(scheme: scheme, authority: host) || allowed.contains(asked)
    }
}
