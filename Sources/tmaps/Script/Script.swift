import TMapsClient
import TMapsProtocol

/// A scenario: what is dispatched and what is expected, line by line. Checked before anything runs.
struct Script: Sendable {
    struct Step: Sendable {
        /// From 1, as is the column.
        let line: Int
        let column: Int
        /// The line as it stands there, for people; of a secret the type alone.
        let text: String
        let command: Command
    }

    enum Command: Sendable {
        /// What follows is about this session.
        case session(String)
        /// Until a map of the session is ready.
        case ready(within: Duration?)
        /// Until a map of the session has loaded its map.
        case loaded(within: Duration?)
        case dispatch(Dispatch)
        case expect(Expectation)
        case wait(Duration)
    }

    struct Dispatch: Sendable {
        var json: String
        /// The peer id or name of one map.
        var to: String?
        /// Until the event that ends it.
        var waits = false
        var within: Duration?
        var warnings: [String] = []
        var type = ""
        var isSecret = false
    }

    struct Fault: Hashable, Sendable {
        let line: Int
        let column: Int
        let message: String
    }

    struct Faults: Error {
        /// In order; never empty.
        let list: [Fault]
    }

    var steps: [Step] = []
}
