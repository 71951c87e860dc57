import TMapsServer

/// `tmaps sessions export FILE` and `import FILE`.
enum SessionsBackupCommand {
    static func run(_ invocation: Command.Invocation) throws(UsageError) -> Int32 {
        guard invocation.positional.count == 2, let verb = invocation.positional.first,
            let file = invocation.positional.last
        else { throw UsageError("expected one FILE behind \(invocation.positional[0])") }
        let data = invocation.values["data"] ?? "data"
        var options = SessionsBackup.ImportOptions()
        options.replaces = invocation.has("replace")
        options.renewsEpochs = invocation.has("new-epochs")
        if verb == "export", options.replaces || options.renewsEpochs {
            throw UsageError("--replace and --new-epochs are for import")
        }
        do throws(SessionsBackup.Fault) {
            if verb == "export" {
                tell("exported", try SessionsBackup.export(from: data, to: file))
            } else {
                tell("imported", try SessionsBackup.importing(from: file, into: data, options: options))
            }
            return ExitCode.fine
        } catch {
            Console.note("sessions \(verb)", error.message)
            return ExitCode.failed
        }
    }

    /// On standard error: standard output may be the backup.
    private static func tell(_ what: String, _ counts: SessionsBackup.Counts) {
        Console.error("\(what) \(counts.sessions) sessions with \(counts.records) actions\n")
    }
}
