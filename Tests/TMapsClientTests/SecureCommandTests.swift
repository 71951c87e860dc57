import TMapsClient
import TMapsProtocol
import TMapsServer
import TMapsTesting
import Testing

/// Each command of the built program that talks to a server, over TLS.
@Suite(.timeLimit(.minutes(1))) struct SecureCommandTests {
    private let pair: TestCertificate
    private let folder = TestFolder()

    init() throws { pair = try TestCertificate() }

    private func server(
        _ pair: TestCertificate? = nil, folder: TestFolder = TestFolder(), port: UInt16 = 0,
        auth: ListenRule.Auth = .automatic
    ) throws -> TestServer {
        let pair = pair ?? self.pair
        return try TestServer(folder: folder) {
            $0.tls = TLSFiles(certificate: pair.certificate, key: pair.key)
            $0.listen.port = port
            $0.auth = auth
        }
    }

    /// Everything that can be asked of a server; `SCRIPT` and `RECORDING` stand for files that can be used.
    private static let everything = [
        ["dispatch", "SET_ZOOM", "zoom=3"], ["dispatch", "LOAD_MAP", "map_id=demo", "--wait"], ["listen"],
        ["listen", "--observer", "--json"], ["record", "-"], ["record", "-", "--after", "0"],
        ["replay", "RECORDING"], ["run", "SCRIPT"], ["link", "--session", "hall", "geo:53.9,27.5?z=12"],
        ["sessions"], ["sessions", "create", "hall"], ["sessions", "show", "hall"], ["sessions", "peers", "hall"],
        ["sessions", "delete", "hall"],
        ["health"],
    ]

    private func run(_ arguments: [String], _ environment: [String: String]) async throws -> Program.Result {
        let script = try folder.write("SET_ZOOM zoom=3\n", to: "s.tmaps")
        let recording = try folder.write(
            """
            {"tmaps_recording":1,"server":"1","session":"hall","epoch":"E","start":"2026-11-30T12:00:00.000Z","after":0}
            {"seq":1,"time":"2026-11-30T12:00:00.000Z","role":"client","peer":"c","action":{"type":"X"}}

            """, to: "recording.jsonl")
        let files = ["SCRIPT": script, "RECORDING": recording]
        return try await Program(arguments.map { files[$0] ?? $0 }, environment: environment).end()
    }

    @Test("dispatch, listen, link, run, record, replay, sessions and health do over https what they do over http")
    func everyCommand() async throws {
        let server = try server()
        let environment = ["TMAPS_SERVER": server.url, "TMAPS_CA": pair.certificate, "TMAPS_SESSION": "hall"]
        func run(_ arguments: String..., input: String? = nil) async throws -> String {
            let result = try await Program(arguments, environment: environment, input: input).end()
            #expect(result.code == 0, "\(arguments): \(result)")
            return result.output
        }
        #expect(try await run("sessions", "create", "hall").contains(#""client_url":"wss://127.0.0.1:"#))
        let map = try FakeMap(port: server.port, session: "hall", authorities: pair.certificate)
        #expect(try await run("listen", "--until", "READY").contains(" READY\n"))
        #expect(try await run("sessions", "peers", "hall").contains(#""peer":"m1""#))
        #expect(try await run("dispatch", "LOAD_MAP", "map_id=demo", "--wait").hasSuffix("{\"type\":\"MAP_LOADED\"}\n"))
        #expect(try await run("run", "-", input: "SET_ZOOM zoom=3\nexpect ZOOM_ENDED\n").contains("\nok 2 - "))
        #expect(try await run("link", "--session", "hall", "om://map?ll=53.9,27.5").hasPrefix(#"{"kind":"map""#))
        let file = folder.file("r.jsonl")
        // The state before the fifth action is read over https, as the times of what came before now are.
        let record = try await Program(
            ["record", file, "--after", "4", "--until", "ZOOM_ENDED"], environment: environment
        ).end()
        #expect(record.code == 0 && !record.errors.contains("cannot be read"), "\(record)")
        let recorded = String(decoding: try folder.read("r.jsonl"), as: UTF8.self)
        #expect(
            recorded.contains(#"{"state":true,"seq":2,"#) && recorded.contains(#""type":"ZOOM_ENDED""#), "\(recorded)")
        let replayed = try await run("replay", file, "--session", "new", "--speed", "max")
        #expect(replayed.hasPrefix("1 LOAD_MAP map_id=\"demo\"\n"), "\(replayed)")
        #expect(try await run("sessions", "show", "new").contains(#""id":"new""#))
        #expect(try await run("sessions", "delete", "new") == "")
        #expect(try await run("sessions").contains(#""id":"hall""#))
        #expect(try await run("health") == "ok\n")
        map.leave()
        await server.stop()
    }

    @Test("with a certificate that is not trusted each says so, exit code 3, and nothing reaches the server")
    func untrusted() async throws {
        let server = try server()
        let other = try TestCertificate()
        for arguments in SecureCommandTests.everything {
            for authorities in [[], ["--ca", other.certificate]] {
                let refused = try await run(arguments + authorities, ["TMAPS_SERVER": server.url])
                #expect(refused.code == 3, "\(arguments): \(refused)")
                let message = "the server's certificate is not accepted: self-signed certificate"
                #expect(refused.errors.contains(message), "\(arguments): \(refused.errors)")
            }
        }
        let environment = ["TMAPS_SERVER": server.url, "TMAPS_CA": pair.certificate]
        #expect(try await run(["sessions"], environment).output == "[]\n")
        await server.stop()
    }

    @Test("nor is a trusted certificate that is for another name")
    func name() async throws {
        let other = try TestCertificate(names: "DNS:other.example")
        let server = try server(other)
        for arguments in SecureCommandTests.everything {
            let refused = try await run(arguments, ["TMAPS_SERVER": server.url, "TMAPS_CA": other.certificate])
            #expect(refused.code == 3, "\(arguments): \(refused)")
            #expect(refused.errors.contains("IP address mismatch"), "\(arguments): \(refused.errors)")
        }
        await server.stop()
    }

    @Test("a --ca that cannot be used is wrong use, named before anybody is asked; without TLS it does not matter")
    func authorities() async throws {
        let faults = [
            ("/nowhere.pem", "No such file or directory"), (pair.key, "no certificates can be read from it"),
            (folder.path, "no certificates can be read from it"),
        ]
        for arguments in SecureCommandTests.everything {
            for (file, reason) in faults {
                let refused = try await run(arguments, ["TMAPS_SERVER": "https://127.0.0.1:9", "TMAPS_CA": file])
                #expect(refused.code == 2 && refused.output.isEmpty, "\(arguments): \(refused)")
                #expect(refused.errors == "tmaps \(arguments[0]): --ca \(file): \(reason)\n")
            }
        }
        let plain = try TestServer()
        #expect(try await run(["health"], ["TMAPS_SERVER": plain.url, "TMAPS_CA": "/nowhere.pem"]).code == 0)
        await plain.stop()
    }

    @Test("http to a server that speaks https, and the other way round, fails with a reason")
    func mixedUp() async throws {
        let (secure, plain) = (try server(), try TestServer())
        let cases = [
            (["dispatch", "X"], "http://127.0.0.1:\(secure.port)", "the connection was lost before an answer came"),
            (["health"], "http://127.0.0.1:\(secure.port)", "the connection was lost before an answer came"),
            (["dispatch", "X"], "https://127.0.0.1:\(plain.port)", "TLS cannot be spoken with it"),
            (["health"], "https://127.0.0.1:\(plain.port)", "cannot speak TLS: wrong version number"),
        ]
        for (arguments, url, reason) in cases {
            let refused = try await run(arguments, ["TMAPS_SERVER": url, "TMAPS_CA": pair.certificate])
            #expect(refused.code == 3 && refused.errors.contains(reason), "\(url): \(refused)")
        }
        await secure.stop()
        await plain.stop()
    }

    @Test("a recording goes on over server restarts without a hole, over TLS too")
    func restart() async throws {
        let data = TestFolder()
        var server = try server(folder: data)
        let (url, port) = (server.url, server.port)
        let environment = ["TMAPS_SERVER": url, "TMAPS_CA": pair.certificate, "TMAPS_SESSION": "hall"]
        let record = try Program(["record", "-", "--until", "LAST"], environment: environment)
        _ = try await record.lines.next()
        for number in 1...3 {
            #expect(try await run(["dispatch", "--custom", "X", "n=\(number)"], environment).code == 0)
            await server.stop()
            server = try self.server(folder: data, port: port)
        }
        #expect(try await run(["dispatch", "--custom", "LAST"], environment).code == 0)
        let result = try await record.end()
        #expect(result.code == 0, "\(result)")
        #expect(result.output.matches(of: /"n":(\d+)/).compactMap { Int($0.1) } == [1, 2, 3], "\(result)")
        await server.stop()
    }

    @Test("a token goes over https, and is asked for there as elsewhere")
    func token() async throws {
        let server = try server(auth: .required)
        let data = server.folder.file("data")
        let made = try await run(["token", "--session", "hall", "--role", "client", "--data", data], [:])
        var environment = ["TMAPS_SERVER": server.url, "TMAPS_CA": pair.certificate, "TMAPS_SESSION": "hall"]
        let stranger = try await run(["dispatch", "--custom", "X"], environment)
        #expect(stranger.code == 1 && stranger.errors.contains("HTTP 401"), "\(stranger)")
        environment["TMAPS_TOKEN"] = made.output
        #expect(try await run(["dispatch", "--custom", "X"], environment).output == "1\n")
        #expect(try await run(["sessions", "show", "hall"], environment).output.contains(#""seq":1"#))
        await server.stop()
    }

    @Test("in its own container, health takes the server's certificate as it is, and no other one's")
    func ownHealth() async throws {
        let server = try server()
        let container = ["TMAPS_LISTEN": "0.0.0.0:\(server.port)", "TMAPS_TLS_CERT": "/some.pem"]
        #expect(try await Program.run("health", environment: container).output == "ok\n")
        let named = try await Program.run("health", "--server", server.url, environment: container)
        #expect(named.code == 3 && named.errors.contains("certificate is not accepted"), "\(named)")
        await server.stop()
    }
}
