import TMapsTesting
import Testing

@testable import TMapsServer

/// A real server that asks for tokens, and the key it checks them with.
struct GuardedServer {
    static let secret = "a key of thirty-two bytes or more"

    let server: TestServer
    let key: SigningKey

    init(_ configure: (inout Configuration) -> Void = { _ in }) throws {
        let folder = TestFolder()
        let secrets = try folder.write(#"{"signing_key":"\#(Self.secret)"}"#, to: "secrets.json")
        key = try #require(SigningKey(Self.secret))
        server = try TestServer(folder: folder) { configuration in
            configuration.secrets = secrets
            configuration.auth = .required
            configure(&configuration)
        }
    }

    /// - Parameter lifetime: negative for one that has expired.
    func token(
        _ role: AccessToken.Role, _ session: String = "hall", lifetime: Duration = .seconds(60)
    ) -> String {
        let now = Timestamp.now()
        let (seconds, attoseconds) = lifetime.components
        let expires = now.milliseconds + seconds * 1_000 + attoseconds / 1_000_000_000_000_000
        let scope = session == "*" ? AccessToken.Scope.everySession : .session(session)
        return AccessToken(scope: scope, role: role, expires: expires).signed(with: key, at: now)
    }

    static func bearer(_ token: String) -> [(name: String, value: String)] { [("Authorization", "Bearer \(token)")] }

    func call(_ method: String, _ path: String, _ token: String?, body: String? = nil) throws -> TestAnswer {
        try server.call(method, path, body: body, headers: token.map(Self.bearer) ?? [])
    }

    func ticket(_ token: String) throws -> String {
        let answer = try call("POST", "/v1/tickets", token, body: "")
        #expect(answer.status == 200 && answer.headers["cache-control"] == "no-store")
        let parts = answer.body.split(separator: "\"", omittingEmptySubsequences: false)
        #expect(parts.count == 5 && parts[1] == "ticket" && parts[3].utf8.count == 22, "\(answer.body)")
        return String(parts[3])
    }

    /// A WebSocket handshake; the answer's head.
    func handshake(
        _ path: String, protocols: String? = nil, headers: [(name: String, value: String)] = []
    ) throws -> String {
        let offered = protocols.map { [(name: "Sec-WebSocket-Protocol", value: $0)] } ?? []
        return try RawSocket(port: server.port)
            .handshake("/v1/sessions/" + path, host: "127.0.0.1:\(server.port)", headers: offered + headers)
    }
}
