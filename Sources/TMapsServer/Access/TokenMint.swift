/// `tmaps token`: makes an access token with the key of a server's secrets file or data folder.
package enum TokenMint {
    package struct Order: Sendable {
        let scope: AccessToken.Scope
        let role: AccessToken.Role
        let lifetime: Duration

        /// - Throws: what was expected instead.
        package init(session: String, role: String, lifetime: Duration) throws(AccessError) {
            guard let scope = AccessToken.Scope(session) else {
                throw AccessError(
                    description: "--session \(session): expected an id of [A-Za-z0-9_-]{1,64}, or * for every session")
            }
            guard let known = AccessToken.Role(rawValue: role) else {
                let roles = AccessToken.Role.allCases.map(\.rawValue).joined(separator: ", ")
                throw AccessError(description: "--role \(role): expected one of \(roles)")
            }
            guard lifetime >= .seconds(1) else { throw AccessError(description: "--ttl: expected 1 s or more") }
            (self.scope, self.role, self.lifetime) = (scope, known, lifetime)
        }
    }

    package struct Outcome: Sendable {
        package let token: String
        package let warnings: [String]
    }

    /// - Parameters:
    ///   - secrets: as `--secrets` of `serve`; nil looks in the default places.
    ///   - data: the server's data folder. No key is made here: it would belong to whoever runs this.
    package static func make(_ order: Order, secrets: String?, data: String) throws(AccessError) -> Outcome {
        let found: SecretsFile.Found
        do throws(SecretsError) {
            found = try SecretsFile.find(explicit: secrets)
        } catch {
            throw AccessError(description: "secrets: \(error.description)")
        }
        guard let source = try SigningKeySource.find(found, data: data, makesOne: false) else {
            throw AccessError(
                description: "no signing_key in a secrets file, and \(SigningKeyFile.path(in: data)) does not exist: a "
                    + "server that asks for tokens makes it when it starts; --data names its folder")
        }
        let now = Timestamp.now()
        let token = AccessToken(scope: order.scope, role: order.role, lifetime: order.lifetime, from: now)
        return Outcome(token: token.signed(with: source.key, at: now), warnings: source.warnings)
    }
}
