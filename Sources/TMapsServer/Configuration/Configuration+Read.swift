internal import TMapsProtocol

/// All that is wrong with a configuration, a line each, naming the value and where it came from.
package struct ConfigurationFaults: Error, Sendable, Hashable {
    package let lines: [String]

    package init(lines: [String]) { self.lines = lines }
}

/// A configuration and where each of its values came from.
package struct ConfigurationReading: Sendable {
    package enum Source: Sendable, Hashable {
        case `default`, environment
        case file(String)
        case flag
    }

    package struct Entry: Sendable {
        package let flag: Configuration.Flag
        package let value: String
        package let source: Source
    }

    package fileprivate(set) var configuration = Configuration()
    /// One for each flag, in the order of the help.
    package fileprivate(set) var entries: [Entry] = []
}

extension Configuration {
    /// The flag that names the file; it is not a value of the file itself.
    package static let fileFlag = Flag("config", "FILE", help: "a property list or JSON with these flags as keys") {
        _, _ in nil
    }

    /// Reads flags, environment and the `--config` file: flag over environment over file over default.
    /// All faults are reported at once.
    package static func read(
        arguments: [String], environment: [String: String]
    ) throws(ConfigurationFaults) -> ConfigurationReading {
        var reading = ConfigurationReading()
        var faults: [String] = []
        let given = split(arguments, &faults)
        let path =
            given.last { $0.flag.name == fileFlag.name }?.value
            ?? environment[fileFlag.environmentName].flatMap { $0.isEmpty ? nil : $0 }
        let file = fileValues(path, &faults)
        for flag in flags {
            let typed = given.filter { $0.flag.name == flag.name }.map(\.value)
            if !typed.isEmpty {
                reading.set(flag, typed, .flag, &faults) { "--\(flag.name) \($0)" }
            } else if let text = environment[flag.environmentName], !text.isEmpty {
                reading.set(flag, flag.values(text), .environment, &faults) { "\(flag.environmentName)=\($0)" }
            } else if let values = file[flag.name], let path {
                reading.set(flag, values, .file(path), &faults) { "\(path): \(flag.name) \($0)" }
            } else {
                reading.entries.append(.init(flag: flag, value: flag.defaultValue, source: .default))
            }
        }
        if let missing = reading.configuration.tls?.missingFlag { faults.append(missing) }
        guard faults.isEmpty else { throw ConfigurationFaults(lines: faults) }
        return reading
    }

    /// `--flag value`, `--flag=value` and `--switch`.
    private static func split(_ arguments: [String], _ faults: inout [String]) -> [(flag: Flag, value: String)] {
        var given: [(Flag, String)] = []
        var rest = arguments[...]
        let known = flags + [fileFlag]
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("--") else {
                faults.append("\(argument): expected a flag")
                continue
            }
            let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts.first ?? "")
            guard let flag = known.first(where: { $0.name == name }) else {
                let hint = Suggestion.text(for: "--\(name)", among: known.map { "--\($0.name)" })
                faults.append("--\(name): no such flag\(hint)")
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

    private static func fileValues(_ path: String?, _ faults: inout [String]) -> [String: [String]] {
        guard let path else { return [:] }
        do throws(KeyedFileError) {
            let values = try KeyedFile.read(path, as: FlagText.self)
            for name in values.keys.sorted() where !flags.contains(where: { $0.name == name }) {
                faults.append("\(path): \(name): no such key\(Suggestion.text(for: name, among: flags.map(\.name)))")
            }
            return values.mapValues(\.texts)
        } catch {
            faults.append(error.description)
            return [:]
        }
    }

    /// The text of `tmaps serve --help`.
    package static var help: String {
        let rows = flags + [fileFlag]
        let left = rows.map { "--\($0.name)\($0.value.map { " " + $0 } ?? "")" }
        let width = (left.map(\.count).max() ?? 0) + 2
        let lines = zip(left, rows).map { left, flag in
            let more = [
                flag.help, flag.isList ? "(may be repeated)" : "",
                flag.defaultValue.isEmpty ? "" : "[\(flag.defaultValue)]",
            ]
            let text = more.filter { !$0.isEmpty }.joined(separator: " ")
            return "  \(left)\(String(repeating: " ", count: width - left.count))\(text)"
        }
        return """
            usage: tmaps serve [flags]

            Hosts the map bundle and relays actions between browser maps and remote clients.
            Each flag is also an environment variable (--log-level is TMAPS_LOG_LEVEL) and a key of the --config file.
            A flag wins over the environment, that over the file, that over the default in brackets. An empty variable
            counts as none.

            \(lines.joined(separator: "\n"))
            """
    }
}

extension ConfigurationReading {
    fileprivate mutating func set(
        _ flag: Configuration.Flag, _ values: [String], _ source: Source, _ faults: inout [String],
        _ describe: (String) -> String
    ) {
        for value in flag.isList ? values : values.suffix(1) {
            if let expected = flag.set(&configuration, value) {
                faults.append("\(describe(value)): expected \(expected)")
            }
        }
        let shown = flag.isList ? values.joined(separator: ",") : values.last ?? ""
        let isSwitchOn = flag.value == nil && shown.isEmpty
        entries.append(.init(flag: flag, value: isSwitchOn ? "true" : shown, source: source))
    }
}

extension Configuration.Flag {
    /// The values one text stands for.
    fileprivate func values(_ text: String) -> [String] {
        isList ? text.split(separator: ",").map(String.init) : [text]
    }
}

extension ConfigurationReading.Source: CustomStringConvertible {
    package var description: String {
        switch self {
        case .default: "default"
        case .environment: "environment"
        case .file(let path): path
        case .flag: "flag"
        }
    }
}
