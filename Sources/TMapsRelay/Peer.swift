package import TMapsProtocol

/// How a peer speaks: bare actions (`tmaps.dispatch.v1`) or envelopes (`tmaps.session.v1`); or how it is spoken to over
/// HTTP, by server-sent events.
package enum Dialect: Sendable, CaseIterable {
    case bare, enveloped, events
}

/// One connection of a session. Owned by its session, loop thread only.
package final class Peer {
    package let address: Address
    package let id: String
    /// What people call it, a screen in the lobby: stays the same when its page is loaded again. Need not be unique.
    package let name: String?
    package let role: Role
    package let dialect: Dialect

    /// What a map may be sent.
    var gate = MapGate()
    /// Where a map's replay stands, for a page that is cut in the middle of it.
    var replay = Replay()
    /// Actions for this map alone that wait for its READY or MAP_LOADED.
    var held: [Delivery] = []
    /// What a map has said of itself while it was catching up, each type once; it counts when that is done.
    var deferred: [String] = []

    var catchUp: CatchUp?
    /// Until it is not, whatever confirms a position must wait: the peer has not been given all that lies before it.
    package var isCatchingUp: Bool { catchUp != nil }
    /// A map that is sent whatever is dispatched, at once.
    var isOpen: Bool { catchUp == nil && gate.isOpen }
    /// Records above this were delivered live.
    let joinedAt: UInt64
    var conduct: Conduct

    init(_ newcomer: Session.Newcomer, joinedAt: UInt64, rate: RateLimit? = nil) {
        address = newcomer.address
        id = newcomer.peer ?? Identifier.random()
        name = newcomer.name
        role = newcomer.role
        dialect = newcomer.dialect
        self.joinedAt = joinedAt
        conduct = Conduct(rate: rate)
    }

    /// An action for this map alone is held.
    func mustWait(for retention: Retention) -> Bool {
        gate.stage == .waiting || (gate.isLoading && retention == .view)
    }

    /// The gate as it is kept for a page that comes back.
    func storedGate(now: Int64) -> StoredGate {
        let stored = StoredGate(
            stage: gate.stage, isLoading: gate.isLoading, caughtUp: replay.caughtUp, replayAfter: replay.after,
            lastActive: now)
        return deferred.contains("MAP_LOADED") ? stored.loaded : stored
    }
}

/// What a map has been given of what is kept for it; the members are those of `StoredGate`.
struct Replay {
    var after: UInt64?
    var caughtUp: UInt64 = 0

    var isUnderWay: Bool { caughtUp == .max }
}

/// What is counted against a peer.
struct Conduct {
    /// Refused messages since the last accepted one.
    var refusalsInARow = 0
    /// nil: it may dispatch as fast as it can.
    var rate: RateLimit?
}

/// One action on its way to several receivers: each form is made once, when the first receiver needs it.
struct Delivery {
    let record: Record
    /// What receivers of the live action get: the record's bytes, or the unmasked ones for maps.
    let bare: Frame
    private var enveloped: Frame?
    private var event: Frame?

    init(_ record: Record, live: Frame? = nil) {
        self.record = record
        bare = live ?? record.action
    }

    mutating func frame(for dialect: Dialect) -> Frame {
        if dialect == .bare { return bare }
        if dialect == .events { return eventFrame() }
        if let enveloped { return enveloped }
        let frame = OutboundEnvelope.action(seq: record.seq, peer: record.peer, role: record.role, bare)
        enveloped = frame
        return frame
    }

    private mutating func eventFrame() -> Frame {
        if let event { return event }
        let frame = ServerSentEvent.action(
            seq: record.seq, time: record.time, role: record.role, peer: record.peer, bare)
        event = frame
        return frame
    }
}
