import TMapsTesting
import Testing

@testable import TMapsServer

@Suite(.timeLimit(.minutes(1))) struct ForeignBundleTests {
    private func policy(_ isStrict: Bool) async throws -> String? {
        let folder = TestFolder()
        try folder.write("<!doctype html><html><head></head><body>a bundle</body></html>", to: "bundle/index.html")
        let server = try TestServer(folder: folder) {
            $0.bundle = folder.file("bundle")
            $0.hasStrictPolicy = isStrict
        }
        let answer = try server.call("GET", "/tmapswww/")
        await server.stop()
        return answer.status == 200 ? answer.headers["content-security-policy"] : nil
    }

    @Test("a bundle of unknown make may run what it likes, unless --csp is given")
    func policies() async throws {
        #expect(try await policy(false) == "object-src 'none'; base-uri 'self'; frame-ancestors 'self'")
        let strict = try #require(try await policy(true))
        #expect(strict.hasPrefix("default-src 'none'; script-src 'self'; ") && !strict.contains("unsafe-eval"))
        #expect(try Configuration.read(arguments: ["--csp"], environment: [:]).configuration.hasStrictPolicy)
    }
}
