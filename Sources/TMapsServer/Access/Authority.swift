/// `host` or `host:port`, as in a `Host` header. RFC 3986 §3.2, without user information.
struct Authority: Equatable {
    let host: HostName
    /// Nil when none is written: the scheme's default is meant.
    let port: UInt16?

    /// Nil when `text` is not exactly an authority: nothing is trimmed, a port has 1 to 5 digits without leading zeros.
    init?(_ text: some StringProtocol) {
        var host = text[...]
        var port: UInt16?
        // The colon behind a bracket or, without brackets, the only one: a bare IPv6 address is not an authority.
        if let colon = text.lastIndex(of: ":"), !text.hasSuffix("]") {
            guard let number = Self.port(text[text.index(after: colon)...]) else { return nil }
            host = text[..<colon]
            port = number
        }
        guard let name = HostName(host) else { return nil }
        self.host = name
        self.port = port
    }

    private static func port(_ text: some StringProtocol) -> UInt16? {
        guard let first = text.utf8.first, first != UInt8(ascii: "0"),
            text.utf8.allSatisfy({ (48...57).contains($0) })
        else { return nil }
        return UInt16(text)
    }
}
