import TMapsProtocol
import TMapsRelay
import Testing

/// `--client-templates off`: wire contract §5.
@Suite struct ClientTemplateTests {
    private var limits: Session.Limits {
        var limits = Session.Limits()
        limits.takesClientTemplates = false
        return limits
    }

    @Test("a client's popup template is refused, at every level of strictness", arguments: Strictness.allCases)
    func refused(strictness: Strictness) throws {
        var limits = limits
        limits.strictness = strictness
        let room = Room(limits: limits)
        let (app, map) = (room.join(.client, "app", .bare), room.join(.map, "page", .bare))
        room.dispatch(ready, map)
        _ = [room.heard(app), room.heard(map)]
        room.dispatch(template, app)
        room.dispatch(template.replacing("SET_", with: "\\u0053ET_"), app)
        #expect(room.heard(app).filter { $0.contains(#""code":"forbidden""#) }.count == 2)
        #expect(throws: Refusal.self) { try room.post("[\(setZoom),\(template)]", id: "k") }
        #expect(room.heard(map).isEmpty)
        #expect(room.session.seq == 1)
    }

    @Test("one that was dispatched when it still was allowed is not given to maps any more")
    func kept() throws {
        let before = Room()
        let app = before.join(.client, "app")
        before.dispatch(template, app)
        before.dispatch(theme, app)
        let changes = try #require(before.session.takeChanges())
        let stored = StoredSession(
            before.session.summary, retained: changes.records, gates: [:], waitingAfter: 0, waiting: [],
            tail: changes.records, firstKept: 1, confirmations: [])
        let after = Room(restored: stored, limits: limits)
        let map = after.join(.map, "page")
        after.dispatch(ready, map)
        #expect(after.heardTypes(map) == ["SET_THEME"])
    }

    @Test("a page that comes back is not given one that it missed")
    func missed() throws {
        let gate = StoredGate(stage: .ready, isLoading: false, caughtUp: 0, replayAfter: nil, lastActive: 0)
        let before = Room()
        let app = before.join(.client, "app")
        before.dispatch(template, app)
        before.dispatch(search, app)
        let changes = try #require(before.session.takeChanges())
        let stored = StoredSession(
            before.session.summary, retained: [], gates: ["page": gate], waitingAfter: nil, waiting: [],
            tail: changes.records, firstKept: 1, confirmations: [])
        let after = Room(restored: stored, limits: limits)
        let map = after.join(.map, "page", after: 0)
        #expect(after.heardTypes(map) == ["SEARCH_ITEM"])
    }
}
