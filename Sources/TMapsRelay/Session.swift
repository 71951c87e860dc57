package import TMapsProtocol

/// One room: its peers, what is retained, the log's tail, and who gets what (wire contract §3–4).
///
/// Pure and synchronous: events come in as calls, what to do comes out as `Effects`. Time comes in as an argument.
package final class Session {
    package struct Limits: Sendable {
        package var maxMessageBytes = 4 << 20
        package var pingSeconds = 25
        /// Actions that wait while no map is ready.
        package var maxWaiting = 1_000
        /// Refusals in a row after which a peer is closed with 4502.
        package var maxRefusals = 1_000
        /// Actions a peer may dispatch in a second; nil: any number.
        package var actionsPerSecond: Int?
        package var maxKnownGates = 1_000
        /// How much of a replay is sent at once; the next page goes out when this one has left.
        package var pageBytes = 1 << 19
        /// How much of the log is read at once for a page; one that is only counted is not held.
        package var readBytes = 1 << 19
        /// How far ahead of `seq` numbers are reserved on disk; the store must be opened with the same.
        package var reserveAhead = SessionChanges.reserveAhead
        /// How actions are met that the table of actions objects to.
        package var strictness = Strictness.on
        /// Whether clients may change the popup template, by which they run code in the page.
        package var takesClientTemplates = true
        /// What `hello` says of the server.
        package var serverVersion = "dev"

        package init() {}
    }

    package internal(set) var summary: SessionSummary
    package let limits: Limits
    var peers = PeerList()
    var log: SessionLog
    package var secrets: SecretShelf
    var retained: RetainedState
    var waiting: WaitingActions
    /// Why new actions are refused now: they could not be kept. nil where they can, or are relayed without.
    package var storageFault: Refusal?
    /// Gates of pages that are away, by peer id.
    var knownGates: [String: StoredGate]
    /// What clients were last told.
    var announced: OutboundEnvelope.Presence

    /// A session that begins now.
    package convenience init(
        id: String, name: String? = nil, epoch: String, now: Int64, secrets: SecretShelf.Actions = .init(),
        limits: Limits = .init()
    ) {
        let summary = SessionSummary(session: id, name: name, epoch: epoch, seq: 0, created: now, lastActive: now)
        let stored = StoredSession(
            summary, retained: [], gates: [:], waitingAfter: 0, waiting: [], tail: [], firstKept: 1, confirmations: [])
        self.init(stored, secrets: secrets, limits: limits)
        log.changes.isNew = true
    }

    /// A session as the store has it.
    package init(_ stored: StoredSession, secrets: SecretShelf.Actions, limits: Limits) {
        summary = stored.summary
        knownGates = stored.gates
        retained = RetainedState(stored.retained.filter { limits.takes($0.type) })
        // Nobody is connected yet, so from here on actions wait, whatever was true before the restart.
        waiting = WaitingActions(after: stored.waitingAfter ?? stored.summary.seq, stored.waiting)
        log = SessionLog(stored, reserveAhead: limits.reserveAhead)
        announced = .init(maps: 0, clients: 0, isReady: false, isLoaded: false)
        self.secrets = SecretShelf(file: secrets)
        self.limits = limits
        if stored.waitingAfter == nil { log.changes.isDirty = true }
    }

    package var presence: OutboundEnvelope.Presence {
        .init(
            maps: peers.maps.count, clients: peers.clients.count,
            isReady: peers.maps.contains { $0.gate.stage != .waiting },
            isLoaded: peers.maps.contains { $0.gate.stage == .loaded }, hidden: peers.hidden.count)
    }

    package var id: String { summary.session }
    package var epoch: String { summary.epoch }
    /// The position of the newest action.
    package var seq: UInt64 { summary.seq }

    package var observerCount: Int { peers.observers.count }
    package var peerCount: Int { peers.maps.count + peers.clients.count + peers.observers.count }

    /// Nothing would be lost if this session were dropped from memory and loaded again from the store.
    package var canBePutAway: Bool { peerCount == 0 && !hasChanges && !secrets.hasOwn }

    /// Tells clients and observers who is there, if that has changed.
    func announcePresence(_ effects: inout Effects, except newcomer: Peer? = nil) {
        let presence = presence
        guard presence != announced else { return }
        announced = presence
        let frame = OutboundEnvelope.peers(presence)
        for peer in peers.clients + peers.observers where peer !== newcomer {
            tell(peer, "peers", frame, into: &effects)
        }
    }
}

/// The connections of a session by role.
struct PeerList {
    var maps: [Peer] = []
    var clients: [Peer] = []
    var observers: [Peer] = []
    /// Maps whose page is in a tab that is not shown.
    var hidden: Set<Address> = []

    subscript(role: Role) -> [Peer] {
        get {
            switch role {
            case .map: maps
            case .client: clients
            case .observer: observers
            }
        }
        set {
            switch role {
            case .map: maps = newValue
            case .client: clients = newValue
            case .observer: observers = newValue
            }
        }
    }
}

/// Actions that are not retained, dispatched while no map is ready: the first map that becomes ready takes them all.
struct WaitingActions {
    /// Actions above this position wait; nil while a map is ready.
    private(set) var after: UInt64?
    private(set) var records: [Record]

    init(after: UInt64?, _ records: [Record]) {
        self.after = after
        self.records = records
    }

    mutating func append(_ record: Record) { records.append(record) }

    mutating func begin(after seq: UInt64) { after = seq }

    mutating func takeAll() -> [Record] {
        after = nil
        defer { records = [] }
        return records
    }
}
