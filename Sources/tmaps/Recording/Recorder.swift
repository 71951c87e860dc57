import TMapsClient
import TMapsProtocol

/// Makes the lines of a recording from what an observer hears, as a value: events go in, what to do comes out.
struct Recorder {
    enum Output: Hashable {
        case line(RecordingLine)
        /// For people.
        case note(String)
        /// The recording begins behind this action: now is the time for the state before it.
        case begin(after: UInt64)
        /// `until` is met.
        case finished
    }

    /// The recording begins behind this action; nil: behind what there is when it begins.
    let after: UInt64?
    /// Ends with the first action of this type.
    let until: String?
    /// There are lines already: the recording goes on.
    private var hasBegun: Bool
    private var notes = ConnectionNotes()
    private var epoch = ""
    /// What was dispatched up to here was dispatched before there was this connection.
    private var known: UInt64 = 0
    private var lastTime: Int64 = 0

    init(after: UInt64? = nil, until: String? = nil, goesOn: Bool = false) {
        self.after = after
        self.until = until
        hasBegun = goesOn
    }

    /// - Parameters:
    ///   - now: milliseconds since 1970.
    ///   - logged: when an action was dispatched that came late; nil where that is not to be had.
    mutating func heard(_ event: TMapsClient.Event, at now: Int64, logged: (UInt64) -> Int64?) -> [Output] {
        switch event {
        case .action(let action): return heard(action, at: now, logged)
        case .connection(.connected(let welcome)): return connected(welcome, at: now)
        case .connection(.reconnecting(let error)):
            return notes.reconnecting(error).map { [.note($0)] } ?? []
        case .resumed(let missed):
            return missed > 0 ? [.note("\(missed) \(missed == 1 ? "action" : "actions") of before come first")] : []
        case .gap(let reason, let next):
            let gap = RecordedGap(reason: reason.rawValue, next: next, epoch: epoch, time: now)
            return [.line(.gap(gap)), .note("what came before action \(next) is lost (\(reason.rawValue))")]
        case .refused(let error): return [.note("\(error)")]
        case .connection(.ended), .presence: return []
        }
    }

    private mutating func connected(_ welcome: TMapsClient.Welcome, at now: Int64) -> [Output] {
        let again = notes.connected()
        epoch = welcome.position.epoch ?? ""
        known = welcome.position.seq
        guard !hasBegun else { return again.map { [.note($0)] } ?? [] }
        hasBegun = true
        let start = after ?? welcome.position.seq
        let header = RecordingHeader(
            server: welcome.server, session: welcome.session, epoch: epoch, start: now, after: start)
        return [.line(.header(header)), .begin(after: start)]
    }

    private mutating func heard(_ action: ReceivedAction, at now: Int64, _ logged: (UInt64) -> Int64?) -> [Output] {
        let time = action.seq <= known ? logged(action.seq) ?? now : now
        // Two clocks, or one that was set back, do not turn the order round.
        lastTime = max(lastTime, time)
        let line = RecordedAction(
            seq: action.seq, time: lastTime, role: action.role, peer: action.peer, type: action.type,
            json: EventLine.oneLine(action.json))
        return [.line(.action(line))] + (action.type == until ? [.finished] : [])
    }
}
