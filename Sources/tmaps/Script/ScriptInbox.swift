import TMapsClient
import TMapsProtocol

/// What the maps of a session have said since a script joined it, kept until the script asks: an expectation misses
/// nothing that came before its line was reached.
actor ScriptInbox {
    /// Of those that nothing has asked for; a map that talks for an hour is not kept whole.
    private static let maxEvents = 10_000
    private static let maxShown = 10

    private(set) var presence: TMapsClient.Presence?
    /// What came after the last dispatches, but for what an expectation has taken.
    private var events: [ReceivedAction] = []
    /// The last of what came after them, for people.
    private(set) var shown: [ReceivedAction] = []
    /// Expectations are about what came behind this action.
    private var start: UInt64 = 0
    /// The dispatches that follow each other directly are one cause.
    private var isDispatching = false
    /// Of LOAD_MAP by the script, and of MAP_LOADED by a map.
    private var (lastLoad, lastLoaded): (UInt64, UInt64) = (0, 0)
    private var end: TMapsError?
    /// A script does one thing at a time.
    private var waiter: CheckedContinuation<Void, Never>?
    private var notes = ConnectionNotes()
    private let note: @Sendable (String) -> Void

    init(note: @escaping @Sendable (String) -> Void) { self.note = note }

    /// Until the stream ends.
    func read(_ stream: AsyncStream<TMapsClient.Event>) async {
        for await event in stream {
            heard(event)
            wake()
        }
    }

    private func heard(_ event: TMapsClient.Event) {
        switch event {
        case .action(let action) where action.role == .map: heard(action)
        case .presence(let presence): self.presence = presence
        case .connection(.connected(let welcome)):
            presence = welcome.presence
            notes.connected().map(note)
        case .connection(.reconnecting(let error)):
            presence = nil
            notes.reconnecting(error).map(note)
        case .connection(.ended(let error)): end = error ?? TMapsError(.closed, "the client was closed")
        case .gap(let reason, let next):
            // Where numbers begin anew, none of the old ones bounds what comes.
            if reason != .trimmed { (start, lastLoad, lastLoaded) = (0, 0, 0) }
            note("what came before action \(next) is lost (\(reason.rawValue))")
        case .refused(let error): note("\(error)")
        case .action, .resumed: break
        }
    }

    private func heard(_ action: ReceivedAction) {
        if action.type == "MAP_LOADED" { lastLoaded = action.seq }
        guard action.seq > start else { return }
        events.append(action)
        shown.append(action)
        if events.count > ScriptInbox.maxEvents { events.removeFirst(ScriptInbox.maxEvents / 10) }
        if shown.count > ScriptInbox.maxShown { shown.removeFirst() }
    }

    /// An action of the script has got its place: what comes behind it is what it causes.
    func dispatched(_ type: String, as seq: UInt64) {
        if type == "LOAD_MAP" { lastLoad = seq }
        defer { isDispatching = true }
        guard !isDispatching else { return }
        start = seq
        events.removeAll { $0.seq <= seq }
        shown.removeAll { $0.seq <= seq }
    }

    /// The next dispatch is a new cause.
    func dispatchesEnded() { isDispatching = false }
}

// MARK: - Waiting

extension ScriptInbox {
    /// The first event that fits and was not taken before; nil at the deadline. Throws where the connection has ended.
    func take(_ expectation: Script.Expectation, until deadline: ContinuousClock.Instant) async throws
        -> ReceivedAction?
    {
        try await wait(until: deadline) {
            guard let index = events.firstIndex(where: expectation.fits) else { return nil }
            return events.remove(at: index)
        }
    }

    /// False at the deadline.
    func waitUntilReady(until deadline: ContinuousClock.Instant) async throws -> Bool {
        try await wait(until: deadline) { presence?.isReady == true ? true : nil } ?? false
    }

    /// The map that the script loaded last, where it loaded one. False at the deadline.
    func waitUntilLoaded(until deadline: ContinuousClock.Instant) async throws -> Bool {
        try await wait(until: deadline) {
            presence?.isLoaded == true && lastLoaded >= lastLoad ? true : nil
        } ?? false
    }

    private func wait<Found>(until deadline: ContinuousClock.Instant, _ find: () -> Found?) async throws -> Found? {
        let alarm = Task {
            try? await Task.sleep(until: deadline, clock: .continuous)
            wake()
        }
        defer { alarm.cancel() }
        while true {
            if let found = find() { return found }
            if let end { throw end }
            guard ContinuousClock.now < deadline else { return nil }
            await withCheckedContinuation { waiter = $0 }
        }
    }

    private func wake() {
        waiter?.resume()
        waiter = nil
    }
}
