package import TMapsProtocol

/// What happened to one session since its last commit.
package struct SessionChanges: Sendable {
    /// How far ahead of `seq` numbers are reserved on disk, by each load and from then on by commits. Senders are
    /// stopped long before this many records are unwritten, so a number that was delivered is always a reserved one.
    package static let reserveAhead: UInt64 = 1 << 18

    /// The session as it is now.
    package var summary: SessionSummary
    /// New records, in order of `seq`.
    package var records: [Record]
    /// After a crash `seq` goes on above this one: what was delivered but not yet written is never numbered again.
    package var reservedSeq: UInt64
    /// Retained state that changed: the record that now stands for the type, nil where the type is kept no more.
    package var retained: [String: Record?]
    /// Map gates that changed, by peer; nil where a gate is forgotten.
    package var gates: [String: StoredGate?]
    /// While no map is ready, actions that are not retained and have a `seq` above this wait; nil while one is ready.
    package var waitingAfter: UInt64?
    /// Records below this are lost, those on disk too: a log with a hole would be silent about it.
    package var lostBefore: UInt64?

    package var session: String { summary.session }
    package var epoch: String { summary.epoch }
    /// The last one given out.
    package var seq: UInt64 { summary.seq }
    /// Of the records' actions.
    package var byteCount: Int { records.reduce(0) { $0 + $1.byteCount } }

    package init(
        _ summary: SessionSummary, records: [Record], reservedSeq: UInt64, retained: [String: Record?],
        gates: [String: StoredGate?], waitingAfter: UInt64?
    ) {
        self.summary = summary
        self.records = records
        self.reservedSeq = reservedSeq
        self.retained = retained
        self.gates = gates
        self.waitingAfter = waitingAfter
    }
}

/// How far a map page has come; kept so that a page which lost only its socket stays ready across a restart.
package struct StoredGate: Sendable, Hashable {
    package enum Stage: UInt8, Sendable { case waiting = 0, ready = 1, loaded = 2 }
    package var stage: Stage
    /// A LOAD_MAP was sent to this map and neither MAP_LOADED nor ERROR has come back.
    package var isLoading: Bool
    /// The position of the last `caught_up` sent to it; `UInt64.max` while a replay has not ended. A map that resumes
    /// from before it gets the state again.
    package var caughtUp: UInt64
    /// Where the last replay began: what was dispatched up to here is not for this map, or was sent to it before.
    package var replayAfter: UInt64?
    /// Milliseconds since 1970.
    package var lastActive: Int64

    package init(stage: Stage, isLoading: Bool, caughtUp: UInt64, replayAfter: UInt64?, lastActive: Int64) {
        self.stage = stage
        self.isLoading = isLoading
        self.caughtUp = caughtUp
        self.replayAfter = replayAfter
        self.lastActive = lastActive
    }

    /// The same of a page that has said MAP_LOADED and was not given what waits for it: it gets the state again.
    var loaded: StoredGate {
        StoredGate(
            stage: .loaded, isLoading: false, caughtUp: .max, replayAfter: replayAfter, lastActive: lastActive)
    }
}

/// One confirmed dispatch: the same `(peer, id)` again is answered with `seq` and not relayed twice.
package struct StoredConfirmation: Sendable, Hashable {
    package var role: Role
    package var peer: String
    package var id: String
    package var seq: UInt64

    package init(role: Role, peer: String, id: String, seq: UInt64) {
        self.role = role
        self.peer = peer
        self.id = id
        self.seq = seq
    }
}

/// A session as the store has it.
package struct StoredSession: Sendable {
    /// Its `seq` is where numbering goes on: the last one after a clean stop, the reserved one after a crash.
    package var summary: SessionSummary
    package var retained: [Record]
    package var gates: [String: StoredGate]
    package var waitingAfter: UInt64?
    /// Records with a `seq` above `waitingAfter` that wait for a map, oldest first (empty where `waitingAfter` is nil).
    package var waiting: [Record]
    /// The newest records, oldest first.
    package var tail: [Record]
    /// The smallest `seq` still kept; `seq + 1` where none is.
    package var firstKept: UInt64
    /// Every confirmation among the kept records.
    package var confirmations: [StoredConfirmation]

    package init(
        _ summary: SessionSummary, retained: [Record], gates: [String: StoredGate], waitingAfter: UInt64?,
        waiting: [Record], tail: [Record], firstKept: UInt64, confirmations: [StoredConfirmation]
    ) {
        self.summary = summary
        self.retained = retained
        self.gates = gates
        self.waitingAfter = waitingAfter
        self.waiting = waiting
        self.tail = tail
        self.firstKept = firstKept
        self.confirmations = confirmations
    }
}

/// What is said of a session in lists.
package struct SessionSummary: Sendable, Hashable {
    package var session: String
    package var name: String?
    package var epoch: String
    package var seq: UInt64
    /// Milliseconds since 1970.
    package var created: Int64
    package var lastActive: Int64

    package init(session: String, name: String?, epoch: String, seq: UInt64, created: Int64, lastActive: Int64) {
        self.session = session
        self.name = name
        self.epoch = epoch
        self.seq = seq
        self.created = created
        self.lastActive = lastActive
    }
}
