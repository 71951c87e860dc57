/// When a batch that could be written is worth waiting for more.
///
/// One sync of a disk costs the same for one record as for a thousand. Senders that wait for a confirmation before they
/// dispatch again all come back in the moment after a commit: written at once, the first of them would leave the others
/// to the commit after it, and each sync would confirm half of what it could. What nobody waits for may wait longer.
/// Where a commit takes no longer than gathering for it, waiting for all would only make the loop and the store take
/// turns: then they are written in parts, one while the next is gathered.
struct BatchWindow {
    /// A batch is closed at this many records.
    static let maxRecords = 1_000
    /// Microseconds for which a batch stays open at most.
    static let longest: UInt64 = 5_000

    /// A timer is set.
    var isTimed = false
    /// Since when the store could write.
    private var openSince: UInt64 = 0
    /// How long the store took for the last commit.
    private var lastDuration: UInt64 = 0
    /// How many confirmations this batch is expected to be worth.
    private var expected = 0

    /// Microseconds to wait before the batch is closed; nil: close it now.
    mutating func remaining(confirmations: Int, now: UInt64) -> UInt64? {
        // Nothing was written for a while: the batch begins with what has come now.
        if now - openSince > BatchWindow.longest, !isTimed { (openSince, expected) = (now, 0) }
        guard confirmations == 0 || confirmations < expected else { return nil }
        // Where syncs are quick, waiting longer would cost more than it saves.
        let patience = confirmations == 0 ? BatchWindow.longest : min(lastDuration / 2, BatchWindow.longest)
        let elapsed = now - openSince
        return elapsed < patience ? patience - elapsed : nil
    }

    /// The loop has seen that the store is done, which took it `duration`.
    mutating func written(in duration: UInt64, confirmations: Int, alreadyWaiting: Int, now: UInt64) {
        lastDuration = duration
        // Who dispatched meanwhile is half of a pair that takes turns: it does not wait for the other half.
        expected = max(confirmations, alreadyWaiting)
        openSince = now
    }
}
