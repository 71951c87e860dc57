import TMapsTesting
import Testing

@testable import TMapsServer

/// Tokens against the real server: who may do what (docs/access.md).
@Suite(.timeLimit(.minutes(1))) struct AccessTests {
    private typealias Role = AccessToken.Role

    private static let zoom = #"{"type":"SET_ZOOM","zoom":18.0}"#

    /// A call on session `hall`, who may make it, and what it is answered then.
    struct Route: Sendable, CustomTestStringConvertible {
        let method: String
        let path: String
        var body: String?
        let roles: Set<AccessToken.Role>
        let status: Int
        /// A token for `hall` alone does.
        var isForOne = true

        var testDescription: String { "\(method) \(path)" }
    }

    static let routes: [Route] = [
        .init(method: "GET", path: "/v1/actions", roles: Set(AccessToken.Role.allCases), status: 200),
        .init(method: "POST", path: "/v1/tickets", body: "", roles: Set(AccessToken.Role.allCases), status: 200),
        .init(method: "GET", path: "/v1/sessions", roles: readers, status: 200, isForOne: false),
        .init(method: "HEAD", path: "/v1/sessions", roles: readers, status: 200, isForOne: false),
        .init(method: "POST", path: "/v1/sessions", body: "{}", roles: [.admin], status: 201, isForOne: false),
        .init(method: "PUT", path: "/v1/sessions", body: "", roles: [.admin], status: 405, isForOne: false),
        .init(method: "GET", path: "/v1/nothing", roles: [.admin], status: 404, isForOne: false),
        .init(method: "GET", path: "/v1/", roles: [.admin], status: 404, isForOne: false),
        .init(method: "GET", path: "/v1/sessions/hall", roles: readers, status: 200),
        .init(method: "GET", path: "/v1/sessions/hall/actions", roles: readers, status: 200),
        .init(method: "GET", path: "/v1/sessions/hall/peers", roles: readers, status: 200),
        .init(method: "POST", path: "/v1/sessions/hall/actions", body: zoom, roles: [.client, .admin], status: 202),
        .init(
            method: "POST", path: "/v1/sessions/hall/links", body: #"{"url":"geo:31.9,35.9"}"#,
            roles: [.client, .admin], status: 202),
        .init(method: "GET", path: "/v1/sessions/hall/map", roles: [.admin], status: 426),
        .init(method: "DELETE", path: "/v1/sessions/hall/actions", roles: [.admin], status: 405),
        .init(method: "DELETE", path: "/v1/sessions/hall", roles: [.admin], status: 204),
    ]
    private static let readers: Set<AccessToken.Role> = [.client, .observer, .admin]

    @Test("each call is for its roles and for the token's session", arguments: routes)
    func calls(route: Route) async throws {
        let guarded = try GuardedServer()
        let admin = guarded.token(.admin, "*")
        for role in Role.allCases {
            for session in ["hall", "*", "lobby"] {
                #expect(try guarded.call("POST", "/v1/sessions/hall/actions", admin, body: Self.zoom).status == 202)
                let token = guarded.token(role, session)
                let answer = try guarded.call(route.method, route.path, token, body: route.body)
                let isForAny = ["/v1/actions", "/v1/tickets"].contains(route.path)
                let covers = session == "*" || isForAny || route.isForOne && session == "hall"
                let expected = route.roles.contains(role) && covers ? route.status : 403
                #expect(answer.status == expected, "\(role) of \(session): \(answer.body)")
                guard expected == 403 else { continue }
                #expect(answer.headers["www-authenticate"]?.contains(#"error="insufficient_scope""#) == true)
                if route.method != "HEAD" { #expect(answer.body.contains(#""code":"forbidden""#)) }
            }
        }
        await guarded.server.stop()
    }

    @Test("each call without a token, or with a bad one, is answered 401", arguments: routes)
    func without(route: Route) async throws {
        let guarded = try GuardedServer()
        let none = try guarded.call(route.method, route.path, nil, body: route.body)
        #expect(none.status == 401)
        #expect(none.headers["www-authenticate"] == #"Bearer realm="tmaps""#)
        #expect(none.headers["content-type"] == "application/problem+json")
        let expired = guarded.token(.admin, "*", lifetime: .milliseconds(-1))
        let answer = try guarded.call(route.method, route.path, expired, body: route.body)
        #expect(answer.status == 401)
        #expect(
            answer.headers["www-authenticate"]
                == #"Bearer realm="tmaps", error="invalid_token", error_description="the token has expired""#)
        #expect(!guarded.server.log.contains(expired))
        await guarded.server.stop()
    }

    @Test(
        "a WebSocket is for its role and for the token's session",
        arguments: [
            ("map", [Role.map, .admin]), ("client", [.client, .admin]), ("observer", [.client, .observer, .admin]),
        ]
            as [(String, [AccessToken.Role])])
    func sockets(end: String, roles: [AccessToken.Role]) async throws {
        let guarded = try GuardedServer()
        #expect(try guarded.handshake("hall/\(end)").hasPrefix("HTTP/1.1 401 "))
        for role in Role.allCases {
            for session in ["hall", "*", "lobby"] {
                let headers = GuardedServer.bearer(guarded.token(role, session))
                let expected = roles.contains(role) && session != "lobby" ? "101" : "403"
                let answer = try guarded.handshake("hall/\(end)", headers: headers)
                #expect(answer.hasPrefix("HTTP/1.1 \(expected) "), "\(role) of \(session): \(answer)")
                let ticket = "ticket.\(try guarded.ticket(guarded.token(role, session)))"
                let again = try guarded.handshake("hall/\(end)", protocols: "tmaps.session.v1, \(ticket)")
                #expect(again.hasPrefix("HTTP/1.1 \(expected) "), "\(role) of \(session): \(again)")
            }
        }
        await guarded.server.stop()
    }

    @Test("pages, their files and the two signs of health want no token")
    func open() async throws {
        let guarded = try GuardedServer()
        for path in ["/healthz", "/readyz", "/tmapswww/", "/bridge/bridge.js", "/bridge/tickets.mjs"] {
            #expect(try guarded.call("GET", path, nil).status == 200, "\(path)")
        }
        #expect(try guarded.call("GET", "/", nil).status == 302)
        await guarded.server.stop()
    }

    @Test(
        "a header that is not Bearer and one token",
        arguments: ["", "Bearer", "Bearer ", "Basic dXNlcjpwYXNz", "Bearer a b", "Token abc", "bearer\tx"])
    func headers(value: String) async throws {
        let guarded = try GuardedServer()
        let answer = try guarded.server.call("GET", "/v1/actions", headers: [("Authorization", value)])
        #expect(answer.status == 401)
        #expect(answer.headers["www-authenticate"] == #"Bearer realm="tmaps""#)
        await guarded.server.stop()
    }

    @Test("two headers, and a token that fills the headers, are refused and not shown")
    func manyAndLong() async throws {
        let guarded = try GuardedServer()
        let token = guarded.token(.client)
        for other in [token, "other"] {
            let both = GuardedServer.bearer(token) + GuardedServer.bearer(other)
            #expect(try guarded.server.call("GET", "/v1/actions", headers: both).status == 401)
        }
        let long = String(repeating: "A", count: 15_000)
        let answer = try guarded.call("GET", "/v1/actions", long)
        #expect(answer.status == 401 && answer.body.contains("the token is longer than 4096 bytes"))
        #expect(guarded.server.log.contains("not let in, 401: the token is longer than 4096 bytes"))
        #expect(!guarded.server.log.contains("AAAAAAAA"))
        await guarded.server.stop()
    }

    @Test("who is not let in is told before a byte of the body is read, and cannot make the server hold it")
    func body() async throws {
        let guarded = try GuardedServer()
        let head = "POST /v1/sessions/hall/actions HTTP/1.1\r\nHost: localhost:\(guarded.server.port)\r\n"
        for (more, status) in [("", 401), ("Authorization: Bearer \(guarded.token(.map))\r\n", 403)] {
            let socket = try RawSocket(port: guarded.server.port)
            try socket.write(head + more + "Expect: 100-continue\r\nContent-Length: 4000000\r\n\r\n")
            let answer = try socket.readToEnd()
            #expect(answer.hasPrefix("HTTP/1.1 \(status) ") && answer.contains("\r\nConnection: close\r\n"))
        }
        let socket = try RawSocket(port: guarded.server.port)
        try socket.write(head + "Authorization: Bearer \(guarded.token(.client))\r\n")
        try socket.write("Expect: 100-continue\r\nContent-Length: \(Self.zoom.utf8.count)\r\n\r\n")
        #expect(try socket.read { $0.hasSuffix("\r\n\r\n") } == "HTTP/1.1 100 Continue\r\n\r\n")
        try socket.write(Self.zoom)
        #expect(try socket.read { $0.contains("seq") }.hasPrefix("HTTP/1.1 202 "))
        await guarded.server.stop()
    }

    @Test("a stream of events is for those who may read")
    func events() async throws {
        let guarded = try GuardedServer()
        for (role, status) in [(Role.map, 403), (.observer, 404)] {
            let headers = GuardedServer.bearer(guarded.token(role)) + [(name: "Accept", value: "text/event-stream")]
            let answer = try guarded.server.call("GET", "/v1/sessions/hall/actions", headers: headers)
            #expect(answer.status == status)
        }
        await guarded.server.stop()
    }

    @Test("the scheme is read in any case, and a token in the query is none")
    func scheme() async throws {
        let guarded = try GuardedServer()
        let token = guarded.token(.observer)
        for scheme in ["bearer", "BEARER", "Bearer "] {
            let headers = [(name: "authorization", value: "\(scheme) \(token)")]
            #expect(try guarded.server.call("GET", "/v1/sessions/hall/actions", headers: headers).status == 404)
        }
        for name in ["token", "access_token"] {
            #expect(try guarded.call("GET", "/v1/actions?\(name)=\(token)", nil).status == 401)
        }
        #expect(!guarded.server.log.contains(token))
        await guarded.server.stop()
    }

    @Test("Origin and Host are looked at first, token or not")
    func origin() async throws {
        let guarded = try GuardedServer()
        let headers = GuardedServer.bearer(guarded.token(.map)) + [(name: "Origin", value: "https://evil.example")]
        #expect(try guarded.handshake("hall/map", headers: headers).hasPrefix("HTTP/1.1 403 "))
        await guarded.server.stop()
    }

    @Test("a new session's answer has a token for its map and one for its client; without tokens it has none")
    func created() async throws {
        let guarded = try GuardedServer()
        let answer = try guarded.call("POST", "/v1/sessions", guarded.token(.admin, "*"), body: #"{"id":"hall"}"#)
        let words = answer.body.split(separator: "\"").map(String.init)
        let at = try #require(words.firstIndex(of: "tokens"))
        #expect(words[at + 2] == "map" && words[at + 6] == "client")
        for (role, token) in [(Role.map, words[at + 4]), (.client, words[at + 8])] {
            let claims = try AccessToken(token, signedWith: guarded.key, at: .now())
            #expect(claims.role == role && claims.scope == .session("hall"))
            #expect((3_500_000...3_601_000).contains(claims.expires - Timestamp.now().milliseconds))
        }
        await guarded.server.stop()
        let open = try TestServer()
        #expect(!(try open.call("POST", "/v1/sessions", body: "{}").body.contains("tokens")))
        await open.stop()
    }

    @Test("where no tokens are asked for, those that come are not looked at, and a ticket can be had")
    func off() async throws {
        let server = try TestServer()
        #expect(try server.call("GET", "/v1/sessions", headers: GuardedServer.bearer("rubbish")).status == 200)
        let answer = try server.call("POST", "/v1/tickets", body: "")
        let ticket = try #require(answer.body.split(separator: "\"").dropFirst(3).first)
        #expect(ticket.utf8.count == 22)
        let head = try RawSocket(port: server.port).handshake(
            "/v1/sessions/hall/map", host: "localhost:\(server.port)",
            headers: [("Sec-WebSocket-Protocol", "tmaps.session.v1, ticket.\(ticket)")])
        #expect(head.hasPrefix("HTTP/1.1 101 "))
        #expect(server.folder.names == ["data"])
        #expect(throws: TestFolder.Failure.self) { try server.folder.read("data/signing.key") }
        await server.stop()
    }
}
