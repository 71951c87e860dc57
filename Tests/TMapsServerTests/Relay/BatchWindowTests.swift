import Testing

@testable import TMapsServer

/// Guards against syncs that confirm few, and against confirmations that wait for nobody. Times in microseconds.
@Suite("When a batch is written")
struct BatchWindowTests {
    /// A window behind a commit that took `duration`, confirmed `count`, and ended at 100,000.
    private func window(after duration: UInt64, confirming count: Int, seenAt now: UInt64 = 100_000) -> BatchWindow {
        var window = BatchWindow()
        window.written(in: duration, confirmations: count, alreadyWaiting: 0, now: now)
        return window
    }

    @Test("after a pause the first confirmation waits for nobody")
    func first() {
        var window = BatchWindow()
        #expect(window.remaining(confirmations: 1, now: 1_000_000) == nil)
    }

    @Test("what nobody waits for is written after 5 ms")
    func unconfirmed() {
        var window = BatchWindow()
        #expect(window.remaining(confirmations: 0, now: 1_000_000) == 5_000)
        window.isTimed = true
        #expect(window.remaining(confirmations: 0, now: 1_004_000) == 1_000)
        #expect(window.remaining(confirmations: 0, now: 1_005_000) == nil)
    }

    @Test("who was confirmed last is waited for, half as long as that commit took and no longer than 5 ms")
    func patience() {
        var window = window(after: 2_000, confirming: 8)
        #expect(window.remaining(confirmations: 3, now: 100_100) == 900)
        #expect(window.remaining(confirmations: 8, now: 100_100) == nil)
        #expect(window.remaining(confirmations: 3, now: 101_000) == nil)
        var slow = self.window(after: 60_000, confirming: 8)
        #expect(slow.remaining(confirmations: 3, now: 100_000) == 5_000)
    }

    @Test("where the store is quicker than the loop that gathers for it, nobody is waited for")
    func quick() {
        // The store took 100 µs, and the loop saw it after 3 ms.
        var window = window(after: 100, confirming: 500, seenAt: 103_000)
        #expect(window.remaining(confirmations: 1, now: 103_060) == nil)
    }

    @Test("of two halves that take turns neither waits for the other")
    func halves() {
        var window = BatchWindow()
        window.written(in: 2_000, confirmations: 10, alreadyWaiting: 12, now: 100_000)
        #expect(window.remaining(confirmations: 12, now: 100_000) == nil)
    }
}
