/// All that is wrong with a configuration, a line each, naming the value and where it came from.
package struct ConfigurationFaults: Error, Sendable, Hashable {
    package let lines: [String]
}

extension Configuration {
    /// Reads flags and environment: a flag wins over the environment, that over the default. All faults are reported at once.
    package static func read(
        arguments: [String], environment: [String: String]
    ) throws(ConfigurationFaults) -> Configuration {
        var configuration = Configuration()
        var faults: [String] = []
        let given = split(arguments, &faults)
        let named = Set(given.map(\.flag.name))
        for flag in flags where !named.contains(flag.name) {
            guard let value = environment[flag.environmentName] else { continue }
            if let expected = flag.set(&configuration, value) {
                faults.append("\(flag.environmentName)=\(value): expected \(expected)")
            }
        }
        for (flag, value) in given {
            if let expected = flag.set(&configuration, value) {
                faults.append("--\(flag.name) \(value): expected \(expected)")
            }
        }
        guard faults.isEmpty else { throw ConfigurationFaults(lines: faults) }
        return configuration
    }

    /// `--flag value`, `--flag=value` and `--switch`.
    private static func split(_ arguments: [String], _ faults: inout [String]) -> [(flag: Flag, value: String)] {
        var given: [(Flag, String)] = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("--") else {
                faults.append("\(argument): expected a flag")
                continue
            }
            let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts.first ?? "")
            guard let flag = flags.first(where: { $0.name == name }) else {
                faults.append("--\(name): no such flag\(suggestion(for: name))")
                continue
            }
            if parts.count > 1 {
                given.append((flag, String(parts[1])))
            } else if flag.value == nil {
                given.append((flag, ""))
            } else if let value = rest.popFirst() {
                given.append((flag, value))
            } else {
                faults.append("--\(name): expected \(flag.value ?? "a value") after it")
            }
        }
        return given
    }

    private static func suggestion(for name: String) -> String {
        let close = flags.map(\.name).min { distance($0, name) < distance($1, name) }
        guard let close, distance(close, name) <= 2 else { return "" }
        return "; did you mean --\(close)?"
    }

    /// Levenshtein distance.
    private static func distance(_ a: String, _ b: String) -> Int {
        var row = Array(0...b.count)
        for (i, x) in a.enumerated() {
            var previous = row[0]
            row[0] = i + 1
            for (j, y) in b.enumerated() {
                let next = min(row[j] + 1, row[j + 1] + 1, previous + (x == y ? 0 : 1))
                previous = row[j + 1]
                row[j + 1] = next
            }
        }
        return row[b.count]
    }

    /// The text of `tmaps serve --help`.
    package static var help: String {
        let left = flags.map { "--\($0.name)\($0.value.map { " " + $0 } ?? "")" }
        let width = (left.map(\.count).max() ?? 0) + 2
        let lines = zip(left, flags).map { "  \($0)\(String(repeating: " ", count: width - $0.count))\($1.help)" }
        return """
            usage: tmaps serve [flags]

            Hosts the map bundle and relays actions between browser maps and remote clients.
            Each flag is also an environment variable: --log-level is TMAPS_LOG_LEVEL.

            \(lines.joined(separator: "\n"))
            """
    }
}
