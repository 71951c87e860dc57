import TMapsClient
import TMapsProtocol
import TMapsServer
import TMapsTesting
import Testing

/// The library and the program against a real server that speaks TLS.
@Suite(.timeLimit(.minutes(1))) struct SecureTests {
    private let pair: TestCertificate

    init() throws { pair = try TestCertificate() }

    private func server() throws -> TestServer {
        let pair = pair
        return try TestServer { $0.tls = TLSFiles(certificate: pair.certificate, key: pair.key) }
    }

    private func configuration() -> TMapsClient.Configuration {
        var configuration = TMapsClient.Configuration()
        configuration.certificateAuthorities = pair.certificate
        configuration.reconnect.base = .milliseconds(20)
        return configuration
    }

    @Test("a client dispatches and hears over wss, each with the authorities it was given")
    func client() async throws {
        let server = try server()
        let client = try TMapsClient(configuration())
        let observer = try TMapsClient(configuration())
        let events = observer.events
        try await observer.connect(to: server.url.replacing("https", with: "wss"), session: "hall", role: .observer)
        try await client.connect(to: "https://localhost:\(server.port)", session: "hall")
        #expect(try await client.dispatch(#"{"type":"X"}"#) == 1)
        for await case .action(let action) in events {
            #expect(action.type == "X")
            break
        }
        let stranger = try TMapsClient()
        let message = "cannot connect: the server's certificate is not accepted: self-signed certificate"
        await #expect { try await stranger.connect(to: server.url) } throws: { ($0 as? TMapsError)?.message == message }
        for client in [client, observer, stranger] { await client.close() }
        await server.stop()
    }

    @Test("a client comes back by itself over TLS, and nothing is lost")
    func reconnect() async throws {
        let pair = pair
        var server = try server()
        let client = try TMapsClient(configuration())
        try await client.connect(to: server.url, session: "hall")
        #expect(try await client.dispatch(#"{"type":"X"}"#) == 1)
        let (folder, port) = (server.folder, server.port)
        await server.stop()
        async let second = client.dispatch(#"{"type":"Y"}"#)
        server = try TestServer(folder: folder) {
            $0.listen.port = port
            $0.tls = TLSFiles(certificate: pair.certificate, key: pair.key)
        }
        #expect(try await second == 2)
        await client.close()
        await server.stop()
    }

    @Test("every command takes https with --ca, or $TMAPS_CA; without it the reason is said, exit code 3")
    func commands() async throws {
        let server = try server()
        let ca = pair.certificate
        let sent = try await Program.run("dispatch", "--server", server.url, "--ca", ca, "--custom", "X")
        #expect(sent.code == 0 && sent.output == "1\n", "\(sent)")
        let environment = ["TMAPS_SERVER": server.url, "TMAPS_CA": ca]
        let listed = try await Program.run("sessions", environment: environment)
        #expect(listed.code == 0 && listed.output.contains(#""id":"default","seq":1"#), "\(listed)")
        #expect(try await Program.run("health", environment: environment).output == "ok\n")
        for arguments in [["dispatch", "--custom", "X"], ["sessions"], ["health"]] {
            let refused = try await Program(arguments + ["--server", server.url]).end()
            #expect(refused.code == 3, "\(refused)")
            #expect(refused.errors.contains("the server's certificate is not accepted: self-signed certificate"))
        }
        let plain = try await Program.run("health", "--server", "http://127.0.0.1:\(server.port)")
        #expect(plain.code != 0 && !plain.errors.isEmpty)
        let wrong = try await Program.run("health", "--server", server.url, "--ca", "/nowhere.pem")
        #expect(wrong.code != 0 && wrong.errors.contains("--ca /nowhere.pem: no certificates can be read from it"))
        await server.stop()
    }

    @Test("in its own container, health takes the server's certificate as it is")
    func ownHealth() async throws {
        let server = try server()
        let environment = ["TMAPS_LISTEN": "0.0.0.0:\(server.port)", "TMAPS_TLS_CERT": "/some.pem"]
        #expect(try await Program.run("health", environment: environment).output == "ok\n")
        await server.stop()
    }
}
