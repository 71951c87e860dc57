import TMapsServer

enum VersionCommand {
    static let command = Command(name: "version", arguments: "", summary: "print the version", options: []) {
        (invocation) throws(UsageError) in
        guard invocation.all.isEmpty else { throw UsageError("expected no argument, found \"\(invocation.all[0])\"") }
        return run()
    }

    static func run() -> Int32 {
        Console.output("tmaps \(Server.version)\n")
        return ExitCode.fine
    }
}
