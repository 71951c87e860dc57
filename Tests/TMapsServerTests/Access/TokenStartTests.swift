import TMapsTesting
import Testing

@testable import TMapsServer

/// How the server starts where tokens are asked for, what `tmaps check` says of it, and `tmaps token`.
@Suite(.timeLimit(.minutes(1))) struct TokenStartTests {
    private func fault(_ folder: TestFolder, _ configure: (inout Configuration) -> Void = { _ in }) -> StartFault? {
        do {
            _ = try TestServer(folder: folder) {
                $0.auth = .required
                configure(&$0)
            }
            return nil
        } catch {
            return error as? StartFault
        }
    }

    private func check(_ folder: TestFolder, _ flags: String...) -> (code: Int32, output: String) {
        var output = ""
        let code = CheckCommand.run(
            arguments: ["--data", folder.file("data")] + flags, environment: [:], output: { output += $0 })
        return (code, output)
    }

    @Test("the key is made at the first start and kept over the next; a token of it opens the door")
    func restart() async throws {
        let folder = TestFolder()
        var server = try TestServer(folder: folder) { $0.auth = .required }
        let order = try TokenMint.Order(session: "*", role: "observer", lifetime: .seconds(60))
        let token = try TokenMint.make(order, secrets: nil, data: folder.file("data")).token
        #expect(try server.call("GET", "/v1/sessions", headers: GuardedServer.bearer(token)).status == 200)
        await server.stop()
        server = try TestServer(folder: folder) { $0.auth = .required }
        #expect(try server.call("GET", "/v1/sessions", headers: GuardedServer.bearer(token)).status == 200)
        let key = String(decoding: try folder.read("data/signing.key"), as: UTF8.self).dropLast()
        #expect(key.utf8.count == 43 && !server.log.contains(key) && !server.log.contains(token))
        #expect(
            server.log.contains("tokens: asked for, and checked with the key in \(folder.file("data"))/signing.key"))
        await server.stop()
    }

    @Test("beyond loopback tokens are asked for without a word, and not with --auth off")
    func wildcard() async throws {
        let guarded = try TestServer { $0.listen.host = "0.0.0.0" }
        #expect(try guarded.call("GET", "/v1/sessions").status == 401)
        #expect(guarded.log.contains("tokens are asked for, and travel unencrypted"))
        await guarded.stop()
        let open = try TestServer {
            $0.listen.host = "0.0.0.0"
            $0.auth = .off
        }
        #expect(try open.call("GET", "/v1/sessions").status == 200)
        #expect(open.log.contains("--auth off: everyone who reaches --listen 0.0.0.0"))
        await open.stop()
    }

    @Test("with --tls-cert neither the start nor check says that tokens travel unencrypted; without it both do")
    func secure() async throws {
        let pair = try TestCertificate()
        let secure = try TestServer {
            $0.listen.host = "0.0.0.0"
            $0.tls = TLSFiles(certificate: pair.certificate, key: pair.key)
        }
        #expect(secure.log.contains("tokens: asked for"))
        #expect(!secure.log.contains("unencrypted"), "\(secure.log)")
        await secure.stop()
        let folder = TestFolder()
        let files = ["--tls-cert", pair.certificate, "--tls-key", pair.key]
        for (flags, isWarned) in [(files, false), ([], true)] {
            var output = ""
            let code = CheckCommand.run(
                arguments: ["--listen", "0.0.0.0:8443", "--data", folder.file("data")] + flags, environment: [:]
            ) { output += $0 }
            #expect(code == 0 && output.contains("unencrypted") == isWarned, "\(output)")
        }
    }

    @Test(
        "a key that is too short, or no file, stops the start and is said by check; without tokens it does not matter")
    func faults() throws {
        let folder = TestFolder()
        let secrets = try folder.write(#"{"signing_key":"too short"}"#, to: "secrets.json")
        let reason = "tokens: \(secrets): signing_key has 9 bytes; tokens want 32 or more, "
        #expect(fault(folder) { $0.secrets = secrets }?.message.hasPrefix(reason) == true)
        let checked = check(folder, "--secrets", secrets, "--auth", "required")
        #expect(checked.code == 1 && checked.output.contains("wrong: \(reason)"))
        #expect(check(folder, "--secrets", secrets).code == 0)
        try folder.write("", to: "data/signing.key")
        #expect(fault(folder)?.message.contains("data/signing.key: the first line has 0 bytes") == true)
        let empty = check(folder, "--listen", "0.0.0.0:0")
        #expect(empty.code == 1 && empty.output.contains("data/signing.key: the first line has 0 bytes"))
    }

    @Test("check says what is open to whom, and makes no key")
    func checkOnly() {
        let folder = TestFolder()
        let open = check(folder, "--listen", "0.0.0.0:8080", "--auth", "off")
        #expect(open.code == 0 && open.output.contains("warning: --auth off: everyone who reaches"))
        let guarded = check(folder, "--auth", "required")
        #expect(guarded.code == 0 && guarded.output.contains("fine"))
        #expect(folder.names == [])
    }

    @Test("a token is not made without a key, nor for what is no session, role or time")
    func orders() throws {
        let folder = TestFolder()
        let order = try TokenMint.Order(session: "hall", role: "map", lifetime: .seconds(60))
        let missing = #expect(throws: AccessError.self) {
            try TokenMint.make(order, secrets: nil, data: folder.file("data"))
        }
        #expect(missing?.description.contains("\(folder.file("data"))/signing.key does not exist") == true)
        #expect(folder.names == [])
        for (session, role, seconds) in [("a b", "map", 60), ("hall", "boss", 60), ("hall", "map", 0)] {
            #expect(throws: AccessError.self) {
                try TokenMint.Order(session: session, role: role, lifetime: .seconds(seconds))
            }
        }
        let secrets = try folder.write(#"{"signing_key":"\#(GuardedServer.secret)"}"#, to: "secrets.json")
        let token = try TokenMint.make(order, secrets: secrets, data: "/no/such").token
        let key = try #require(SigningKey(GuardedServer.secret))
        let claims = try AccessToken(token, signedWith: key, at: .now())
        #expect(claims.role == .map && claims.scope == .session("hall") && claims.expires % 1_000 == 0)
    }
}
