import Testing

@testable import TMapsServer

@Suite struct ListenRuleTests {
    @Test(
        "loopback needs nothing", arguments: ["", "127.0.0.1", "127.8.8.8", "::1", "[::1]", "localhost", "LOCALHOST"])
    func loopback(host: String) {
        #expect(ListenRule.refusal(host: host, auth: .automatic, hasTokens: false) == nil)
        #expect(!ListenRule.needsToken(host: host, auth: .automatic))
        #expect(ListenRule.needsToken(host: host, auth: .required))
    }

    @Test(
        "elsewhere tokens or --auth off are needed",
        arguments: [
            "0.0.0.0", "::", "192.168.1.5", "fd00::1", "kiosk", "localhost.evil.example", "[::ffff:10.0.0.1]",
        ])
    func outside(host: String) {
        let sentence = ListenRule.refusal(host: host, auth: .automatic, hasTokens: false)
        #expect(sentence?.contains("--listen \(host) ") == true && sentence?.contains("--auth off") == true)
        #expect(ListenRule.refusal(host: host, auth: .off, hasTokens: false) == nil)
        #expect(ListenRule.refusal(host: host, auth: .automatic, hasTokens: true) == nil)
        #expect(ListenRule.needsToken(host: host, auth: .automatic))
        #expect(!ListenRule.needsToken(host: host, auth: .off))
    }

    @Test("what cannot be done is said")
    func refusals() {
        #expect(ListenRule.refusal(host: "", auth: .required, hasTokens: false)?.contains("--auth required") == true)
        #expect(ListenRule.refusal(host: "", auth: .required, hasTokens: true) == nil)
        #expect(ListenRule.refusal(host: "not a host", auth: .off, hasTokens: true)?.contains("not a host") == true)
    }
}
