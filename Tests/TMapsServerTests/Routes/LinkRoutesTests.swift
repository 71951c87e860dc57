import TMapsServer
import TMapsTesting
import Testing

/// `POST /v1/sessions/{session}/links`, over a real socket.
@Suite(.timeLimit(.minutes(1))) struct LinkRoutesTests {
    private let path = "/v1/sessions/hall/links"

    @Test("a link is shown: its action reaches the map and stands in the log, and the answer says what it means")
    func shown() async throws {
        let server = try TestServer()
        let map = try await TestPeer.connect(server, "hall/map")
        map.send(#"{"action":{"type":"READY"}}"#)
        _ = try await map.messages { $0.contains("caught_up") }
        map.send(#"{"id":"loaded","action":{"type":"MAP_LOADED"}}"#)
        _ = try await map.messages { $0.contains(#""ack":"loaded""#) }
        let answer = try server.call(
            "POST", path + "?wait=durable",
            body: #"{"url":"om:\/\/map?v=1&appname=Cities&backurl=cities&ll=53.9,27.5&n=C%2B%2B&id=m+1"}"#)
        #expect(answer.status == 202, "\(answer.body)")
        let points = #""points":[{"latitude":53.9,"longitude":27.5,"name":"C++","id":"m 1"}]"#
        #expect(
            answer.body == #"{"seq":[3],"link":{"kind":"map","version":1,"app_name":"Cities","#
                + #""back_url":"cities://","balloon_action":false,\#(points)}}"#)
        let action =
            #"{"type":"SHOW_PINS",\#(points),"app_name":"Cities","back_url":"cities://","balloon_action":false}"#
        #expect(try await map.messages { $0.contains("SHOW_PINS") }.last?.contains(action) == true)
        #expect(try server.call("GET", "/v1/sessions/hall/actions?after=2").body.contains(action))
        await server.stop()
    }

    @Test("a link of several actions is dispatched in order, once for each Idempotency-Key")
    func several() async throws {
        let server = try TestServer()
        let body = #"{"url":"geo:35.5,33.25?q=Castle&z=15"}"#
        let key = [(name: "Idempotency-Key", value: "k1")]
        let first = try server.call("POST", path, body: body, headers: key)
        let second = try server.call("POST", path, body: body, headers: key)
        #expect(first.status == 202 && first.body.hasPrefix(#"{"seq":[1,2,3],"link":{"kind":"search""#), "\(first)")
        #expect(second.body == first.body)
        let log = try server.call("GET", "/v1/sessions/hall/actions").body
        let types = log.matches(of: #/"type":"([A-Z_]+)"/#).map { String($0.output.1) }
        #expect(types == ["SET_CENTER", "SET_ZOOM", "SEARCH_ITEM"])
        await server.stop()
    }

    @Test(
        "a bad link is refused by what is wrong and where, and makes no session",
        arguments: [
            (#"{"url":"om://map?ll=91,10"}"#, #"url: ll: found \"91,10\", expected a latitude in -90...90"#),
            (#"{"url":"om://map?n=A&ll=1,2"}"#, #"url: n: found \"A\", expected an ll before it"#),
            (#"{"url":"om://v2/nav?destination=2,2&mode=spaceship"}"#, #"url: mode: found \"spaceship\""#),
            (#"{"url":"om://menu"}"#, #"url: a map has nothing to show for {\"kind\":\"menu\"}"#),
            (#"{"url":""}"#, "url: "),
            (#"{"url":7}"#, "url: expected a string, found another value at byte 7"),
            (#"{"link":"om://map?ll=1,2"}"#, "url: required, and missing"), ("[]", "expected"), ("", ""),
        ])
    func refused(body: String, says: String) async throws {
        let server = try TestServer()
        let answer = try server.call("POST", path, body: body)
        #expect(answer.status == 400 && answer.headers["content-type"] == "application/problem+json")
        #expect(answer.body.contains(says), "\(answer.body)")
        #expect(try server.call("GET", "/v1/sessions").body == "[]")
        await server.stop()
    }

    @Test("other methods, and sessions that must be created first, are refused as for actions")
    func others() async throws {
        let server = try TestServer { $0.hasImplicitSessions = false }
        #expect(try server.call("GET", path).status == 405)
        #expect(try server.call("GET", path).headers["allow"] == "POST")
        #expect(try server.call("POST", path, body: #"{"url":"om://map?ll=1,2"}"#).status == 404)
        #expect(try server.call("POST", "/v1/sessions/a.b/links", body: #"{"url":"om://map?ll=1,2"}"#).status == 400)
        await server.stop()
    }
}
