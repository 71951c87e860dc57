/// Where the server may listen. Everyone who reaches it may steer the maps, so beyond this machine it wants either
/// tokens or the operator's word that none are wanted.
package enum ListenRule {
    /// `--auth`: tokens where the address demands them (`automatic`, the default), never, or always.
    package enum Auth: String, Sendable, CaseIterable {
        case automatic = "auto"
        case off
        case required
    }

    /// Why the server must not start, in one sentence, or nil when it may.
    ///
    /// - Parameters:
    ///   - host: of `--listen`; empty means 127.0.0.1. A name other than `localhost` counts as not loopback, whatever
    ///     it resolves to.
    ///   - hasTokens: whether this build can check tokens.
    package static func refusal(host: String, auth: Auth, hasTokens: Bool) -> String? {
        guard let name = HostName(listen: host.isEmpty ? "127.0.0.1" : host) else {
            return "--listen: \(host) is neither an address nor a host name"
        }
        switch auth {
        case .off:
            return nil
        case .required where !hasTokens:
            return "--auth required: this version cannot check tokens yet"
        case .automatic where !hasTokens && !name.isLoopback:
            return "--listen \(host) can be reached from other machines, and this version cannot check tokens yet: "
                + "listen on 127.0.0.1, or say --auth off to let everyone in who reaches it"
        case .automatic, .required:
            return nil
        }
    }

    /// Whether calls need a token.
    package static func needsToken(host: String, auth: Auth) -> Bool {
        switch auth {
        case .off: false
        case .required: true
        case .automatic: HostName(listen: host.isEmpty ? "127.0.0.1" : host)?.isLoopback != true
        }
    }
}
