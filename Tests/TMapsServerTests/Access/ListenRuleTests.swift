import Testing

@testable import TMapsServer

@Suite struct ListenRuleTests {
    @Test(
        "loopback needs nothing", arguments: ["", "127.0.0.1", "127.8.8.8", "::1", "[::1]", "localhost", "LOCALHOST"])
    func loopback(host: String) {
        #expect(ListenRule.refusal(host: host) == nil)
        #expect(!ListenRule.needsToken(host: host, auth: .automatic))
        #expect(ListenRule.needsToken(host: host, auth: .required))
        for auth in ListenRule.Auth.allCases { #expect(ListenRule.warning(host: host, auth: auth) == nil) }
    }

    @Test(
        "elsewhere tokens are needed, or --auth off in so many words",
        arguments: [
            "0.0.0.0", "::", "192.168.1.5", "fd00::1", "kiosk", "localhost.evil.example", "[::ffff:10.0.0.1]",
        ])
    func outside(host: String) {
        #expect(ListenRule.refusal(host: host) == nil)
        #expect(ListenRule.needsToken(host: host, auth: .automatic))
        #expect(ListenRule.needsToken(host: host, auth: .required))
        #expect(!ListenRule.needsToken(host: host, auth: .off))
        #expect(ListenRule.warning(host: host, auth: .off)?.hasPrefix("--auth off: everyone") == true)
        #expect(ListenRule.warning(host: host, auth: .automatic)?.contains("unencrypted") == true)
    }

    @Test("what is no address is refused by name")
    func refusals() {
        #expect(ListenRule.refusal(host: "not a host")?.contains("not a host") == true)
        #expect(ListenRule.needsToken(host: "not a host", auth: .automatic))
    }
}
