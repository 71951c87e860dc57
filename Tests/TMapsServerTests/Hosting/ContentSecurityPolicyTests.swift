import Testing

@testable import TMapsServer

@Suite struct ContentSecurityPolicyTests {
    @Test("the strict policy allows nothing from elsewhere and no eval")
    func strict() {
        let text = ContentSecurityPolicy.strict.text(host: "[::1]:8080")
        #expect(text.contains("default-src 'none'; script-src 'self'; worker-src 'self'; "))
        #expect(text.contains("; connect-src 'self' ws://[::1]:8080 wss://[::1]:8080; frame-src"))
        #expect(!text.contains("unsafe-eval") && !text.contains("http") && !text.contains("{"))
    }

    @Test(
        "a host that is missing or could end the directive is left out", arguments: [nil, "", "a;script-src *", "a b"])
    func oddHost(host: String?) {
        #expect(ContentSecurityPolicy.strict.text(host: host).contains("; connect-src 'self'; frame-src"))
    }

    @Test("a foreign bundle gets objects, base and frames only")
    func foreign() {
        let text = ContentSecurityPolicy.foreign.text(host: "localhost")
        #expect(text == "object-src 'none'; base-uri 'self'; frame-ancestors 'self'")
    }
}
