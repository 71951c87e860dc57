import Glibc
import TMapsProtocol
import TMapsServer

/// `tmaps COMMAND …`: finds the command and ends with its exit code (wire contract §9).
@main enum Tmaps {
    /// Every command, in the order of the help. `serve` reads its own flags.
    static let commands: [Command] = [
        Command(
            name: "serve", arguments: "[flags]", summary: "host the map and relay actions", options: [],
            help: Configuration.help
        ) { ServeCommand.run(arguments: $0.all, environment: $0.environment) },
        DispatchCommand.command,
        ListenCommand.command,
        RecordCommand.command,
        ReplayCommand.command,
        RunCommand.command,
        LinkCommand.command,
        ActionsCommand.command,
        SessionsCommand.command,
        TokenCommand.command,
        Command(
            name: "check", arguments: "[flags of serve]", summary: "say what serve would run with and what is wrong",
            options: [],
            details: """
                Prints each value with where it comes from, then warnings and faults: of the secrets, the certificate,
                the bundle, the maps and the data folder. Starts and changes nothing. Exit code 0: serve would start;
                1: it would not; 2: a flag is wrong. The flags: tmaps serve --help.
                """
        ) { CheckCommand.run(arguments: $0.all, environment: $0.environment, output: Console.output) },
        HealthCommand.command,
        VersionCommand.command,
    ]

    static func main() {
        // A reader that is gone, of standard output or of a socket, is an error of that write: see `Console`.
        signal(SIGPIPE, SIG_IGN)
        // Not an async main: on Linux that ends the main thread, and `serve` waits for signals there.
        // Not `exit` either: its handlers would take OpenSSL from under event loops that are still ending, and nothing
        // is left to flush.
        _exit(run(Array(CommandLine.arguments.dropFirst()), environment: environment()))
    }

    static func run(_ arguments: [String], environment: [String: String]) -> Int32 {
        guard let name = arguments.first else {
            Console.error(help)
            return ExitCode.usage
        }
        let rest = Array(arguments.dropFirst())
        switch name {
        case "help", "--help", "-h": return explain(rest.first)
        case "--version": return VersionCommand.run()
        default: break
        }
        guard let command = commands.first(where: { $0.name == name }) else {
            let hint = Suggestion.text(for: name, among: commands.map(\.name) + ["help"])
            Console.error("tmaps: no such command \"\(name)\"\(hint); see tmaps help\n")
            return ExitCode.usage
        }
        return command.run(rest, environment: environment)
    }

    private static func explain(_ name: String?) -> Int32 {
        guard let name else {
            Console.output(help)
            return ExitCode.fine
        }
        guard let help = commands.first(where: { $0.name == name })?.help ?? ActionCatalog.entry(named: name)?.help
        else {
            let hint = Suggestion.text(for: name, among: commands.map(\.name) + ActionCatalog.entries.map(\.name))
            Console.error("tmaps help: no such command or action \"\(name)\"\(hint)\n")
            return ExitCode.usage
        }
        Console.output(help + "\n")
        return ExitCode.fine
    }

    private static var help: String {
        let width = (commands.map(\.name.count).max() ?? 0) + 2
        let lines = commands.map { "  \($0.name)\(String(repeating: " ", count: width - $0.name.count))\($0.summary)" }
        return """
            usage: tmaps COMMAND …

            \(lines.joined(separator: "\n"))

            tmaps COMMAND --help tells more.
            Exit codes: 0 fine, 1 the work failed, the server said no or nobody reads the output, 2 wrong use,
            3 cannot connect.

            """
    }

    private static func environment() -> [String: String] {
        var result: [String: String] = [:]
        var entry = environ
        while let text = entry.pointee {
            let parts = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { result[String(parts[0])] = String(parts[1]) }
            entry += 1
        }
        return result
    }
}

/// Wire contract §9.
enum ExitCode {
    static let fine: Int32 = 0
    /// An expectation was not met, or the server said no.
    static let failed: Int32 = 1
    static let usage: Int32 = 2
    static let cannotConnect: Int32 = 3
}
