import TMapsProtocol

/// What a session's maps show, as far as its log tells: the last action of each kept type (wire contract §4). A replay
/// that begins with these shows what the recorded maps showed.
struct RetainedActions {
    private var actions: [String: RecordedAction] = [:]

    mutating func read(_ action: RecordedAction) {
        guard action.role == .client, let entry = ActionCatalog.entry(named: action.type) else { return }
        switch entry.retention {
        case .pass, .secret: return
        case .setup, .view: break
        case .load: actions = actions.filter { ActionCatalog.entry(named: $0.key)?.retention != .view }
        }
        actions[action.type] = action
    }

    /// In the order in which a map takes them: set-up, the map, what is shown on it, and what is marked there.
    var inOrder: [RecordedAction] {
        actions.values.sorted { (rank($0), $0.seq) < (rank($1), $1.seq) }.map { action in
            var state = action
            state.isState = true
            return state
        }
    }

    private func rank(_ action: RecordedAction) -> Int {
        switch ActionCatalog.entry(named: action.type)?.retention {
        case .setup: 0
        case .load: 1
        default: ActionCatalog.lastTypes.contains(action.type) ? 3 : 2
        }
    }
}
