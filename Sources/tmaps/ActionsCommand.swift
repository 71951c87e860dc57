import TMapsProtocol

/// `tmaps actions [TYPE]`: what the action table says.
enum ActionsCommand {
    static let command = Command(
        name: "actions", arguments: "[TYPE]", summary: "list the actions, or explain one", options: [],
        details: "`tmaps help TYPE` is the same. The whole table: docs/protocol.md, or GET /v1/actions as JSON Schema."
    ) { (invocation) throws(UsageError) in
        guard invocation.all.count < 2 else {
            throw UsageError("expected one TYPE, found \"\(invocation.all.joined(separator: " "))\"")
        }
        guard let type = invocation.all.first else {
            Console.output(list)
            return ExitCode.fine
        }
        guard let entry = ActionCatalog.entry(named: type) else {
            let hint = Suggestion.text(for: type, among: ActionCatalog.entries.map(\.name))
            throw UsageError("\"\(type)\" is not in the action table\(hint)")
        }
        Console.output(entry.help + "\n")
        return ExitCode.fine
    }

    private static var list: String {
        let sections: [(String, ActionEntry.Direction)] = [("App → map", .toMap), ("Map → app", .toApp)]
        let width = (ActionCatalog.entries.map(\.name.count).max() ?? 0) + 2
        return sections.map { title, direction in
            let lines = ActionCatalog.entries.filter { $0.direction == direction }.map { entry in
                "  \(entry.name)\(String(repeating: " ", count: width - entry.name.count))\(entry.about)\n"
            }
            return "\(title)\n\(lines.joined())"
        }.joined(separator: "\n")
    }
}
