import TMapsServer
import TMapsTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct SessionRoutesTests {
    private let zoom = #"{"type":"SET_ZOOM","zoom":18.0}"#

    @Test("a session is created, shown, listed and deleted")
    func life() async throws {
        let server = try TestServer()
        let created = try server.call("POST", "/v1/sessions", body: #"{"id":"hall","name":"Main \"hall\""}"#)
        #expect(created.status == 201)
        #expect(created.body.contains(#""id":"hall","name":"Main \"hall\"","created":"2"#))
        #expect(created.body.contains(#""map_url":"\#(server.url)/tmapswww/?session=hall""#))
        #expect(created.body.contains(#""client_url":"ws://127.0.0.1:\#(server.port)/v1/sessions/hall/client""#))
        let again = try server.call("POST", "/v1/sessions", body: #"{"id":"hall"}"#)
        #expect(again.status == 409)
        #expect(again.body.contains(#""code":"session_exists""#))
        #expect(again.headers["content-type"] == "application/problem+json")
        let shown = try server.call("GET", "/v1/sessions/hall")
        #expect(shown.body.contains(#""seq":0,"ready":false,"loaded":false,"maps":0,"clients":0,"observers":0"#))
        #expect(try server.call("GET", "/v1/sessions").body == "[\(shown.body)]")
        #expect(try server.call("DELETE", "/v1/sessions/hall").status == 204)
        #expect(try server.call("GET", "/v1/sessions/hall").status == 404)
        #expect(try server.call("GET", "/v1/sessions").body == "[]")
        await server.stop()
    }

    @Test("without an id an unguessable one is made")
    func unguessable() async throws {
        let server = try TestServer()
        let first = try server.call("POST", "/v1/sessions", body: "")
        let second = try server.call("POST", "/v1/sessions", body: "{}")
        #expect(first.status == 201 && second.status == 201)
        #expect(first.body != second.body)
        await server.stop()
    }

    @Test("what is dispatched over HTTP reaches the map as it was sent, and stands in the log")
    func dispatch() async throws {
        let server = try TestServer()
        let map = try await TestPeer.connect(server, "hall/map")
        map.send(#"{"action":{"type":"READY"}}"#)
        _ = try await map.messages { $0.contains("caught_up") }
        let answer = try server.call("POST", "/v1/sessions/hall/actions?wait=durable", body: "[\(zoom) , \(zoom)]")
        #expect(answer.status == 202)
        #expect(answer.body == #"{"seq":[2,3]}"#)
        #expect(try await map.next() == #"{"seq":2,"peer":"http","role":"client","action":\#(zoom)}"#)
        let log = try server.call("GET", "/v1/sessions/hall/actions?after=1&limit=1")
        #expect(log.body.hasPrefix(#"{"actions":[{"seq":2,"time":"2"#))
        #expect(log.body.hasSuffix(#""role":"client","peer":"http","action":\#(zoom)}],"next":2}"#))
        #expect(try server.call("GET", "/v1/sessions/hall/actions?after=3").body == #"{"actions":[],"next":3}"#)
        await server.stop()
    }

    @Test("the same Idempotency-Key is answered with the first seq and dispatched once")
    func idempotency() async throws {
        let server = try TestServer()
        let key = [(name: "Idempotency-Key", value: "k1")]
        let first = try server.call("POST", "/v1/sessions/hall/actions", body: zoom, headers: key)
        let second = try server.call("POST", "/v1/sessions/hall/actions", body: zoom, headers: key)
        #expect(first.body == #"{"seq":[1]}"#)
        #expect(second.body == first.body)
        #expect(try server.call("GET", "/v1/sessions/hall").body.contains(#""seq":1"#))
        await server.stop()
    }

    @Test("an Idempotency-Key holds across a restart, for one action and for a list, each sender's own")
    func idempotencyAcrossRestart() async throws {
        let folder = TestFolder()
        var server = try TestServer(folder: folder)
        let path = "/v1/sessions/hall/actions?wait=durable"
        let key = { (value: String) in [(name: "Idempotency-Key", value: value)] }
        let longest = String(repeating: "k", count: 64)
        let one = try server.call("POST", path, body: zoom, headers: key("k1"))
        let list = try server.call("POST", path, body: "[\(zoom),\(zoom),\(zoom)]", headers: key(longest))
        #expect(list.body == #"{"seq":[2,3,4]}"#)
        await server.stop()
        server = try TestServer(folder: folder)
        #expect(try server.call("POST", path, body: zoom, headers: key("k1")).body == one.body)
        let again = try server.call("POST", path, body: "[\(zoom),\(zoom),\(zoom)]", headers: key(longest))
        #expect(again.status == 202 && again.body == list.body)
        let other = try server.call("POST", path + "&peer=other", body: zoom, headers: key("k1"))
        #expect(other.body == #"{"seq":[5]}"#)
        #expect(try server.call("POST", path, body: zoom, headers: key(longest + "k")).status == 400)
        #expect(try server.call("GET", "/v1/sessions/hall").body.contains(#""seq":5"#))
        await server.stop()
    }

    @Test(
        "bad requests are refused by name and nothing is dispatched",
        arguments: [
            ("POST", "/v1/sessions", #"{"id":"a b"}"#, 400, "invalid_field"),
            ("POST", "/v1/sessions", #"{"id":7}"#, 400, "invalid_field"),
            ("POST", "/v1/sessions", "[", 400, "invalid_json"),
            ("POST", "/v1/sessions/hall/actions", #"[{"type":"X"},{"no":1}]"#, 400, "not_an_action"),
            ("POST", "/v1/sessions/hall/actions", "", 400, "invalid_json"),
            ("POST", "/v1/sessions/hall/actions", #"{"type":"READY"}"#, 403, "wrong_direction"),
            ("GET", "/v1/sessions/ha.ll", "", 400, "invalid_field"),
            ("GET", "/v1/sessions/nobody", "", 404, "not_found"),
            ("GET", "/v1/sessions/nobody/actions", "", 404, "not_found"),
            ("DELETE", "/v1/sessions/nobody", "", 404, "not_found"),
            ("DELETE", "/v1/sessions", "", 405, "method_not_allowed"),
            ("GET", "/v1/sessions/hall/nothing", "", 404, "not_found"),
            ("GET", "/v1/sessions/hall/map", "", 426, "upgrade_required"),
            ("POST", "/v1/sessions/hall/actions?wait=disk", #"{"type":"X"}"#, 400, "invalid_field"),
            ("POST", "/v1/sessions/hall/actions?peer=a.b", #"{"type":"X"}"#, 400, "invalid_field"),
        ])
    func refused(method: String, path: String, body: String, status: Int, code: String) async throws {
        let server = try TestServer()
        let answer = try server.call(method, path, body: method == "POST" ? body : nil)
        #expect(answer.status == status)
        #expect(answer.body.contains(#""code":"\#(code)""#), "\(answer.body)")
        #expect(answer.headers["content-type"] == "application/problem+json")
        #expect(try server.call("GET", "/v1/sessions").body == "[]")
        await server.stop()
    }

    @Test("a deleted session ends its peers with 4500, and its successor has another epoch")
    func deleted() async throws {
        let server = try TestServer()
        let app = try await TestPeer.connect(server, "hall/client?peer=a")
        let before = try await app.next()
        #expect(try server.call("DELETE", "/v1/sessions/hall").status == 204)
        #expect(await app.closing() == .init(code: 4500, reason: "session ended"))
        let after = try await TestPeer.connect(server, "hall/client?peer=a").next()
        #expect(before != after)
        await server.stop()
    }

    @Test("F56: a secret that came over HTTP reads *** in the log")
    func masked() async throws {
        let server = try TestServer()
        let secret = #"{"type":"SET_MAPBOX_ACCESS_TOKEN","access_token":"pk.s3cr3t"}"#
        #expect(try server.call("POST", "/v1/sessions/hall/actions?wait=durable", body: secret).status == 202)
        let log = try server.call("GET", "/v1/sessions/hall/actions")
        #expect(log.body.contains(#""access_token":"***""#))
        #expect(!log.body.contains("s3cr3t") && !server.log.contains("s3cr3t"))
        await server.stop()
    }

    @Test("where sessions must be created first, nobody makes one by naming it")
    func explicitOnly() async throws {
        let server = try TestServer { $0.hasImplicitSessions = false }
        #expect(try server.call("POST", "/v1/sessions/hall/actions", body: zoom).status == 404)
        await #expect { try await TestPeer.connect(server, "hall/client") } throws: {
            ($0 as? TestPeer.Refused)?.status == 404
        }
        #expect(try server.call("POST", "/v1/sessions", body: #"{"id":"hall"}"#).status == 201)
        _ = try await TestPeer.connect(server, "hall/client").next()
        await server.stop()
    }
}
