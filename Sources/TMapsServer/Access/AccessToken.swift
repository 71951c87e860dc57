internal import TMapsProtocol

/// Who may do what, and how long: the claims of an access token (wire contract §8).
struct AccessToken: Sendable, Equatable {
    enum Scope: Sendable, Hashable {
        /// `*`
        case everySession
        case session(String)

        /// Nil for what is neither `*` nor a session id.
        init?(_ text: String) {
            if text == "*" {
                self = .everySession
            } else if Identifier.isValid(text) {
                self = .session(text)
            } else {
                return nil
            }
        }

        var text: String {
            switch self {
            case .everySession: "*"
            case .session(let id): id
            }
        }

        func covers(_ other: Scope) -> Bool { self == .everySession || self == other }
    }

    enum Role: String, Sendable, CaseIterable {
        case map, client, observer, admin
    }

    let scope: Scope
    let role: Role
    /// Milliseconds since 1970. At this moment it is over: RFC 7519 §4.1.4, no leeway.
    let expires: Int64

    init(scope: Scope, role: Role, expires: Int64) {
        self.scope = scope
        self.role = role
        self.expires = expires
    }

    /// - Parameter lifetime: whole seconds. `expires` is one too, for readers that take no fraction, and never sooner.
    init(scope: Scope, role: Role, lifetime: Duration, from now: Timestamp) {
        let start = (now.milliseconds + 999) / 1_000
        self.init(scope: scope, role: role, expires: (start + lifetime.components.seconds) * 1_000)
    }

    func hasExpired(at now: Timestamp) -> Bool { now.milliseconds >= expires }
}

// MARK: - Claims

extension AccessToken {
    /// Reads a payload whose signature was verified. Claims that are not ours pass, but for `aud`.
    init(claims payload: [UInt8], at now: Timestamp) throws(TokenFault) {
        let claims = try TokenMembers(payload, named: "payload")
        guard case .text(let session)? = claims["session"], let scope = Scope(session) else {
            throw .claim("session", expected: "a session id or *")
        }
        guard case .text(let name)? = claims["role"], let role = Role(rawValue: name) else {
            throw .claim("role", expected: Role.allCases.map(\.rawValue).joined(separator: ", "))
        }
        guard let expires = try Self.moment(claims["exp"], "exp") else {
            throw .claim("exp", expected: "seconds since 1970")
        }
        self.init(scope: scope, role: role, expires: expires)
        guard claims["aud"] == nil else { throw .audience }
        guard !hasExpired(at: now) else { throw .expired }
        if let start = try Self.moment(claims["nbf"], "nbf"), now.milliseconds < start { throw .early }
    }

    /// A NumericDate of RFC 7519 §2, which may have a fraction, in milliseconds.
    private static func moment(_ value: TokenMembers.Value?, _ name: String) throws(TokenFault) -> Int64? {
        guard let value else { return nil }
        // Up to the year 9999; what is beyond was never meant.
        guard case .number(let seconds) = value, (0...253_402_300_799).contains(seconds) else {
            throw .claim(name, expected: "seconds since 1970")
        }
        return Int64(seconds * 1_000)
    }

    /// As a JWT.
    func signed(with key: SigningKey, at now: Timestamp) -> String {
        let claims = JSONWriter.object { json in
            json.member("session", scope.text)
            json.member("role", role.rawValue)
            json.member("iat", now.milliseconds / 1_000)
            json.member("exp", Double(expires) / 1_000)
        }
        return WebSignature.sign(claims, with: key)
    }

    /// The token of a JWT that was signed with `key` and holds now.
    init(_ text: some StringProtocol, signedWith key: SigningKey, at now: Timestamp) throws(TokenFault) {
        try self.init(claims: try WebSignature.verify(text, with: key), at: now)
    }
}
