internal import TMapsNet
internal import TMapsProtocol
internal import TMapsRelay

/// All sessions by id: those in memory, and those the store has. Loop thread only.
final class SessionDirectory {
    /// A session's place, kept while it is loading or in memory.
    final class Slot {
        let id: String
        fileprivate(set) var session: Session?
        fileprivate var openers: [(Result<(Slot, Session), StoreError>) -> Void] = []
        /// It has changes that the journal knows of.
        var isNoted = false
        /// Unwritten changes are on their way to the store, so it must stay.
        var isBeingWritten = false
        /// Another took its place, or none: what its peers still say goes nowhere, and never to the store.
        fileprivate(set) var isGone = false

        init(id: String) { self.id = id }
    }

    private let store: any SessionStore
    private let loop: EventLoop
    private let limits: Session.Limits
    private let log: Log
    private var secrets: SecretShelf.Actions
    /// Why actions are refused everywhere now, or nil.
    private(set) var storageFault: Refusal?
    /// Called where a session cannot be read because the file is damaged.
    var foundDamage: ((StoreError) -> Void)?
    /// While the store fails: nothing is put away. When it works again, what nobody uses is.
    var keepsAll = false {
        didSet { if oldValue, !keepsAll { for slot in slots.values { releaseIfIdle(slot) } } }
    }
    private var slots: [String: Slot] = [:]
    /// Sessions that are in the store, as of when they were last in memory.
    private var stored: [String: SessionSummary]

    init(
        store: any SessionStore, loop: EventLoop, summaries: [SessionSummary], secrets: SecretShelf.Actions,
        limits: Session.Limits, log: Log
    ) {
        self.store = store
        self.loop = loop
        self.limits = limits
        self.log = log
        self.secrets = secrets
        stored = Dictionary(summaries.map { ($0.session, $0) }, uniquingKeysWith: { _, last in last })
    }

    var count: Int { slots.count + stored.keys.count { slots[$0] == nil } }

    func exists(_ id: String) -> Bool { slots[id] != nil || stored[id] != nil }

    /// A session as it stands, in memory or not.
    struct State {
        let summary: SessionSummary
        let presence: OutboundEnvelope.Presence
        let observers: Int
    }

    func all() -> [State] {
        Set(slots.keys).union(stored.keys).compactMap { state(of: $0) }.sorted {
            ($0.summary.created, $0.summary.session) < ($1.summary.created, $1.summary.session)
        }
    }

    func state(of id: String) -> State? {
        if let session = slots[id]?.session {
            return State(summary: session.summary, presence: session.presence, observers: session.observerCount)
        }
        let nobody = OutboundEnvelope.Presence(maps: 0, clients: 0, isReady: false, isLoaded: false)
        return stored[id].map { State(summary: $0, presence: nobody, observers: 0) }
    }

    /// Who is connected, over all sessions, and how many of these are in memory.
    func census() -> (Census, inMemory: Int) {
        var census = Census()
        for slot in slots.values { if let session = slot.session { census.add(session) } }
        return (census, slots.count)
    }

    /// The session if it is in memory.
    func inMemory(_ id: String) -> Session? { slots[id]?.session }

    /// Calls `body` with the session, at once where it is in memory or new, else when the store has given it.
    func open(_ id: String, _ body: @escaping (Result<(Slot, Session), StoreError>) -> Void) {
        if let slot = slots[id] {
            if let session = slot.session { return body(.success((slot, session))) }
            return slot.openers.append(body)
        }
        guard stored[id] != nil else { return body(.success(create(id))) }
        let slot = Slot(id: id)
        slots[id] = slot
        slot.openers.append(body)
        load(slot)
    }

    private func fresh(_ id: String, name: String? = nil) -> Session {
        let now = Timestamp.now().milliseconds
        return Session(id: id, name: name, epoch: Identifier.random(), now: now, secrets: secrets, limits: limits)
    }

    /// A new session; the id must be free.
    func create(_ id: String, name: String? = nil) -> (Slot, Session) {
        let slot = Slot(id: id)
        let session = fresh(id, name: name)
        session.storageFault = storageFault
        slot.session = session
        slots[id] = slot
        return (slot, session)
    }

    func setSecrets(_ secrets: SecretShelf.Actions) {
        self.secrets = secrets
        for slot in slots.values { slot.session?.secrets.file = secrets }
    }

    func setStorageFault(_ fault: Refusal?) {
        storageFault = fault
        for slot in slots.values { slot.session?.storageFault = fault }
    }

    /// The store has lost everything: those in memory begin anew in slots of their own, the others are gone.
    func renewAll() -> [Slot] {
        stored = [:]
        return slots.values.compactMap { renewal(of: $0) }
    }

    /// One that was to be deleted is there still, without the end of its log. nil where it was not in memory, or its
    /// name is another's since.
    func renew(_ slot: Slot) -> Slot? { slots[slot.id] == nil ? renewal(of: slot) : nil }

    private func renewal(of old: Slot) -> Slot? {
        guard let session = old.session else { return nil }
        old.isGone = true
        let slot = Slot(id: old.id)
        slot.session = session.renewed(epoch: Identifier.random())
        slots[slot.id] = slot
        return slot
    }

    /// The store can be read only now and has these sessions. Gives the slots of their names, which are theirs no more.
    func adopt(_ summaries: [SessionSummary]) -> [Slot] {
        var replaced: [Slot] = []
        for summary in summaries {
            stored[summary.session] = summary
            guard let slot = slots.removeValue(forKey: summary.session) else { continue }
            slot.isGone = true
            replaced.append(slot)
        }
        return replaced
    }

    /// Whether the slot is a session's still: false once the session was deleted.
    func holds(_ slot: Slot) -> Bool { slots[slot.id] === slot }

    /// Forgets a session; who comes now finds none.
    func remove(_ id: String) -> Slot {
        stored[id] = nil
        let slot = slots.removeValue(forKey: id) ?? Slot(id: id)
        slot.isGone = true
        return slot
    }

    /// The store has this session, whatever was thought of it.
    func keep(_ summary: SessionSummary) {
        // One that was made since under that name takes its place in the store too.
        if slots[summary.session] == nil { stored[summary.session] = summary }
    }

    private func load(_ slot: Slot) {
        // nonisolated(unsafe) because it is only handed through the store's thread and used on the loop again.
        nonisolated(unsafe) let (directory, slot) = (self, slot)
        let loop = loop
        store.load(session: slot.id, tail: 1_024) { result in
            loop.execute { directory.loaded(slot, result) }
        }
    }

    private func loaded(_ slot: Slot, _ result: Result<StoredSession?, StoreError>) {
        let openers = slot.openers
        slot.openers = []
        switch result {
        case .success(let found):
            let session = found.map { Session($0, secrets: secrets, limits: limits) } ?? fresh(slot.id)
            session.storageFault = storageFault
            slot.session = session
            for opener in openers { opener(.success((slot, session))) }
        case .failure(let error):
            // Deleted meanwhile, its name may be another's.
            if holds(slot) { slots[slot.id] = nil }
            if error.isCorruption { foundDamage?(error) }
            for opener in openers { opener(.failure(error)) }
        }
    }

    /// Drops a session from memory when nobody uses it and the store has all of it.
    func releaseIfIdle(_ slot: Slot) {
        guard let session = slot.session, session.canBePutAway, !slot.isNoted, !slot.isBeingWritten else { return }
        guard slots[slot.id] === slot, !keepsAll else { return }
        stored[slot.id] = session.summary
        slots[slot.id] = nil
    }
}
