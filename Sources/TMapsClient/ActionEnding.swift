internal import TMapsProtocol

/// Which event of a map ends an action that was dispatched (the catalogue's "ends with").
struct ActionEnding {
    private let action: String
    private let endings: [ActionEntry.Ending]

    /// nil where nothing ends this action: its type is custom, or the map answers it with no event.
    init?(of json: String) {
        guard let type = JSONMembers.string("type", in: json) else { return nil }
        guard let entry = ActionCatalog.entry(named: type), !entry.endings.isEmpty else { return nil }
        action = json
        endings = entry.endings
    }

    /// What is waited for, for people.
    var description: String { endings.map(\.type).joined(separator: " or ") }

    func isEnded(by event: ReceivedAction) -> Bool {
        event.role == .map
            && endings.contains { ending in
                ending.matches(
                    type: event.type, event: event.string, action: { JSONMembers.string($0, in: action) })
            }
    }
}
