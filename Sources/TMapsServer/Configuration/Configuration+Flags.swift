extension Configuration {
    /// One flag of `tmaps serve`. In the environment it is `TMAPS_UPPER_SNAKE`, in the `--config` file its own name.
    package struct Flag: Sendable {
        package let name: String
        /// What the value is, for the help; nil for a switch.
        package let value: String?
        /// As it would be typed; empty where nothing is set.
        package let defaultValue: String
        package let help: String
        /// May be given several times; one text then holds them with commas.
        let isList: Bool
        /// Returns what was expected where the value is wrong.
        let set: @Sendable (inout Configuration, String) -> String?

        init(
            _ name: String, _ value: String?, default defaultValue: String = "", isList: Bool = false,
            help: String = "",
            set: @escaping @Sendable (inout Configuration, String) -> String?
        ) {
            self.name = name
            self.value = value
            self.defaultValue = defaultValue
            self.isList = isList
            self.help = help
            self.set = set
        }

        package var environmentName: String {
            "TMAPS_" + String(name.map { $0 == "-" ? "_" : $0 }).uppercased()
        }
    }

    /// Every flag, in the order of the help.
    package static let flags: [Flag] = [
        Flag("listen", "HOST:PORT", default: "127.0.0.1:8080", help: "where to accept connections; port 0 picks one") {
            guard let address = ListenAddress($1) else { return "HOST:PORT, [IPv6]:PORT or :PORT" }
            $0.listen = address
            return nil
        },
        Flag("bundle", "DIR", help: "the map bundle served under /tmapswww/; without it the default bundle") {
            $0.bundle = $1
            return nil
        },
        Flag("maps", "DIR", help: "map data served under /maps/; without it the demo venue") {
            $0.maps = $1
            return nil
        },
        Flag("data", "DIR", default: "data", help: "where sessions are kept") {
            $0.data = $1
            return nil
        },
        Flag("secrets", "FILE", help: "without it Config.Secrets.plist, then /run/secrets/tmaps") {
            $0.secrets = $1
            return nil
        },
        Flag("auth", "MODE", default: "auto", help: "tokens: auto (asked for beyond loopback), off or required") {
            set(&$0.auth, $1)
        },
        Flag("allow-host", "HOST[:PORT]", isList: true, help: "another Host to answer to") {
            $0.allowHosts.append($1)
            return nil
        },
        Flag("allow-origin", "ORIGIN", isList: true, help: "another site whose pages may connect") {
            $0.allowOrigins.append($1)
            return nil
        },
        Flag("tls-cert", "FILE", help: "PEM: serve https and wss with this certificate; needs --tls-key") {
            $0.tls = TLSFiles(certificate: $1, key: $0.tls?.key ?? "")
            return nil
        },
        Flag("tls-key", "FILE", help: "PEM: the certificate's key, without a passphrase") {
            $0.tls = TLSFiles(certificate: $0.tls?.certificate ?? "", key: $1)
            return nil
        },
        Flag("csp", nil, default: "false", help: "the strict policy of the default bundle for a --bundle too") {
            set(&$0.hasStrictPolicy, $1)
        },
        Flag("open", nil, default: "false", help: "show the map in this machine's browser") {
            set(&$0.opensMap, $1)
        },
        Flag("embed", "none|ios", default: "none", help: "let the bundle look as it does in the iOS app") {
            set(&$0.embed, $1)
        },
        Flag("durability", "full|relaxed", default: "full", help: "confirm dispatches when on disk, or when accepted") {
            set(&$0.durability, $1)
        },
        Flag("on-storage-failure", "refuse|relay", default: "refuse", help: "actions while the disk fails") {
            set(&$0.onStorageFailure, $1)
        },
        Flag("strict", "on|warn|off", default: "on", help: "known actions with wrong fields: refuse, log, or pass") {
            set(&$0.strict, $1)
        },
        Flag("client-templates", "on|off", default: "on", help: "popup templates of clients, which run in the page") {
            set(&$0.takesClientTemplates, $1).map { _ in "on or off" }
        },
        Flag("log-format", "text|json", default: "text") { set(&$0.logFormat, $1) },
        Flag("log-level", "LEVEL", default: "info", help: "debug, info, warning or error") {
            guard let level = Log.Level(name: $1) else { return "debug, info, warning or error" }
            $0.logLevel = level
            return nil
        },
        Flag("max-message", "BYTES", default: "4194304", help: "longest message of a peer") {
            set(&$0.maxMessage, $1, in: 1_024...(256 << 20))
        },
        Flag("max-queue", "BYTES", default: "16777216", help: "what may wait for one peer before it is dropped") {
            set(&$0.maxQueue, $1, in: 65_536...(1 << 32))
        },
        Flag("retain", "N", default: "10000", help: "actions kept in each session") {
            set(&$0.retain.count, $1, in: 1...10_000_000)
        },
        Flag("retain-age", "TIME", default: "30d", help: "how long: 90s, 30m, 12h, 30d") {
            guard let age = Duration(text: $1), age >= .seconds(1) else {
                return "1s or more, such as 90s, 30m, 12h or 30d"
            }
            $0.retain.age = age
            return nil
        },
        Flag("retain-bytes", "BYTES", default: "268435456", help: "bytes of actions kept in each session") {
            var bytes = 0
            if let expected = set(&bytes, $1, in: 65_536...(1 << 40)) { return expected }
            $0.retain.bytes = Int64(bytes)
            return nil
        },
        Flag("max-sessions", "N", default: "10000") { set(&$0.maxSessions, $1, in: 1...1_000_000) },
        Flag("max-peers", "N", default: "1000", help: "connections of one session") {
            set(&$0.maxPeers, $1, in: 1...100_000)
        },
        Flag("rate", "N", default: "off", help: "actions a peer may dispatch in a second; more are refused to it") {
            guard $1 != "off" else {
                $0.rate = nil
                return nil
            }
            var rate = 0
            if let expected = set(&rate, $1, in: 1...1_000_000) { return "off or \(expected)" }
            $0.rate = rate
            return nil
        },
        Flag("no-implicit-sessions", nil, default: "false", help: "sessions must be created before anyone connects") {
            var isOn = false
            let expected = set(&isOn, $1)
            $0.hasImplicitSessions = !isOn
            return expected
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

    private static func set(_ value: inout Bool, _ text: String) -> String? {
        switch text {
        case "", "1", "true", "yes", "on": value = true
        case "0", "false", "no", "off": value = false
        default: return "true or false"
        }
        return nil
    }
}
