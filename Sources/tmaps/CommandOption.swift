import TMapsProtocol

/// A row of a command's table of options.
struct CommandOption: Sendable {
    let name: String
    /// What the value is, for the help; nil for a flag without a value.
    let value: String?
    let help: String
    /// Read where the option is not given.
    let environment: String?
    /// Taken where neither is.
    let defaultValue: String?

    init(_ name: String, _ value: String? = nil, _ help: String, environment: String? = nil, default: String? = nil) {
        self.name = name
        self.value = value
        self.help = help + (environment.map { " [$\($0)]" } ?? "") + (`default`.map { " [\($0)]" } ?? "")
        self.environment = environment
        defaultValue = `default`
    }

    var left: String { "--\(name)\(value.map { " " + $0 } ?? "")" }
}

extension CommandOption {
    /// Reads `--name value`, `--name=value` and `--flag` wherever they stand; the rest, and all after `--`, is
    /// positional.
    static func read(
        _ arguments: [String], _ table: [CommandOption], _ environment: [String: String]
    ) throws(UsageError) -> Command.Invocation {
        var result = Command.Invocation()
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            guard argument != "--" else {
                result.positional += rest
                break
            }
            guard argument.hasPrefix("-"), argument != "-" else {
                result.positional.append(argument)
                continue
            }
            let (option, inline) = try find(argument, table)
            guard result.values[option.name] == nil else { throw UsageError("--\(option.name) is given twice") }
            result.values[option.name] = try option.value(inline, &rest)
        }
        for option in table where result.values[option.name] == nil {
            let value = option.environment.flatMap { environment[$0] }
            result.values[option.name] = value.flatMap { $0.isEmpty ? nil : $0 } ?? option.defaultValue
        }
        return result
    }

    private static func find(
        _ argument: String, _ table: [CommandOption]
    ) throws(UsageError) -> (CommandOption, inline: String?) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        // Only the name is shown: behind the "=" may be a secret.
        let typed = String(parts[0])
        guard let option = table.first(where: { "--\($0.name)" == typed }) else {
            let hint = Suggestion.text(for: typed, among: table.map { "--\($0.name)" })
            throw UsageError("no such option \(typed)\(hint)")
        }
        return (option, parts.count > 1 ? String(parts[1]) : nil)
    }

    private func value(_ inline: String?, _ rest: inout ArraySlice<String>) throws(UsageError) -> String {
        guard let value else {
            guard inline == nil else { throw UsageError("--\(name) takes no value") }
            return ""
        }
        guard let given = inline ?? rest.popFirst() else { throw UsageError("--\(name): expected \(value) after it") }
        return given
    }
}
