import TMapsServer

/// One `tmaps` command: its table of options, its help, and what it does.
struct Command: Sendable {
    /// What a command is given, read and checked by its table.
    struct Invocation: Sendable {
        /// By the option's name; a flag's value is empty. Environment and defaults are in already.
        var values: [String: String] = [:]
        var positional: [String] = []
        /// As it was typed, for a command that reads it by itself.
        var all: [String] = []
        var environment: [String: String] = [:]

        func expectNoWord() throws(UsageError) {
            guard let word = positional.first else { return }
            throw UsageError("expected no argument, found \"\(word)\"")
        }

        /// The time that an option gives; nil where it is not given and has no default.
        func duration(_ name: String) throws(UsageError) -> Duration? {
            guard let text = values[name] else { return nil }
            do throws(UsageError) {
                return try Duration(typed: text)
            } catch {
                throw UsageError("--\(name): \(error.message)")
            }
        }

        func has(_ name: String) -> Bool { values[name] != nil }

        /// The one word that stands by itself; `name` is what the usage line calls it.
        func only(_ name: String) throws(UsageError) -> String {
            guard positional.count == 1, let word = positional.first else {
                throw UsageError("expected one \(name), found \(positional.isEmpty ? "none" : "\(positional.count)")")
            }
            return word
        }
    }

    let name: String
    /// What follows the name in the usage line.
    let arguments: String
    let summary: String
    let options: [CommandOption]
    let help: String
    private let body: @Sendable (Invocation) throws(UsageError) -> Int32

    /// `details` are shown between the summary and the options.
    init(
        name: String, arguments: String, summary: String, options: [CommandOption], help: String? = nil,
        details: String = "", _ body: @escaping @Sendable (Invocation) throws(UsageError) -> Int32
    ) {
        self.name = name
        self.arguments = arguments
        self.summary = summary
        self.options = options
        self.help = help ?? Command.help(name, arguments, summary, details, options)
        self.body = body
    }

    func run(_ arguments: [String], environment: [String: String]) -> Int32 {
        let typed = arguments.prefix { $0 != "--" }
        if typed.contains("--help") || typed.contains("-h") {
            Console.output(help + "\n")
            return ExitCode.fine
        }
        do throws(UsageError) {
            // A command without a table reads its arguments by itself.
            var invocation = try options.isEmpty ? Invocation() : CommandOption.read(arguments, options, environment)
            invocation.all = arguments
            invocation.environment = environment
            return try body(invocation)
        } catch {
            Console.error("tmaps \(name): \(error.message)\n")
            return ExitCode.usage
        }
    }

    private static func help(
        _ name: String, _ arguments: String, _ summary: String, _ details: String, _ options: [CommandOption]
    ) -> String {
        let width = (options.map(\.left.count).max() ?? 0) + 2
        let lines = options.map { "  \($0.left)\(String(repeating: " ", count: width - $0.left.count))\($0.help)" }
        let parts = [
            "usage: tmaps \(name)\(arguments.isEmpty ? "" : " ")\(arguments)", summary, details,
            lines.joined(separator: "\n"),
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }
}

/// Wrong use: what was given and what was expected. Exit code 2.
struct UsageError: Error {
    let message: String
    /// Which of the words it is about, from 0; nil: none of them alone.
    let argument: Int?

    init(_ message: String, argument: Int? = nil) {
        self.message = message
        self.argument = argument
    }

    /// A file that is wrong in several places, each told as it stands in `places`, or the first `limit` of them.
    /// - Parameter unit: what a place is, and several of them.
    init(_ path: String, _ places: [String], _ unit: (one: String, many: String), limit: Int, nothingWas done: String) {
        let rest = places.count - limit
        let count = places.count == 1 ? "one \(unit.one)" : "\(places.count) \(unit.many)"
        let lines = ["\(path) is wrong in \(count); nothing was \(done)"] + places.prefix(limit)
        self.init((lines + (rest > 0 ? ["and \(rest) more"] : [])).joined(separator: "\n"))
    }
}

extension Duration {
    /// As a person types it; see `init(text:)`.
    init(typed text: String) throws(UsageError) {
        guard let time = Duration(text: text), time <= .seconds(365 * 86_400) else {
            throw UsageError("\"\(text)\" is no duration; expected 1 ms to a year, such as 500ms, 10s, 2m, 1h or 30d")
        }
        self = time
    }
}
