internal import TMapsProtocol

/// The newest records of a session, for peers that reconnect after a short cut: a ring bounded by count and bytes.
package struct RecordTail {
    private let maxCount: Int
    private let maxBytes: Int
    private var ring: ContiguousArray<Record?>
    private var head = 0
    private(set) package var count = 0
    private var bytes = 0

    package init(maxCount: Int = 1_024, maxBytes: Int = 1 << 20, _ records: [Record] = []) {
        self.maxCount = maxCount
        self.maxBytes = maxBytes
        ring = ContiguousArray(repeating: nil, count: 8)
        for record in records { append(record) }
    }

    package mutating func append(_ record: Record) {
        if count == maxCount { dropFirst() }
        if count == ring.count { grow() }
        ring[(head + count) & (ring.count - 1)] = record
        count += 1
        bytes += record.byteCount
        while bytes > maxBytes, count > 1 { dropFirst() }
    }

    /// Records above `after`, oldest first; nil where some of them are here no more.
    /// `lastSeq` is the session's newest position.
    package func records(after: UInt64, lastSeq: UInt64) -> [Record]? {
        if after >= lastSeq { return [] }
        guard let first = self.first, first.seq <= after + 1 else { return nil }
        return (0..<count).compactMap { at($0) }.filter { $0.seq > after }
    }

    private var first: Record? { count > 0 ? ring[head] : nil }

    private func at(_ index: Int) -> Record? { ring[(head + index) & (ring.count - 1)] }

    private mutating func dropFirst() {
        bytes -= ring[head].take()?.byteCount ?? 0
        head = (head + 1) & (ring.count - 1)
        count -= 1
    }

    private mutating func grow() {
        var larger = ContiguousArray<Record?>(repeating: nil, count: ring.count * 2)
        for index in 0..<count { larger[index] = at(index) }
        ring = larger
        head = 0
    }
}
