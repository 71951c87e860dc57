import TMapsTesting
import Testing

@testable import TMapsServer

@Suite(.timeLimit(.minutes(1))) struct SecureServerTests {
    private let pair: TestCertificate

    init() throws { pair = try TestCertificate() }

    private func server() throws -> TestServer {
        let pair = pair
        return try TestServer { $0.tls = TLSFiles(certificate: pair.certificate, key: pair.key) }
    }

    private func curl(_ server: TestServer, _ path: String, _ more: [String] = []) throws -> String {
        let all = ["-sS", "-i", "--max-time", "20", "--cacert", pair.certificate] + more
        return try Tool.run(["curl"] + all + ["\(server.url)\(path)"]).output
    }

    @Test("it is known as https and wss, and asks of others what it is")
    func addresses() async throws {
        let server = try server()
        #expect(server.url == "https://127.0.0.1:\(server.port)")
        let created = try curl(server, "/v1/sessions", ["-d", #"{"id":"hall"}"#])
        #expect(
            created.contains(#""map_url":"https://127.0.0.1:\#(server.port)/tmapswww/?session=hall""#), "\(created)")
        #expect(created.contains(#""client_url":"wss://127.0.0.1:\#(server.port)/v1/sessions/hall/client""#))
        #expect(try curl(server, "/v1/sessions", ["-H", "Origin: \(server.url)"]).hasPrefix("HTTP/1.1 200"))
        let plain = "Origin: http://127.0.0.1:\(server.port)"
        #expect(try curl(server, "/v1/sessions", ["-H", plain]).hasPrefix("HTTP/1.1 403"))
        #expect(try curl(server, "/tmapswww/").contains("Content-Security-Policy: default-src 'none'"))
        #expect(!(try curl(server, "/tmapswww/").lowercased().contains("strict-transport-security")))
        await server.stop()
    }

    @Test("Host without a port means 443")
    func defaultPort() throws {
        let policy = try HostPolicy(boundHost: "127.0.0.1", port: 443, isSecure: true)
        #expect(policy.accepts("localhost") && !policy.accepts("localhost:80"))
    }

    @Test("it does not start with files that cannot be used, and names them")
    func refused() throws {
        let old = try TestCertificate.expired()
        #expect(throws: StartFault("--tls-cert \(old.certificate): it expired on 2021-01-01")) {
            try TestServer { $0.tls = TLSFiles(certificate: old.certificate, key: old.key) }
        }
    }

    @Test("read again, a new certificate is shown to who comes then; a bad one is named and changes nothing")
    func reload() async throws {
        let server = try server()
        let old = try Tool.run("cat", pair.certificate).output
        let trusted = try server.folder.write(old, to: "trusted.pem")
        let next = try TestCertificate.expired()
        #expect(try Tool.run("cp", next.certificate, pair.certificate).code == 0)
        server.server.reloadCertificate()
        #expect(server.log.contains("it expired on 2021-01-01; the certificate stays as it was"))
        let answer = try Tool.run("curl", "-sS", "--cacert", trusted, "\(server.url)/readyz")
        #expect(answer.output == "ok\n")

        let better = try TestCertificate()
        #expect(try Tool.run("cp", better.certificate, pair.certificate).code == 0)
        #expect(try Tool.run("cp", better.key, pair.key).code == 0)
        server.server.reloadCertificate()
        while !server.log.contains("certificate: read again") { await Task.yield() }
        #expect(try curl(server, "/readyz").hasSuffix("\r\nok\n"))
        #expect(try Tool.run("curl", "-sS", "--cacert", trusted, "\(server.url)/readyz").code == 60)
        await server.stop()
    }
}
