extension Configuration {
    /// One flag of `tmaps serve`. In the environment it is `TMAPS_UPPER_SNAKE`.
    package struct Flag: Sendable {
        package let name: String
        /// What the value is, for the help; nil for a switch.
        package let value: String?
        package let help: String
        /// Returns what was expected where the value is wrong.
        let set: @Sendable (inout Configuration, String) -> String?

        package var environmentName: String {
            "TMAPS_" + String(name.map { $0 == "-" ? "_" : $0 }).uppercased()
        }
    }

    /// Every flag, in the order of the help.
    package static let flags: [Flag] = [
        Flag(name: "listen", value: "HOST:PORT", help: "where to accept connections; port 0 picks one [127.0.0.1:8080]") {
            guard let address = ListenAddress($1) else { return "HOST:PORT, [IPv6]:PORT or :PORT" }
            $0.listen = address
            return nil
        },
        Flag(name: "bundle", value: "DIR", help: "the map bundle served under /tmapswww/ [the default bundle]") {
            $0.bundle = $1
            return nil
        },
        Flag(name: "maps", value: "DIR", help: "map data served under /maps/ [the demo venue]") {
            $0.maps = $1
            return nil
        },
        Flag(name: "data", value: "DIR", help: "where sessions are kept [data]") {
            $0.data = $1
            return nil
        },
        Flag(name: "secrets", value: "FILE", help: "[Config.Secrets.plist, then /run/secrets/tmaps]") {
            $0.secrets = $1
            return nil
        },
        Flag(name: "auth", value: "off|required", help: "tokens: never, or always; beyond loopback one must be said") {
            set(&$0.auth, $1)
        },
        Flag(name: "allow-host", value: "HOST[:PORT]", help: "another Host to answer to; may be repeated") {
            $0.allowHosts.append($1)
            return nil
        },
        Flag(name: "allow-origin", value: "ORIGIN", help: "another site whose pages may connect; may be repeated") {
            $0.allowOrigins.append($1)
            return nil
        },
        Flag(name: "embed", value: "none|ios", help: "let the bundle look as it does in the iOS app [none]") {
            set(&$0.embed, $1)
        },
        Flag(name: "durability", value: "full|relaxed", help: "confirm dispatches when on disk, or when accepted [full]") {
            set(&$0.durability, $1)
        },
        Flag(name: "strict", value: "on|warn|off", help: "known actions with wrong fields: refuse, log, or pass [on]") {
            set(&$0.strict, $1)
        },
        Flag(name: "log-format", value: "text|json", help: "[text]") { set(&$0.logFormat, $1) },
        Flag(name: "log-level", value: "LEVEL", help: "debug, info, warning or error [info]") {
            guard let level = Log.Level(name: $1) else { return "debug, info, warning or error" }
            $0.logLevel = level
            return nil
        },
        Flag(name: "max-message", value: "BYTES", help: "longest message of a peer [4194304]") {
            set(&$0.maxMessage, $1, in: 1_024...(256 << 20))
        },
        Flag(name: "max-queue", value: "BYTES", help: "what may wait for one peer before it is dropped [16777216]") {
            set(&$0.maxQueue, $1, in: 65_536...(1 << 32))
        },
        Flag(name: "retain", value: "N", help: "actions kept in each session [10000]") {
            set(&$0.retain, $1, in: 1...10_000_000)
        },
        Flag(name: "max-sessions", value: "N", help: "[10000]") { set(&$0.maxSessions, $1, in: 1...1_000_000) },
        Flag(name: "max-peers", value: "N", help: "connections of one session [1000]") {
            set(&$0.maxPeers, $1, in: 1...100_000)
        },
        Flag(name: "no-implicit-sessions", value: nil, help: "sessions must be created before anyone connects") {
            guard let isOn = switchValue($1) else { return "true or false" }
            $0.hasImplicitSessions = !isOn
            return nil
        },
    ]

    private static func set<Choice: RawRepresentable & CaseIterable>(_ value: inout Choice, _ text: String) -> String?
    where Choice.RawValue == String {
        guard let choice = Choice(rawValue: text) else {
            return Choice.allCases.map(\.rawValue).joined(separator: " or ")
        }
        value = choice
        return nil
    }

    private static func set(_ value: inout Int, _ text: String, in range: ClosedRange<Int>) -> String? {
        guard let number = Int(text), range.contains(number) else {
            return "a whole number from \(range.lowerBound) to \(range.upperBound)"
        }
        value = number
        return nil
    }

    private static func switchValue(_ text: String) -> Bool? {
        switch text {
        case "", "1", "true", "yes", "on": true
        case "0", "false", "no", "off": false
        default: nil
        }
    }
}
