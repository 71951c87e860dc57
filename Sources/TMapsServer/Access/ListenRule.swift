/// Where the server may listen, and whether it then asks for tokens: everyone who reaches it may otherwise steer the
/// maps.
package enum ListenRule {
    /// `--auth`: tokens where others can reach the address (`automatic`, the default), never, or always.
    package enum Auth: String, Sendable, CaseIterable {
        case automatic = "auto"
        case off
        case required
    }

    /// Why the server must not start, in one sentence, or nil when it may.
    ///
    /// - Parameter host: of `--listen`; empty means 127.0.0.1.
    package static func refusal(host: String) -> String? {
        name(host) == nil ? "--listen: \(host) is neither an address nor a host name" : nil
    }

    /// Whether calls need a token. A name other than `localhost` counts as not loopback, whatever it resolves to.
    package static func needsToken(host: String, auth: Auth) -> Bool {
        switch auth {
        case .off: false
        case .required: true
        case .automatic: name(host)?.isLoopback != true
        }
    }

    /// What the operator should know of it, or nil.
    ///
    /// - Parameter isSecure: the server itself speaks TLS, so that nobody on the way reads a token.
    package static func warning(host: String, auth: Auth, isSecure: Bool) -> String? {
        guard let name = name(host), !name.isLoopback else { return nil }
        if auth == .off {
            return "--auth off: everyone who reaches --listen \(host) may steer the maps and read what they say"
        }
        guard !isSecure else { return nil }
        return "--listen \(host): tokens are asked for, and travel unencrypted unless a proxy with TLS is in front"
    }

    private static func name(_ host: String) -> HostName? { HostName(listen: host.isEmpty ? "127.0.0.1" : host) }
}
