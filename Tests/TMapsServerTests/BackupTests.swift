import TMapsServer
import TMapsTesting
import Testing

/// `tmaps sessions export` and `import`.
@Suite(.timeLimit(.minutes(1))) struct BackupTests {
    private let folder = TestFolder()
    private let action = "{\"type\":\"SET_ZOOM\" ,\n \"zoom\":18.0, \"note\":\"\\u00e9 ✈\"}"

    /// A server with a page that is loaded, state, confirmed ids, and a client's own secret; stopped again.
    private func filled() async throws {
        let server = try TestServer(folder: folder)
        let app = try await TestPeer.connect(server, "hall/client?peer=app")
        let page = try await TestPeer.connect(server, "hall/map?peer=page")
        page.send(#"{"id":"r","action":{"type":"READY"}}"#)
        app.send(#"{"id":"c1","action":{"type":"LOAD_MAP","map_id":"demo"}}"#)
        page.send(#"{"id":"l","action":{"type":"MAP_LOADED"}}"#)
        app.send(#"{"id":"c2","action":\#(action)}"#)
        app.send(#"{"action":{"type":"SET_APPLICATION_SECRETS","client_id":"me","client_secret":"hush"}}"#)
        app.send(#"{"id":"c3","action":{"type":"X_LAST"}}"#)
        _ = try await app.messages { $0.contains(#""ack":"c3""#) }
        for n in 1...40 { #expect(try server.call("POST", "/v1/sessions/s\(n)/actions", body: action).status == 202) }
        await server.stop()
    }

    private func export(_ name: String = "out.jsonl", from data: String = "data") throws -> SessionsBackup.Counts {
        try SessionsBackup.export(from: folder.file(data), to: folder.file(name))
    }

    private func importing(
        _ name: String = "out.jsonl", into data: String, _ options: SessionsBackup.ImportOptions = .init()
    ) throws -> SessionsBackup.Counts {
        try SessionsBackup.importing(from: folder.file(name), into: folder.file(data), options: options)
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try folder.read(name), as: UTF8.self)
    }

    @Test("what was exported and imported exports the same again, and holds no secret")
    func roundTrip() async throws {
        try await filled()
        let counts = try export()
        #expect(counts.sessions == 41 && counts.records >= 46)
        #expect(try importing(into: "other") == counts)
        #expect(try export("again.jsonl", from: "other") == counts)
        let (first, second) = (try text("out.jsonl"), try text("again.jsonl"))
        #expect(first.split(separator: "\n").dropFirst() == second.split(separator: "\n").dropFirst())
        #expect(!first.contains("hush") && first.contains(#""client_secret":"***""#))
    }

    @Test("an imported session goes on where it was: epoch, numbers, gates, state, confirmations")
    func goesOn() async throws {
        try await filled()
        _ = try export()
        _ = try importing(into: "other")
        var hellos: [String] = []
        for data in ["data", "other"] {
            let server = try TestServer(folder: folder) { $0.data = folder.file(data) }
            let app = try await TestPeer.connect(server, "hall/client?peer=app")
            hellos.append(try await app.next())
            app.send(#"{"id":"c2","action":\#(action)}"#)
            #expect(try await app.messages { $0.contains("ack") }.last?.hasSuffix(#""duplicate":true}"#) == true)
            let page = try await TestPeer.connect(server, "hall/map?peer=page&after=6")
            #expect(try await page.messages { $0.contains("resumed") }.last?.hasPrefix(#"{"resumed":true"#) == true)
            let fresh = try await TestPeer.connect(server, "hall/map?peer=fresh", subprotocol: "tmaps.dispatch.v1")
            fresh.send(#"{"type":"READY"}"#)
            #expect(try await fresh.next() == #"{"type":"LOAD_MAP","map_id":"demo"}"#)
            fresh.send(#"{"type":"MAP_LOADED"}"#)
            #expect(try await fresh.next() == action)
            await server.stop()
        }
        #expect(hellos[0] == hellos[1])
    }

    @Test("a session that exists is refused and everything left as it was, or replaced where that is said")
    func existing() async throws {
        try await filled()
        _ = try export()
        let hall = try text("out.jsonl").split(separator: "\n").firstIndex { $0.hasPrefix(#"{"session":{"id":"hall""#) }
        let line = try #require(hall) + 1
        #expect(throws: SessionsBackup.Fault.self) { try importing(into: "data") }
        do throws(SessionsBackup.Fault) {
            _ = try SessionsBackup.importing(from: folder.file("out.jsonl"), into: folder.file("data"))
        } catch {
            let place = "\(folder.file("out.jsonl")):\(line): "
            #expect(error.message.hasPrefix(place + "session hall exists already"), "\(error.message)")
        }
        var options = SessionsBackup.ImportOptions()
        options.replaces = true
        let counts = try importing(into: "data", options)
        #expect(try export("again.jsonl") == counts)
        options.renewsEpochs = true
        _ = try importing(into: "data", options)
        _ = try export("renewed.jsonl")
        #expect(try text("renewed.jsonl").count(of: #""epoch":"#) == 41)
        #expect(try text("renewed.jsonl") != (try text("again.jsonl")))
    }

    @Test(
        "a bad line is named by its number, and nothing is imported",
        arguments: [
            (3, "{\"record\":{\"seq\":1,", "expected a key"), (3, #"{"gate":{"peer":"a b"}}"#, "stage: is missing"),
            (1, #"{"session":{}}"#, "expected the first line of a backup"),
            (1, #"{"tmaps_sessions":2}"#, "is a backup of form 2, this server reads form 1"),
            (2, #"{"record":{}}"#, "seq: is missing"), (4, #"{"banana":1}"#, "no such kind of line"),
            (4, #"{"record":{"seq":99999,"time":1}}"#, "seq: expected 1 to the session's"),
        ])
    func badLine(number: Int, line: String, reason: String) async throws {
        try await filled()
        _ = try export()
        var lines = try text("out.jsonl").split(separator: "\n").map(String.init)
        lines[number - 1] = line
        try folder.write(lines.joined(separator: "\n"), to: "bad.jsonl")
        do throws(SessionsBackup.Fault) {
            _ = try SessionsBackup.importing(from: folder.file("bad.jsonl"), into: folder.file("other"))
            Issue.record("it was imported")
        } catch {
            #expect(error.message.hasPrefix("\(folder.file("bad.jsonl")):\(number): "), "\(error.message)")
            #expect(error.message.contains(reason), "\(error.message)")
        }
        #expect(try export("none.jsonl", from: "other").sessions == 0)
    }

    @Test("a file that ends early is refused, and a secret that somebody wrote into one is masked")
    func cutAndSecret() async throws {
        try await filled()
        _ = try export()
        let lines = try text("out.jsonl").split(separator: "\n")
        try folder.write(lines.dropLast().joined(separator: "\n"), to: "cut.jsonl")
        #expect(throws: SessionsBackup.Fault.self) { try importing("cut.jsonl", into: "other") }
        let opened = try text("out.jsonl").replacing(#""client_secret":"***""#, with: #""client_secret":"loud""#)
        try folder.write(opened, to: "opened.jsonl")
        _ = try importing("opened.jsonl", into: "other")
        _ = try export("closed.jsonl", from: "other")
        #expect(!(try text("closed.jsonl").contains("loud")))
    }

    @Test("a folder that a server holds, or that has no sessions, is refused")
    func heldOrEmpty() async throws {
        let server = try TestServer(folder: folder)
        #expect(throws: SessionsBackup.Fault.self) { try export() }
        await server.stop()
        #expect(throws: SessionsBackup.Fault.self) { try export(from: "nothing") }
    }
}

extension String {
    fileprivate func count(of part: String) -> Int { ranges(of: part).count }
}
