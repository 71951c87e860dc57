internal import TMapsNet
internal import TMapsProtocol

/// What a call under `/v1`, or for `/metrics`, asks of its token: one of these roles, for this session. The table of
/// docs/access.md.
struct AccessNeed: Equatable {
    typealias Role = AccessToken.Role

    let roles: [Role]
    /// Nil: a token for any session.
    let scope: AccessToken.Scope?

    /// What is not in the table only an admin may ask for.
    init(_ request: HTTPRequest, isUpgrade: Bool) {
        let parts = request.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst(2).map(String.init)
        let method = request.method == "HEAD" ? "GET" : request.method
        if request.path == MetricsRoute.path {
            self.init(Self.readers, .everySession)
        } else if parts.first == "sessions", parts.count > 1 {
            let roles = isUpgrade ? Self.ofSocket(parts.dropFirst(2)) : Self.ofSession(method, parts.dropFirst(2))
            self.init(roles, .session(parts[1]))
        } else {
            self = Self.ofNoSession(method, parts, request)
        }
    }

    private init(_ roles: [Role], _ scope: AccessToken.Scope?) {
        self.roles = roles
        self.scope = scope
    }

    private static let readers: [Role] = [.client, .observer, .admin]

    private static func ofSocket(_ rest: ArraySlice<String>) -> [Role] {
        switch Array(rest) {
        case ["map"]: [.map, .admin]
        case ["client"]: [.client, .admin]
        case ["observer"]: readers
        default: [.admin]
        }
    }

    private static func ofSession(_ method: String, _ rest: ArraySlice<String>) -> [Role] {
        switch (method, Array(rest)) {
        case ("GET", []), ("GET", ["actions"]), ("GET", ["peers"]): readers
        case ("POST", ["actions"]), ("POST", ["links"]): [.client, .admin]
        default: [.admin]
        }
    }

    private static func ofNoSession(_ method: String, _ parts: [String], _ request: HTTPRequest) -> AccessNeed {
        switch (method, parts) {
        case ("GET", ["actions"]): AccessNeed(Role.allCases, nil)
        case ("POST", ["tickets"]): ofTicket(request)
        case ("GET", ["sessions"]): AccessNeed(readers, .everySession)
        default: AccessNeed([.admin], .everySession)
        }
    }

    /// Anybody's, unless it is said what for: a browser does not tell a page why its WebSocket was refused.
    private static func ofTicket(_ request: HTTPRequest) -> AccessNeed {
        guard let session = request.queryValue("session"), let end = request.queryValue("role") else {
            return AccessNeed(Role.allCases, nil)
        }
        return AccessNeed(ofSocket([end]), .session(session))
    }

    /// Why the token does not do, or nil when it does. ASCII without quotes.
    func refusal(of token: AccessToken) -> String? {
        if !roles.contains(token.role) {
            let wanted = roles.map(\.rawValue).joined(separator: " or ")
            return "the token's role is \(token.role.rawValue); this wants \(wanted)"
        }
        guard let scope, !token.scope.covers(scope) else { return nil }
        let wanted = scope == .everySession ? "every session (*)" : "another session"
        return "the token is for session \(token.scope.text); this is for \(wanted)"
    }
}
