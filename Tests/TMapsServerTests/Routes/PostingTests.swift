import TMapsServer
import TMapsTesting
import Testing

/// The edges of `POST /v1/sessions…` (wire contract §2 and §7).
@Suite(.timeLimit(.minutes(1))) struct PostingTests {
    private let zoom = #"{"type":"SET_ZOOM","zoom":18}"#
    private let path = "/v1/sessions/hall/actions"

    @Test(
        "a body that cannot be read is refused as any other fault: problem+json with a code",
        arguments: [
            ("", 411, "length_required"), ("Transfer-Encoding: chunked\r\n", 411, "length_required"),
            ("Content-Length: x\r\n", 400, "bad_request"), ("Content-Length: 4194305\r\n", 413, "too_large"),
        ])
    func unreadable(header: String, status: Int, code: String) async throws {
        let server = try TestServer()
        let socket = try RawSocket(port: server.port)
        try socket.write("POST \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\(header)\r\n")
        let answer = try socket.readToEnd()
        #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
        #expect(answer.contains("Content-Type: application/problem+json\r\n"))
        #expect(answer.contains(#""status":\#(status),"code":"\#(code)""#))
        await server.stop()
    }

    @Test("what is wrong in a list is named by its place, which counts from 0")
    func places() async throws {
        let server = try TestServer()
        let wrong = [
            "[\(zoom),{\"no\":1}]": "[1]: the object at byte",
            "[\(zoom),{\"type\":\"SET_ZOOM\"}]": "[1]: zoom: required, and missing",
            "[{\"type\":\"READY\"},\(zoom)]": "[0]: READY is dispatched by maps",
            "[\(zoom),]": "[1]: expected a value at byte",
        ]
        for (list, place) in wrong {
            let answer = try server.call("POST", path, body: list)
            #expect(answer.body.contains(#""detail":"\#(place)"#), "\(answer.body)")
        }
        #expect(try server.call("POST", path + "?to=nobody", body: zoom).status == 404)
        #expect(try server.call("GET", "/v1/sessions").body == "[]")
        await server.stop()
    }

    @Test("a list is not begun again in part: an Idempotency-Key holds for its number of actions")
    func reuse() async throws {
        let server = try TestServer()
        let key = [(name: "Idempotency-Key", value: "k")]
        let list = { (count: Int) in "[" + Array(repeating: zoom, count: count).joined(separator: ",") + "]" }
        let first = try server.call("POST", path, body: list(3), headers: key)
        for count in [1, 2, 4] {
            let answer = try server.call("POST", path, body: list(count), headers: key)
            #expect(answer.status == 400 && answer.body.contains("another number of actions"), "\(answer.body)")
        }
        #expect(try server.call("POST", path, body: list(3), headers: key).body == first.body)
        let single = [(name: "Idempotency-Key", value: "one")]
        #expect(try server.call("POST", path, body: zoom, headers: single).body == #"{"seq":[4]}"#)
        #expect(try server.call("POST", path, body: list(2), headers: single).status == 400)
        #expect(try server.call("POST", path, body: list(1), headers: single).body == #"{"seq":[4]}"#)
        await server.stop()
    }

    @Test("no way of naming a session makes more than --max-sessions")
    func maxSessions() async throws {
        let server = try TestServer { $0.maxSessions = 1 }
        #expect(try server.call("POST", path, body: zoom).status == 202)
        let calls = [
            ("/v1/sessions", "{}"), ("/v1/sessions/other/actions", zoom),
            ("/v1/sessions/other/links", #"{"url":"geo:31.95,35.91"}"#),
        ]
        for (path, body) in calls {
            #expect(try server.call("POST", path, body: body).status == 429, "\(path)")
        }
        await #expect { try await TestPeer.connect(server, "other/client") } throws: {
            ($0 as? TestPeer.Refused)?.status == 429
        }
        #expect(try server.call("POST", path, body: zoom).status == 202)
        await server.stop()
    }

    @Test("null is as good as nothing for the id and the name of a session")
    func null() async throws {
        let server = try TestServer()
        let answer = try server.call("POST", "/v1/sessions", body: #"{"id":null,"name":null}"#)
        #expect(answer.status == 201 && !answer.body.contains("name"))
        await server.stop()
    }

    @Test("a new session's addresses are under the name that the caller used")
    func addresses() async throws {
        let server = try TestServer {
            $0.listen = ListenAddress(host: "0.0.0.0", port: 0)
            $0.auth = .off
            $0.allowHosts = ["maps.example.com"]
        }
        let socket = try RawSocket(port: server.port)
        try socket.write(
            "POST /v1/sessions HTTP/1.1\r\nHost: maps.example.com\r\nConnection: close\r\nContent-Length: 13\r\n\r\n"
                + #"{"id":"hall"}"#)
        let answer = try socket.readToEnd()
        #expect(answer.contains(#""map_url":"http://maps.example.com/tmapswww/?session=hall""#))
        #expect(answer.contains(#""client_url":"ws://maps.example.com/v1/sessions/hall/client""#))
        await server.stop()
    }

    @Test("in a full session a peer may still take the place of its own earlier connection")
    func replacesWhenFull() async throws {
        let server = try TestServer { $0.maxPeers = 1 }
        let first = try await TestPeer.connect(server, "hall/client?peer=a")
        await #expect { try await TestPeer.connect(server, "hall/client?peer=b") } throws: {
            ($0 as? TestPeer.Refused)?.status == 429
        }
        await #expect { try await TestPeer.connect(server, "hall/map?peer=a") } throws: {
            ($0 as? TestPeer.Refused)?.status == 429
        }
        let second = try await TestPeer.connect(server, "hall/client?peer=a")
        #expect(await first.closing() == .init(code: 4503, reason: "replaced by a newer connection of this peer"))
        _ = try await second.next()
        await server.stop()
    }
}
