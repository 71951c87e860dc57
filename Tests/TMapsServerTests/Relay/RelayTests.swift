import TMapsServer
import TMapsTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct RelayTests {
    private let loadMap = #"{"type":"LOAD_MAP","map_id":"demo"}"#

    @Test("a client that dispatches before the page exists loses nothing, and hears what the page says")
    func beforeThePage() async throws {
        let server = try TestServer()
        let app = try await TestPeer.connect(server, "hall/client?peer=app")
        #expect(try await app.next().hasPrefix(#"{"hello":{"session":"hall""#))
        app.send(#"{"id":"c1","action":\#(loadMap)}"#)
        #expect(try await app.next() == #"{"ack":"c1","seq":1}"#)
        let map = try await TestPeer.connect(server, "hall/map?peer=page")
        _ = try await map.next()
        map.send(#"{"action":{"type":"READY"}}"#)
        #expect(try await map.next() == #"{"state":true,"action":\#(loadMap)}"#)
        let heard = try await app.messages { $0.contains("READY") }
        #expect(heard.last == #"{"seq":2,"peer":"page","role":"map","action":{"type":"READY"}}"#)
        await server.stop()
    }

    @Test("without a subprotocol a peer speaks bare actions")
    func bare() async throws {
        let server = try TestServer()
        let map = try await TestPeer.connect(server, "hall/map", subprotocol: nil)
        map.send(#"{"type":"READY"}"#)
        let app = try await TestPeer.connect(server, "hall/client", subprotocol: "tmaps.dispatch.v1")
        #expect(try await app.next() == #"{"type":"READY"}"#)
        app.send(#"{"type":"SEARCH_ITEM" ,"featureIdOrCategoryName":"50%22 \u2028"}"#)
        #expect(try await map.next() == #"{"type":"SEARCH_ITEM" ,"featureIdOrCategoryName":"50%22 \u2028"}"#)
        await server.stop()
    }

    @Test("after an orderly stop everything goes on exactly where it was")
    func restart() async throws {
        let folder = TestFolder()
        var server = try TestServer(folder: folder)
        let app = try await TestPeer.connect(server, "hall/client?peer=app")
        let epoch = try await app.next()
        app.send(#"{"id":"c1","action":\#(loadMap)}"#)
        #expect(try await app.next() == #"{"ack":"c1","seq":1}"#)
        await server.stop()
        #expect(await app.closing() == .init(code: 1001, reason: "server is stopping"))

        server = try TestServer(folder: folder)
        let again = try await TestPeer.connect(server, "hall/client?peer=app")
        #expect(try await again.next() == epoch.replacing(#""seq":0"#, with: #""seq":1"#))
        again.send(#"{"id":"c1","action":\#(loadMap)}"#)
        #expect(try await again.next() == #"{"ack":"c1","seq":1,"duplicate":true}"#)
        let map = try await TestPeer.connect(server, "hall/map?peer=page")
        _ = try await map.next()
        map.send(#"{"action":{"type":"READY"}}"#)
        #expect(try await map.next() == #"{"state":true,"action":\#(loadMap)}"#)
        await server.stop()
    }

    @Test("nats-server#7564: a confirmed action is in the files as they lie on disk at that moment")
    func confirmedIsOnDisk() async throws {
        let folder = TestFolder()
        let server = try TestServer(folder: folder)
        let app = try await TestPeer.connect(server, "hall/client?peer=app")
        _ = try await app.next()
        for number in 1...50 { app.send(#"{"id":"c\#(number)","action":{"type":"X","n":\#(number)}}"#) }
        _ = try await app.messages { $0.contains(#""ack":"c50""#) }
        let copy = TestFolder()
        try copy.copyFiles(from: folder.file("data"), to: "data")
        await server.stop()

        let after = try TestServer(folder: copy)
        let reader = try await TestPeer.connect(after, "hall/observer?after=0")
        let replayed = try await reader.messages { $0.contains(#""n":50"#) }
        #expect(replayed.filter { $0.hasPrefix(#"{"seq":"#) }.count == 50)
        let writer = try await TestPeer.connect(after, "hall/client?peer=app")
        _ = try await writer.next()
        writer.send(#"{"id":"new","action":{"type":"X"}}"#)
        let ack = try await writer.next()
        let digits = ack.split(separator: ":").last?.dropLast() ?? ""
        let seq = try #require(UInt64(digits))
        #expect(seq > 50, "no number is given out twice, also not one that was never written")
        await after.stop()
    }

    @Test("F54: a client that never reads is closed with 4000, and nobody else notices")
    func slowReader() async throws {
        let server = try TestServer { $0.maxQueue = 65_536 }
        let map = try await TestPeer.connect(server, "hall/map", subprotocol: "tmaps.dispatch.v1")
        let stuck = try RawSocket(port: server.port)
        try stuck.upgrade("/v1/sessions/hall/client?peer=stuck")
        let quick = try await TestPeer.connect(server, "hall/client?peer=quick")
        _ = try await quick.next()
        let pad = String(repeating: "x", count: 60_000)
        for number in 1...200 {
            map.send(#"{"type":"TAP","n":\#(number),"pad":"\#(pad)"}"#)
            _ = try await quick.messages { $0.contains(#""n":\#(number),"#) }
        }
        #expect(server.log.contains("client stuck of session hall: "))
        #expect(server.log.contains("closed with 4000"))
        await server.stop()
    }

    @Test(
        "a bad handshake is answered with its reason",
        arguments: [
            ("ha.ll/client", 400), ("hall/client?peer=a%20b", 400), ("hall/client?after=x", 400), ("hall/driver", 404),
            ("hall", 404),
        ])
    func badHandshake(path: String, status: Int) async throws {
        let server = try TestServer()
        await #expect { try await TestPeer.connect(server, path) } throws: {
            ($0 as? TestPeer.Refused)?.status == status
        }
        await server.stop()
    }

    @Test(
        "F55: pages of other sites and other names for this machine are refused",
        arguments: [
            ("Origin", "https://evil.example"), ("Origin", "null"), ("Origin", "http://127.0.0.1.evil.example"),
            ("Host", "evil.example"),
        ])
    func foreignOrigin(name: String, value: String) async throws {
        let server = try TestServer()
        let socket = try RawSocket(port: server.port)
        let host = name == "Host" ? value : "127.0.0.1:\(server.port)"
        let answer = try socket.handshake(
            "/v1/sessions/hall/map", host: host, headers: name == "Host" ? [] : [(name, value)])
        #expect(answer.hasPrefix("HTTP/1.1 403"))
        await server.stop()
    }

    @Test("no more peers than allowed get into a session")
    func full() async throws {
        let server = try TestServer { $0.maxPeers = 2 }
        let first = try await TestPeer.connect(server, "hall/client")
        let second = try await TestPeer.connect(server, "hall/map")
        await #expect { try await TestPeer.connect(server, "hall/client") } throws: {
            ($0 as? TestPeer.Refused)?.status == 429
        }
        for peer in [first, second] { peer.close() }
        await server.stop()
    }
}
