import TMapsProtocol

/// What a replay dispatches and when, as a value: the client actions of a recording, at their distances.
struct ReplayPlan: Sendable {
    struct Step: Hashable, Sendable {
        /// In the recording's file.
        let line: Int
        let type: String
        let json: String
        /// From the replay's start; zero for all of them where the speed has no end.
        let offset: Duration
    }

    private(set) var steps: [Step] = []
    /// What is left out or is not whole, for people.
    private(set) var notes: [String] = []

    /// How a recording's time becomes that of its replay.
    struct Pace: Sendable {
        /// Recorded seconds a second; nil: each action as soon as the one before is confirmed.
        var speed: Double? = 1
        /// The longest recorded distance; what is longer is cut to it.
        var longestPause: Duration?
    }

    init(_ recording: Recording, _ pace: Pace = Pace()) {
        var offset = Duration.zero
        var last: Int64?
        var masked: [String: [Int]] = [:]
        for item in recording.items {
            switch item.content {
            case .gap(let gap):
                notes.append(
                    "line \(item.line): the recording has a hole: what came before action \(gap.next) is lost "
                        + "(\(gap.reason))")
            case .action(let action) where action.role != .client: continue
            case .action(let action) where action.isMasked: masked[action.type, default: []].append(item.line)
            case .action(let action):
                // The state is there at once, and the first action with it.
                if !action.isState {
                    if let last { offset += ReplayPlan.distance(from: last, to: action.time, pace) }
                    last = max(last ?? action.time, action.time)
                }
                steps.append(Step(line: item.line, type: action.type, json: action.json, offset: offset))
            }
        }
        for (type, lines) in masked.sorted(by: { $0.value[0] < $1.value[0] }) {
            let places = (lines.count == 1 ? "line " : "lines ") + lines.map(String.init).joined(separator: ", ")
            notes.append("\(places): \(type) is left out: its secrets are masked; the server gives maps its own")
        }
    }

    /// A clock that was set back makes no pause.
    private static func distance(from last: Int64, to time: Int64, _ pace: Pace) -> Duration {
        guard let speed = pace.speed, time > last else { return .zero }
        let distance = Duration.milliseconds(time - last)
        return min(distance, pace.longestPause ?? distance) / speed
    }
}
