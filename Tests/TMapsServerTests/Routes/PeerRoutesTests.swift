import TMapsTesting
import Testing

/// `GET /v1/sessions/{session}/peers`, names, and dispatching to one peer over HTTP.
@Suite(.timeLimit(.minutes(1))) struct PeerRoutesTests {
    private let peers = "/v1/sessions/hall/peers"
    private let zoom = #"{"type":"SET_ZOOM","zoom":18.0}"#

    private func ready(_ server: TestServer, _ path: String) async throws -> TestPeer {
        let map = try await TestPeer.connect(server, path)
        map.send(#"{"action":{"type":"READY"}}"#)
        _ = try await map.messages { $0.contains("caught_up") }
        return map
    }

    @Test("who is connected is listed with names, how far maps have come, and since when")
    func listed() async throws {
        let server = try TestServer()
        #expect(try server.call("GET", peers).status == 404)
        let app = try await TestPeer.connect(server, "hall/client?peer=app")
        _ = try await app.next()
        let map = try await ready(server, "hall/map?peer=m1&name=lobby-3")
        let waiting = try await TestPeer.connect(server, "hall/map?peer=m2")
        _ = try await waiting.next()
        _ = try await app.messages { $0.contains(#""maps":2"#) }
        let answer = try server.call("GET", peers)
        #expect(answer.status == 200)
        let listed = answer.body.replacing(#/"since":"20[^"]*Z"/#, with: #""since":"…""#)
        let rest = #""catching_up":false,"queued_bytes":0,"since":"…""#
        #expect(
            listed == #"[{"peer":"m1","name":"lobby-3","role":"map","ready":true,"loaded":false,"hidden":false,"#
                + #"\#(rest)},"#
                + #"{"peer":"m2","role":"map","ready":false,"loaded":false,"hidden":false,\#(rest)},"#
                + #"{"peer":"app","role":"client",\#(rest)}]"#)
        map.close()
        _ = try await app.messages { $0.contains(#""peers":{"maps":1"#) }
        #expect(try server.call("GET", peers).body.contains("lobby-3") == false)
        #expect(try server.call("POST", peers, body: "").status == 405)
        await server.stop()
    }

    @Test("a session that is put away has no peers, and is not loaded for the list")
    func away() async throws {
        let server = try TestServer()
        #expect(try server.call("POST", "/v1/sessions/hall/actions?wait=durable", body: zoom).status == 202)
        #expect(try server.call("GET", peers).body == "[]")
        await server.stop()
    }

    @Test("a list that is posted to one map by its name reaches no other; a name that nobody has is 404")
    func posted() async throws {
        let server = try TestServer()
        let other = try await ready(server, "hall/map?peer=m1")
        let map = try await ready(server, "hall/map?peer=m2&name=lobby-3")
        let path = "/v1/sessions/hall/actions"
        #expect(try server.call("POST", path + "?to=lobby-3", body: "[\(zoom),\(zoom)]").body == #"{"seq":[3,4]}"#)
        #expect(try server.call("POST", path, body: #"{"type":"X"}"#).status == 202)
        #expect(try await map.messages { $0.contains(#""X""#) }.filter { $0.contains("SET_ZOOM") }.count == 2)
        #expect(try await other.messages { $0.contains(#""X""#) }.filter { $0.contains("SET_ZOOM") }.isEmpty)
        let unknown = try server.call("POST", path + "?to=lobby-4", body: zoom)
        #expect(unknown.status == 404 && unknown.body.contains("unknown_peer"), "\(unknown.body)")
        #expect(unknown.body.contains(#"to: no map \"lobby-4\" is connected"#))
        await server.stop()
    }

    @Test("a name is an id like a peer's", arguments: ["", "two%20words", String(repeating: "n", count: 65)])
    func misnamed(name: String) async throws {
        let server = try TestServer()
        await #expect { try await TestPeer.connect(server, "hall/map?name=\(name)") } throws: { error in
            (error as? TestPeer.Refused)?.status == 400
        }
        await server.stop()
    }
}
