/// Which `Host` headers are answered. A page of another site can point its own name at this machine (DNS rebinding,
/// field case F55); then `Host` is that name, and it is refused.
package struct HostPolicy: Sendable {
    private struct Entry: Sendable {
        var host: HostName
        /// Nil allows any port.
        var port: UInt16?
    }

    private let entries: [Entry]
    private let isWildcard: Bool
    private let defaultPort: UInt16

    /// - Parameters:
    ///   - boundHost: the address (or name) that is listened on; empty means 127.0.0.1.
    ///   - port: the port that was bound in the end, not 0.
    ///   - allowHosts: values of `--allow-host`: `host` (any port) or `host:port`.
    /// - Throws: a sentence that names the entry that is not a host.
    package init(
        boundHost: String, port: UInt16, isSecure: Bool = false, allowHosts: [String] = []
    ) throws(AccessError) {
        guard let bound = HostName(listen: boundHost.isEmpty ? "127.0.0.1" : boundHost) else {
            throw AccessError(description: "--listen: \(boundHost) is neither an address nor a host name")
        }
        var entries = [Entry(host: bound, port: port), Entry(host: .name("localhost"), port: port)]
        for text in allowHosts {
            guard let authority = Authority(text) else {
                throw AccessError(
                    description: "--allow-host \(text): expected a host name or address, with or without a port, "
                        + "as in maps.example.com, 10.0.0.5:8080 or [fd00::1]")
            }
            entries.append(Entry(host: authority.host, port: authority.port))
        }
        self.entries = entries
        isWildcard = bound.isWildcard
        defaultPort = isSecure ? 443 : 80
    }

    /// - Parameter host: the `Host` header as it came; nil when there was none, which is refused.
    package func accepts(_ host: String?) -> Bool {
        guard let host, let asked = Authority(host) else { return false }
        // An address cannot be rebound, and on a wildcard listen its own addresses (and what a port is mapped to
        // outside a container) are not known.
        if isWildcard, asked.host.isAddress { return true }
        let port = asked.port ?? defaultPort
        return entries.contains { $0.host == asked.host && ($0.port ?? port) == port }
    }
}

/// A wrong access option. The text names the option and its value.
package struct AccessError: Error, Equatable, CustomStringConvertible {
    package let description: String
}
