import Testing

@testable import TMapsServer

@Suite struct ListenRuleTests {
    @Test(
        "loopback needs nothing", arguments: ["", "127.0.0.1", "127.8.8.8", "::1", "[::1]", "localhost", "LOCALHOST"])
    func loopback(host: String) {
        #expect(ListenRule.refusal(host: host) == nil)
        #expect(!ListenRule.needsToken(host: host, auth: .automatic))
        #expect(ListenRule.needsToken(host: host, auth: .required))
        for auth in ListenRule.Auth.allCases {
            #expect(ListenRule.warning(host: host, auth: auth, isSecure: false) == nil)
            #expect(ListenRule.warning(host: host, auth: auth, isSecure: true) == nil)
        }
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
        for auth in [ListenRule.Auth.automatic, .required] {
            #expect(ListenRule.warning(host: host, auth: auth, isSecure: false)?.contains("unencrypted") == true)
        }
    }

    @Test("with TLS no token travels unencrypted; with --auth off everyone may steer, with TLS or without")
    func secure() {
        for auth in [ListenRule.Auth.automatic, .required] {
            #expect(ListenRule.warning(host: "0.0.0.0", auth: auth, isSecure: true) == nil)
        }
        for isSecure in [false, true] {
            let warning = ListenRule.warning(host: "0.0.0.0", auth: .off, isSecure: isSecure)
            #expect(
                warning == "--auth off: everyone who reaches --listen 0.0.0.0 may steer the maps and read what they say"
            )
        }
    }

    @Test("what is no address is refused by name")
    func refusals() {
        #expect(ListenRule.refusal(host: "not a host")?.contains("not a host") == true)
        #expect(ListenRule.needsToken(host: "not a host", auth: .automatic))
    }
}
