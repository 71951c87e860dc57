import CWebSockets

/// A timer that has been set. Letting it go does not cancel it.
package struct TimerToken: Sendable {
    let loop: EventLoop
    let id: UInt64

    /// On the loop's thread. No effect when it has fired.
    package func cancel() {
        loop.preconditionOnLoop()
        loop.timers.cancel(id)
    }
}

extension EventLoop {
    /// Runs `work` once after `delay`, on the loop's thread, which must be the caller's.
    @discardableResult
    package func schedule(after delay: Duration, _ work: @escaping () -> Void) -> TimerToken {
        preconditionOnLoop()
        let deadline = nowMilliseconds + UInt64(max(0, delay.milliseconds))
        let (id, isFirst) = timers.insert(deadline: deadline, work)
        if isFirst { setTimer() }
        return TimerToken(loop: self, id: id)
    }

    func runTimers() {
        let now = nowMilliseconds
        while let work = timers.popDue(at: now) { work() }
        setTimer()
    }

    private func setTimer() {
        guard let next = timers.nextDeadline else { return cws_set_timer(handle, -1) }
        let now = nowMilliseconds
        cws_set_timer(handle, next > now ? Int64(next - now) : 0)
    }
}

/// A binary heap of deadlines; those of equal deadlines fire in the order they were set. Cancelled ones stay in the
/// heap until they come up or are too many.
struct TimerHeap {
    private struct Entry {
        var deadline: UInt64
        var id: UInt64
        static func < (a: Entry, b: Entry) -> Bool { (a.deadline, a.id) < (b.deadline, b.id) }
    }

    private var heap: [Entry] = []
    private var works: [UInt64: () -> Void] = [:]
    private var lastID: UInt64 = 0

    mutating func insert(deadline: UInt64, _ work: @escaping () -> Void) -> (id: UInt64, isFirst: Bool) {
        lastID += 1
        works[lastID] = work
        heap.append(Entry(deadline: deadline, id: lastID))
        rise(heap.count - 1)
        return (lastID, heap[0].id == lastID)
    }

    mutating func cancel(_ id: UInt64) {
        guard works.removeValue(forKey: id) != nil, heap.count > 2 * works.count + 64 else { return }
        heap.removeAll { works[$0.id] == nil }
        heap.sort(by: <)  // a sorted array is a heap
    }

    var nextDeadline: UInt64? {
        mutating get {
            while let first = heap.first, works[first.id] == nil { removeFirst() }
            return heap.first?.deadline
        }
    }

    mutating func popDue(at now: UInt64) -> (() -> Void)? {
        guard let deadline = nextDeadline, deadline <= now else { return nil }
        let id = heap[0].id
        removeFirst()
        return works.removeValue(forKey: id)
    }

    private mutating func removeFirst() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        sink(0)
    }

    private mutating func rise(_ index: Int) {
        var index = index
        while index > 0, heap[index] < heap[(index - 1) / 2] {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    private mutating func sink(_ index: Int) {
        var index = index
        while true {
            var least = index
            for child in [2 * index + 1, 2 * index + 2] where child < heap.count && heap[child] < heap[least] {
                least = child
            }
            guard least != index else { return }
            heap.swapAt(index, least)
            index = least
        }
    }
}
