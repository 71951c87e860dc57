import Testing

@testable import TMapsServer

/// A web page that opens a socket to this machine (F55).
@Suite struct OriginPolicyTests {
    @Test(
        "the origin is the served one exactly (F55)",
        arguments: [
            ("http://localhost:8080", "localhost:8080", true), ("http://LOCALHOST:8080", "localhost:8080", true),
            ("HTTP://localhost:8080", "LocalHost:8080", true), ("http://[::1]:8080", "[::1]:8080", true),
            ("http://localhost", "localhost", true), ("http://localhost:80", "localhost", true),
            ("http://localhost", "localhost:80", true), ("http://localhost.:8080", "localhost.:8080", true),
            ("https://evil.example", "localhost:8080", false), ("null", "localhost:8080", false),
            ("", "localhost:8080", false), ("http://localhost:8080.evil.example", "localhost:8080", false),
            ("http://localhost:90000", "localhost:8080", false), ("http://localhost:80800", "localhost:8080", false),
            ("http://localhost:808", "localhost:8080", false), ("http://localhost", "localhost:8080", false),
            ("https://localhost:8080", "localhost:8080", false), ("ws://localhost:8080", "localhost:8080", false),
            ("http://127.0.0.1:8080", "localhost:8080", false), ("http://localhost.:8080", "localhost:8080", false),
            ("http://localhost:8080/", "localhost:8080", false), ("http://localhost:8080 ", "localhost:8080", false),
            ("http://localhost:8080?", "localhost:8080", false), ("http://localhost:8080#x", "localhost:8080", false),
            ("http://a@localhost:8080", "localhost:8080", false), ("localhost:8080", "localhost:8080", false),
            ("http:localhost:8080", "localhost:8080", false), ("//localhost:8080", "localhost:8080", false),
            ("http:///localhost:8080", "localhost:8080", false), ("amydomain.com", "mydomain.com", false),
            ("http://amydomain.com", "mydomain.com", false),
            ("http://mydomain.com.evil.example", "mydomain.com", false),
            ("http://localhost:8080 http://evil.example", "localhost:8080", false),
            ("http://evil.example, http://localhost:8080", "localhost:8080", false),
            ("https://localhost:443", "localhost", false), ("file://", "localhost:8080", false),
            ("http://locаlhost:8080", "localhost:8080", false), ("http://localhost\u{0}:8080", "localhost:8080", false),
        ])
    func served(origin: String, host: String, isAccepted: Bool) throws {
        #expect(try OriginPolicy().accepts(origin: origin, host: host) == isAccepted)
    }

    @Test("a program that is no browser sends no origin and is let in (F55)")
    func noOrigin() throws {
        #expect(try OriginPolicy().accepts(origin: nil, host: "localhost:8080"))
    }

    @Test("with TLS the served origin is https")
    func secure() throws {
        let policy = try OriginPolicy(isSecure: true)
        #expect(policy.accepts(origin: "https://localhost", host: "localhost:443"))
        #expect(!policy.accepts(origin: "http://localhost:443", host: "localhost:443"))
    }

    @Test("allowed origins are matched as a whole")
    func allowed() throws {
        let policy = try OriginPolicy(allowOrigins: [
            "https://Maps.Example.com", "http://10.0.0.5:3000", "capacitor://localhost", "http://kiosk",
        ])
        for origin in [
            "https://maps.example.com", "https://maps.example.com:443", "capacitor://localhost",
            "http://10.0.0.5:3000",
        ] {
            #expect(policy.accepts(origin: origin, host: "localhost:8080"), "\(origin)")
        }
        for origin in [
            "http://maps.example.com", "https://a.maps.example.com", "https://maps.example.com:444",
            "http://10.0.0.5", "http://\u{212A}iosk", "ionic://localhost", "null",
        ] {
            #expect(!policy.accepts(origin: origin, host: "localhost:8080"), "\(origin)")
        }
        let null = try OriginPolicy(allowOrigins: ["null"])
        #expect(null.accepts(origin: "null", host: "localhost:8080"))
    }

    @Test(
        "a wrong entry is refused by name",
        arguments: ["", "*", "maps.example.com", "https://a/", "https://*.a", "http://"])
    func wrongEntry(entry: String) {
        let error = #expect(throws: AccessError.self) { try OriginPolicy(allowOrigins: [entry]) }
        #expect(error?.description.hasPrefix("--allow-origin \(entry): expected scheme, host and port") == true)
    }
}
