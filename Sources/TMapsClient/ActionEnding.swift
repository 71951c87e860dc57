internal import TMapsProtocol

/// Which event of a map ends an action that was dispatched (the catalogue's "ends with").
struct ActionEnding {
    private let type: String
    private let endsWith: [String]
    /// Of HIGHLIGHT_FEATURE and MARK_FEATURE, whose end names it again.
    private let featureID: String?

    /// nil where nothing ends this action: its type is custom, or the map answers it with no event.
    init?(of json: String) {
        guard let type = JSONMembers.string("type", in: json) else { return nil }
        guard let entry = ActionCatalog.entry(named: type), !entry.endsWith.isEmpty else { return nil }
        self.type = type
        endsWith = entry.endsWith
        featureID = JSONMembers.string("feature_id", in: json)
    }

    /// What is waited for, for people.
    var description: String { endsWith.joined(separator: " or ") }

    func isEnded(by event: ReceivedAction) -> Bool {
        guard event.role == .map, endsWith.contains(event.type) else { return false }
        return switch event.type {
        case "FEATURE_HIGHLIGHTED", "FEATURE_MARKED": event.string("feature_id") == featureID
        case "EVENT_LOGGED":
            event.string("event_category") == "RenderModes" && event.string("event_action") == "Changed"
        default: true
        }
    }
}
