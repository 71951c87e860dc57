import Glibc
import TMapsServer
import TMapsTesting
import Testing

/// A disk that is full, as root can make one: a tmpfs of 1 MiB that is given more room later.
@Suite(.timeLimit(.minutes(1)), .enabled("needs root, to mount a tmpfs") { geteuid() == 0 })
struct StorageFailureTests {
    private let folder = TestFolder()
    private let big = String(repeating: "x", count: 100_000)

    /// Runs `body` on a server whose data lie on the small disk.
    private func withSmallDisk(
        _ policy: StorageFailurePolicy, _ body: (TestServer, _ makeRoom: () -> Void) async throws -> Void
    ) async throws {
        let data = folder.file("data")
        mkdir(data, 0o700)
        try #require(mount("tmpfs", data, "tmpfs", 0, "size=1m") == 0)
        defer { umount2(data, Int32(MNT_DETACH)) }
        let server = try TestServer(folder: folder) { $0.onStorageFailure = policy }
        try await body(server) { mount("tmpfs", data, "tmpfs", UInt(MS_REMOUNT), "size=64m") }
        await server.stop()
    }

    /// Dispatches until one is not confirmed; gives what was, and the error.
    private func fill(_ map: TestPeer) async throws -> (confirmed: [String], error: String) {
        var confirmed: [String] = []
        for number in 1... {
            map.send(#"{"id":"c\#(number)","action":{"type":"TAP","n":\#(number),"pad":"\#(big)"}}"#)
            let answer = try await map.messages { $0.contains(#""ack""#) || $0.contains(#""error""#) }.last ?? ""
            if answer.contains(#""error""#) { return (confirmed, answer) }
            confirmed.append("c\(number)")
        }
        return (confirmed, "")
    }

    private func readiness(_ server: TestServer) throws -> TestAnswer { try server.call("GET", "/readyz") }

    private func untilReady(_ server: TestServer) async throws {
        while try readiness(server).status != 200 { try await Task.sleep(for: .milliseconds(20)) }
    }

    @Test("on a full disk nothing is confirmed, everyone is told, and what came before the fault is all there after it")
    func refuse() async throws {
        try await withSmallDisk(.refuse) { server, makeRoom in
            let map = try await TestPeer.connect(server, "hall/map?peer=page")
            let (confirmed, error) = try await fill(map)
            #expect(
                error.contains(#""code":"storage""#) && error.contains(#""id":"c\#(confirmed.count + 1)""#), "\(error)")
            let status = try readiness(server)
            #expect(status.status == 503 && status.body.hasPrefix("storage: "), "\(status.body)")
            #expect(server.log.contains(" error storage: ") && server.log.contains("refusing actions until it works"))
            var figures = try Scrape(server)
            #expect(figures["tmaps_storage_up"] == 0 && figures["tmaps_storage_outages_total"] == 1)
            #expect(try #require(figures[#"tmaps_journal_commits_total{result="failure"}"#]) > 0)
            #expect(try #require(figures["tmaps_journal_unwritten_bytes"]) > 100_000)
            // Small enough for the disk, and refused all the same: the store is not tried for each.
            map.send(#"{"id":"small","action":{"type":"TAP"}}"#)
            #expect(try await map.next().hasPrefix(#"{"error":{"code":"storage","message":"refused: "#))
            let posted = try server.call("POST", "/v1/sessions/hall/actions", body: #"{"type":"SET_ZOOM","zoom":18}"#)
            #expect(posted.status == 503 && posted.body.contains(#""code":"storage""#))
            #expect(try server.call("POST", "/v1/sessions", body: "").status == 503)

            makeRoom()
            try await untilReady(server)
            #expect(server.log.contains("storage works again"))
            figures = try Scrape(server)
            #expect(figures["tmaps_storage_up"] == 1 && figures["tmaps_journal_unwritten_records"] == 0)
            #expect(figures["tmaps_storage_outages_total"] == 1)
            map.send(#"{"id":"small","action":{"type":"TAP"}}"#)
            #expect(try await map.next().hasPrefix(#"{"ack":"small","#))
            // Accepted before the fault was known, written with the first commit after it: confirmed when asked again.
            map.send(#"{"id":"c\#(confirmed.count + 1)","action":{"type":"TAP"}}"#)
            #expect(try await map.next().hasSuffix(#","duplicate":true}"#))
            let log = try server.call("GET", "/v1/sessions/hall/actions?limit=10000").body
            for number in 1...confirmed.count + 1 { #expect(log.contains(#""n":\#(number),"#)) }
        }
    }

    @Test("a page that becomes ready while the disk is full is ready all the same")
    func readyInBetween() async throws {
        try await withSmallDisk(.refuse) { server, makeRoom in
            _ = try await fill(try await TestPeer.connect(server, "hall/map?peer=first"))
            let app = try await TestPeer.connect(server, "hall/client")
            let page = try await TestPeer.connect(server, "hall/map?peer=second")
            _ = try await page.next()
            page.send(#"{"id":"r","action":{"type":"READY"}}"#)
            _ = try await app.messages { $0.contains(#""type":"READY""#) }
            makeRoom()
            try await untilReady(server)
            app.send(#"{"id":"z","action":{"type":"SET_ZOOM","zoom":18}}"#)
            _ = try await page.messages { $0.contains("SET_ZOOM") }
        }
    }

    @Test("with --on-storage-failure relay actions go on to their receivers, unconfirmed, and are written later")
    func relay() async throws {
        try await withSmallDisk(.relay) { server, makeRoom in
            let map = try await TestPeer.connect(server, "hall/map?peer=page")
            let app = try await TestPeer.connect(server, "hall/client?peer=app")
            let (confirmed, _) = try await fill(map)
            _ = try await app.messages { $0.contains(#""n":\#(confirmed.count + 1),"#) }
            for number in 1...300 {
                map.send(#"{"id":"l\#(number)","action":{"type":"TAP","late":\#(number)}}"#)
                #expect(try await map.next().contains(#""code":"storage""#))
                _ = try await app.messages { $0.contains(#""late":\#(number)}"#) }
            }
            #expect(try readiness(server).status == 503)
            // Who resumes gets what only memory has, too.
            let late = try await TestPeer.connect(server, "hall/observer?after=0")
            let replayed = try await late.messages { $0.contains(#""late":300}"#) }
            #expect(replayed.filter { $0.hasPrefix(#"{"seq":"#) }.count == confirmed.count + 301)

            makeRoom()
            try await untilReady(server)
            map.send(#"{"id":"l7","action":{"type":"TAP","late":7}}"#)
            #expect(try await map.next().hasSuffix(#","duplicate":true}"#))
            let log = try server.call("GET", "/v1/sessions/hall/actions?limit=10000").body
            for number in 1...300 { #expect(log.contains(#""late":\#(number)}"#)) }
        }
    }

    @Test("a session that is not in memory can be joined while the disk is full, and goes on in its epoch")
    func join() async throws {
        try await withSmallDisk(.relay) { server, makeRoom in
            let first = try await TestPeer.connect(server, "lobby/client?peer=app")
            let epoch = try await first.next().split(separator: "\"").dropFirst(9).first
            first.send(#"{"id":"c1","action":{"type":"SET_ZOOM","zoom":18}}"#)
            #expect(try await first.next() == #"{"ack":"c1","seq":1}"#)
            first.close()
            while try !server.call("GET", "/v1/sessions/lobby").body.contains(#""clients":0"#) {}
            // Its commits come behind that of the peer's leaving, after which nobody needs the session in memory.
            _ = try await fill(try await TestPeer.connect(server, "hall/map?peer=page"))

            let app = try await TestPeer.connect(server, "lobby/client?peer=app&after=0&epoch=\(epoch ?? "")")
            #expect(try await app.next().contains(#""seq":1,"#))
            #expect(try await app.next() == #"{"resumed":true,"after":0,"replayed":0}"#)
            app.send(#"{"id":"c2","action":{"type":"SET_ZOOM","zoom":17}}"#)
            #expect(try await app.next().contains(#""code":"storage""#))
            // What it could not write is nowhere else: it stays in memory when everybody has left.
            app.close()
            while try !server.call("GET", "/v1/sessions/lobby").body.contains(#""clients":0"#) {}
            let again = try await TestPeer.connect(server, "lobby/client?peer=app")
            #expect(try await again.next().contains(#""seq":2,"#))

            makeRoom()
            try await untilReady(server)
            again.send(#"{"id":"c2","action":{"type":"SET_ZOOM","zoom":17}}"#)
            #expect(try await again.next() == #"{"ack":"c2","seq":2,"duplicate":true}"#)
        }
    }
}

/// The database itself goes bad while the server runs.
@Suite(.timeLimit(.minutes(1))) struct LostDatabaseTests {
    @Test("a database that is lost while it runs: sessions begin a new epoch, with their state, and say so")
    func deleted() async throws {
        let server = try TestServer()
        let app = try await TestPeer.connect(server, "hall/client?peer=app")
        let before = try await app.next()
        app.send(#"{"id":"c1","action":{"type":"LOAD_MAP","map_id":"demo"}}"#)
        #expect(try await app.next() == #"{"ack":"c1","seq":1}"#)
        unlink(server.folder.file("data/bridge.sqlite"))
        app.send(#"{"id":"c2","action":{"type":"SET_ZOOM","zoom":18}}"#)
        #expect(try await app.next().contains(#""code":"storage""#))
        #expect(await app.closing().code == 1011)

        let epoch = try #require(before.split(separator: "\"").dropFirst(9).first)
        let again = try await TestPeer.connect(server, "hall/client?peer=app&after=1&epoch=\(epoch)")
        let hello = try await again.next()
        #expect(hello.contains(#""epoch":""#) && !hello.contains(epoch))
        #expect(try await again.next().hasPrefix(#"{"resumed":false,"reason":"epoch""#))
        again.send(#"{"id":"c2","action":{"type":"SET_ZOOM","zoom":18}}"#)
        #expect(try await again.messages { $0.contains("ack") }.last?.hasPrefix(#"{"ack":"c2","seq":"#) == true)
        let map = try await TestPeer.connect(server, "hall/map?peer=page")
        _ = try await map.next()
        map.send(#"{"action":{"type":"READY"}}"#)
        #expect(try await map.next() == #"{"state":true,"action":{"type":"LOAD_MAP","map_id":"demo"}}"#)
        #expect(server.log.contains("was deleted or replaced while the server ran. A new database was made"))
        await server.stop()
    }
}
