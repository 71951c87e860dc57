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
        let message =
            "cannot connect to \(server.url): the server's certificate is not accepted: self-signed certificate"
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
}
