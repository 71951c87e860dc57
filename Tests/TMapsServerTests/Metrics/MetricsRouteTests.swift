import TMapsTesting
import Testing

@testable import TMapsServer

@Suite(.timeLimit(.minutes(1))) struct MetricsRouteTests {
    private let ready = #"{"action":{"type":"READY"}}"#

    @Test("the answer is Prometheus' text format: families once, counters named _total, units at the end")
    func format() async throws {
        let server = try TestServer()
        let answer = try server.call("GET", "/metrics")
        #expect(answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
        #expect(answer.headers["cache-control"] == "no-store")
        let scrape = try Scrape(server)
        for (name, type) in scrape.types {
            #expect(name.hasPrefix("tmaps_") || name.hasPrefix("process_"))
            #expect(name.hasSuffix("_total") == (type == "counter"), "\(name)")
        }
        #expect(scrape[#"tmaps_build_info{version="\#(Server.version)"}"#] == 1)
        #expect(scrape["tmaps_storage_up"] == 1)
        #expect(try #require(scrape["process_start_time_seconds"]) > 1_600_000_000)
        #expect(try server.call("POST", "/metrics", body: "").status == 405)
        let head = try server.call("HEAD", "/metrics")
        #expect(head.status == 200 && head.body.isEmpty)
        await server.stop()
    }

    @Test("peers, maps, actions, refusals, traffic and commits are counted")
    func counted() async throws {
        let server = try TestServer()
        let map = try await TestPeer.connect(server, "hall/map")
        map.send(ready)
        _ = try await map.messages { $0.contains("caught_up") }
        let app = try await TestPeer.connect(server, "hall/client?peer=a")
        let zoom = #"{"id":"c1","action":{"type":"SET_ZOOM","zoom":18}}"#
        app.send(zoom)
        app.send(zoom)
        app.send(#"{"action":{"type":"READY"}}"#)
        app.send("{")
        _ = try await app.messages { $0.contains("invalid_json") }
        #expect(try server.call("POST", "/v1/sessions/hall/actions", body: "[").status == 400)
        #expect(
            try server.call("POST", "/v1/sessions/hall/actions?wait=durable", body: #"{"type":"X"}"#).status == 202)
        let scrape = try Scrape(server)
        let expected: [String: Double] = [
            "tmaps_sessions": 1, "tmaps_sessions_in_memory": 1, "tmaps_maps_ready": 1, "tmaps_maps_loaded": 0,
            #"tmaps_peers{role="map"}"#: 1, #"tmaps_peers{role="client"}"#: 1, #"tmaps_peers{role="observer"}"#: 0,
            #"tmaps_actions_accepted_total{role="map"}"#: 1, #"tmaps_actions_accepted_total{role="client"}"#: 2,
            "tmaps_actions_duplicate_total": 1,
            #"tmaps_actions_refused_total{code="wrong_direction"}"#: 1,
            #"tmaps_actions_refused_total{code="invalid_json"}"#: 2,
            #"tmaps_actions_refused_total{code="storage"}"#: 0,
            "tmaps_messages_received_total": 5, "tmaps_received_bytes_total": Double(27 + 2 * zoom.utf8.count + 27 + 1),
            "tmaps_journal_records_total": 3, "tmaps_journal_unwritten_records": 0,
        ]
        for (series, value) in expected { #expect(scrape[series] == value, "\(series)") }
        let commits = try #require(scrape[#"tmaps_journal_commits_total{result="success"}"#])
        #expect(commits > 0 && scrape["tmaps_journal_commit_duration_seconds_count"] == commits)
        #expect(scrape[#"tmaps_journal_commit_duration_seconds_bucket{le="+Inf"}"#] == commits)
        #expect(try #require(scrape["tmaps_messages_sent_total"]) >= 7)
        #expect(try #require(scrape["tmaps_send_queue_high_water_bytes"]) > 0)
        await server.stop()
    }

    @Test("no label holds anything of a session or a peer, however many there are")
    func cardinality() async throws {
        let server = try TestServer()
        let before = try Scrape(server).samples.keys
        var peers: [TestPeer] = []
        for index in 0..<5 {
            peers.append(try await TestPeer.connect(server, "hall\(index)/client?peer=visitor\(index)"))
        }
        peers[0].send(#"{"to":"nobody","action":{"type":"X"}}"#)
        _ = try await peers[0].messages { $0.contains("unknown_peer") }
        let after = try Scrape(server)
        #expect(Set(after.samples.keys) == Set(before))
        #expect(after["tmaps_sessions"] == 5)
        await server.stop()
    }

    @Test("where tokens are asked for, one for every session reads them, and not a map's")
    func tokens() async throws {
        let guarded = try GuardedServer()
        #expect(try guarded.call("GET", "/metrics", nil).status == 401)
        for role in [AccessToken.Role.map, .client, .observer, .admin] {
            #expect(try guarded.call("GET", "/metrics", guarded.token(role, "hall")).status == 403)
            let answer = try guarded.call("GET", "/metrics", guarded.token(role, "*"))
            #expect(answer.status == (role == .map ? 403 : 200))
        }
        await guarded.server.stop()
    }

    @Test("ended connections are counted by close code")
    func closes() async throws {
        let server = try TestServer()
        let first = try await TestPeer.connect(server, "hall/client?peer=a")
        let second = try await TestPeer.connect(server, "hall/client?peer=a")
        #expect(await first.closing().code == 4503)
        let answer = try server.call("DELETE", "/v1/sessions/hall")
        #expect(answer.status == 204)
        #expect(await second.closing().code == 4500)
        // The server has seen the ends when the closing handshakes are over, which the next connection waits for.
        var scrape = try Scrape(server)
        while scrape[#"tmaps_connections_closed_total{code="4500"}"#] == 0 { scrape = try Scrape(server) }
        #expect(scrape[#"tmaps_connections_closed_total{code="4503"}"#] == 1)
        #expect(scrape[#"tmaps_connections_closed_total{code="other"}"#] == 0)
        await server.stop()
    }
}
