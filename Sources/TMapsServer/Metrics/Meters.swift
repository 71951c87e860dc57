internal import TMapsRelay

/// What the relay counts beside `Tally`, for `GET /metrics`. Plain numbers of the loop's thread: no lock, no
/// allocation; they become text when somebody asks.
final class Meters {
    /// Text messages, and the bytes of their payload.
    var messagesReceived: UInt64 = 0
    var bytesReceived: UInt64 = 0
    /// Those queued for peers, with the header of each frame.
    var messagesSent: UInt64 = 0
    var bytesSent: UInt64 = 0
    /// The most bytes that ever waited for one peer.
    private(set) var queueHighWater = 0
    /// A queue that is longer than this must be looked at: it is the longest so far, or over its limit.
    private(set) var queueWatermark = 0
    private(set) var closes: [UInt16: UInt64] = [:]
    var journal = JournalMeters()

    /// Closes of these codes are told apart. A peer may send any other code, and must not make as many series.
    static let knownCloses: [UInt16] =
        [1000, 1001, 1002, 1003, 1005, 1006, 1007, 1009, 1011, 4000, 4001, 4500, 4501, 4502, 4503]

    func received(_ bytes: Int) {
        messagesReceived &+= 1
        bytesReceived &+= UInt64(bytes)
    }

    func sent(_ messages: Int = 1, bytes: Int) {
        messagesSent &+= UInt64(messages)
        bytesSent &+= UInt64(messages * bytes)
    }

    /// - Parameter limit: above this a queue must be looked at each time.
    func noteQueue(_ bytes: Int, limit: Int) {
        queueHighWater = max(queueHighWater, bytes)
        queueWatermark = min(queueHighWater, limit)
    }

    func closed(_ code: UInt16) { closes[Self.knownCloses.contains(code) ? code : 0, default: 0] += 1 }
}

/// What the journal counts.
struct JournalMeters {
    private(set) var commits: UInt64 = 0
    private(set) var failedCommits: UInt64 = 0
    /// On disk.
    private(set) var records: UInt64 = 0
    private(set) var durations = Histogram()
    var outages: UInt64 = 0
    private(set) var trims: UInt64 = 0
    private(set) var failedTrims: UInt64 = 0
    /// Once for each trim in which a session lost records.
    private(set) var trimmedSessions: UInt64 = 0

    /// - Parameter duration: microseconds.
    mutating func committed(_ changes: [SessionChanges], isOnDisk: Bool, in duration: UInt64) {
        durations.add(microseconds: duration)
        guard isOnDisk else { return failedCommits += 1 }
        commits += 1
        records += changes.reduce(0) { $0 + UInt64($1.records.count) }
    }

    mutating func trimmed(_ report: TrimReport) {
        if report.fault == nil { trims += 1 } else { failedTrims += 1 }
        trimmedSessions += UInt64(report.firstKept.count)
    }
}
