import Testing

@testable import TMapsServer

/// DNS rebinding: a foreign name that resolves to this machine (F55).
@Suite struct HostPolicyTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var bound: String
        var port: UInt16 = 8080
        var isSecure = false
        var allow: [String] = []
        var accepted: [String]
        var refused: [String]
        var testDescription: String { "\(bound) \(port) \(allow)" }
    }

    static let cases = [
        Case(
            bound: "127.0.0.1",
            accepted: ["127.0.0.1:8080", "localhost:8080", "LOCALHOST:8080", "localhost.:8080", "LocalHost.:8080"],
            refused: [
                "evil.example", "evil.example:8080", "localhost", "127.0.0.1", "localhost:80", "localhost:8081",
                "localhost:90000", "localhost:08080", "localhost:", "localhost:8080:8080", "localhost:8080 ",
                " localhost:8080", "localhost:8080.evil.example", "localhost.evil.example:8080", "evillocalhost:8080",
                "localhost..:8080", "user@localhost:8080", "localhost:8080/", "localhost:8080,evil.example",
                "[::1]:8080",
                "127.0.0.2:8080", "127.1:8080", "2130706433:8080", "0x7f000001:8080", "127.0.0.01:8080", "0.0.0.0:8080",
                "[::ffff:127.0.0.1]:8080", "", ":8080", "localhost:+8080", "localhost:-1", "locаlhost:8080",
                "localhost\u{0}:8080", "[localhost]:8080", "http://localhost:8080", "*", "192.168.1.5:8080",
            ]),
        Case(bound: "", accepted: ["127.0.0.1:8080", "localhost:8080"], refused: ["evil.example:8080", "[::1]:8080"]),
        Case(
            bound: "::1",
            accepted: ["[::1]:8080", "[0:0:0:0:0:0:0:1]:8080", "[0000::0001]:8080", "localhost:8080"],
            refused: [
                "::1:8080", "[::1]", "[::1]8080", "[::1", "::1]:8080", "[::2]:8080", "[::1%lo]:8080", "127.0.0.1:8080",
            ]),
        Case(bound: "[::1]", port: 80, accepted: ["[::1]", "[::1]:80", "localhost"], refused: ["[::1]:8080"]),
        Case(
            bound: "127.0.0.1", port: 80, accepted: ["localhost", "localhost:80", "127.0.0.1"],
            refused: ["localhost:443", "localhost:8080"]),
        Case(
            bound: "127.0.0.1", port: 443, isSecure: true, accepted: ["localhost", "localhost:443"],
            refused: ["localhost:80"]),
        Case(
            bound: "10.0.0.5", allow: ["Maps.Example.com", "kiosk:9000", "[fd00::1]", "192.0.2.7:80"],
            accepted: [
                "10.0.0.5:8080", "localhost:8080", "maps.example.com", "maps.example.com:8443", "MAPS.example.COM.:1",
                "kiosk:9000", "[fd00:0::1]:7", "192.0.2.7", "192.0.2.7:80",
            ],
            refused: [
                "kiosk", "kiosk:9001", "\u{212A}iosk:9000", "a.maps.example.com", "maps.example.com.evil.example",
                "192.0.2.7:8080",
            ]),
        Case(
            bound: "0.0.0.0",
            accepted: ["192.168.1.5:8080", "192.168.1.5:9090", "10.1.1.1", "[fd00::5]:8080", "localhost:8080"],
            refused: ["localhost:9090", "evil.example:8080", "kiosk:8080", "192.168.1:8080", "999.1.1.1:8080"]),
        Case(bound: "::", accepted: ["[::1]:8080", "127.0.0.1:8080"], refused: ["evil.example:8080"]),
    ]

    @Test("the Host is the bound address or localhost with the bound port, or allowed (F55)", arguments: cases)
    func hosts(item: Case) throws {
        let policy = try HostPolicy(
            boundHost: item.bound, port: item.port, isSecure: item.isSecure, allowHosts: item.allow)
        for host in item.accepted { #expect(policy.accepts(host), "\(host)") }
        for host in item.refused { #expect(!policy.accepts(host), "\(host)") }
        #expect(!policy.accepts(nil))
    }

    @Test(
        "a wrong entry is refused by name",
        arguments: ["", "*", "*.example.com", "http://a", "a:0", "a:65536", "é.com"])
    func wrongEntry(entry: String) {
        let error = #expect(throws: AccessError.self) {
            try HostPolicy(boundHost: "", port: 8080, allowHosts: [entry])
        }
        #expect(error?.description.hasPrefix("--allow-host \(entry): expected a host name") == true)
        #expect(throws: AccessError.self) { try HostPolicy(boundHost: "not a host", port: 8080) }
    }
}
