internal import TMapsNet
internal import TMapsRelay

/// How much of each session's log is kept, and when it was last looked at.
struct Retaining {
    /// Records a session may have beyond its limit between two trims, at most.
    private static let slack = 10_000

    let count: Int
    /// As they lie in the store.
    let bytes: Int64
    let age: Duration
    let period: Duration
    private(set) var isTrimming = false
    /// Wait until the trim under way is over and sessions know what is gone.
    var reads: [() -> Void] = []
    /// Sessions that were deleted since the trim under way began: it tells of those, not of new ones of their names.
    private var deleted: Set<String> = []
    private var writtenSince = 0

    init(count: Int, bytes: Int64, age: Duration, period: Duration = .seconds(60)) {
        self.count = count
        self.bytes = bytes
        self.age = age
        self.period = period
    }

    mutating func written(_ records: Int) { writtenSince += records }

    var isDue: Bool { !isTrimming && writtenSince > max(count / 4, Self.slack) }

    mutating func begin(now: Int64) -> RecordLimits {
        (isTrimming, writtenSince) = (true, 0)
        return RecordLimits(count: count, bytes: bytes, oldest: now - age.components.seconds * 1_000)
    }

    mutating func deleted(_ session: String) {
        if isTrimming { deleted.insert(session) }
    }

    /// Gives what has been trimmed of sessions that are still the same.
    mutating func ended(_ firstKept: [String: UInt64]) -> [String: UInt64] {
        defer { (isTrimming, deleted) = (false, []) }
        return firstKept.filter { !deleted.contains($0.key) }
    }
}

extension Journal {
    /// Drops what is beyond the limits, now, then every period, and when much has been written in between.
    func retain(_ retention: Retaining) {
        self.retention = retention
        trimRegularly()
    }

    private func trimRegularly() {
        trim()
        _ = loop.schedule(after: retention?.period ?? .seconds(60)) { [self] in trimRegularly() }
    }

    func trimIfDue() {
        if retention?.isDue == true { trim() }
    }

    private func trim() {
        guard retention?.isTrimming == false, outage.fault == nil,
            let limits = retention?.begin(now: Timestamp.now().milliseconds)
        else { return }
        // nonisolated(unsafe) because it is only handed through the store's thread and used on the loop again.
        nonisolated(unsafe) let journal = self
        let loop = loop
        store.trim(to: limits) { report in loop.execute { journal.trimmed(report) } }
    }

    private func trimmed(_ report: TrimReport) {
        for (id, seq) in retention?.ended(report.firstKept) ?? [:] {
            relay?.sessions.inMemory(id)?.trimmed(firstKept: seq)
        }
        let reads = retention?.reads ?? []
        retention?.reads = []
        for read in reads { read() }
        relay?.meters.journal.trimmed(report)
        if let fault = report.fault, !outage.isForGood {
            log.error("storage: old records cannot be removed: \(fault.message)")
        }
    }
}
