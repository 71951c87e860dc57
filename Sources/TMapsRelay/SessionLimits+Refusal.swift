package import TMapsProtocol

/// What is refused, or objected to, whatever a session's state.
extension Session.Limits {
    package var checksFields: Bool { strictness != .off }

    /// Refuses a list where one of it would be refused, by its place.
    package func check(_ actions: [ScannedAction], from role: Role) throws(Refusal) {
        for (index, action) in actions.enumerated() {
            guard let refusal = refusal(of: action, from: role) else { continue }
            throw actions.count == 1 ? refusal : refusal.inList(at: index)
        }
    }

    /// Why an action is refused; nil where it is not.
    package func refusal(of action: ScannedAction, from role: Role) -> Refusal? {
        guard role != .observer else { return Refusal(.forbidden, "an observer reads and does not dispatch") }
        guard role == .map || takes(action.type) else {
            return Refusal(.forbidden, "popup templates are not taken from clients here (--client-templates off)")
        }
        // At every level: relayed to clients it would show them what they must never see.
        let isLeak = role == .map && action.retention == .secret
        return isLeak || strictness == .on ? objection(to: action, from: role) : nil
    }

    /// What the table has against an action: first the direction, then a field.
    func objection(to action: ScannedAction, from role: Role) -> Refusal? {
        guard let entry = action.entry else { return nil }
        if role == .client, entry.direction == .toApp {
            return Refusal(.wrongDirection, "\(entry.name) is dispatched by maps, not by clients")
        }
        if role == .map, entry.direction == .toMap {
            return Refusal(.wrongDirection, "\(entry.name) is dispatched by clients, not by maps")
        }
        return action.violation
    }

    /// Whether clients may dispatch this type, and maps are given what they dispatched when they still might.
    func takes(_ type: String) -> Bool { takesClientTemplates || type != RetainedState.template }
}

extension Session {
    /// What a map says of itself. It is so, whether it can be kept or not: refused, the page would never be ready.
    static func isGateEvent(_ type: String, from role: Role) -> Bool { role == .map && gateEvents.contains(type) }

    private static let gateEvents: Set<String> = ["READY", "MAP_LOADED", "ERROR"]
}
