package import TMapsProtocol

/// Which dispatches were accepted already, by `(role, peer, id)`, for as long as their records are kept.
///
/// A ring of entries in order of `seq`, and a table (open addressing, linear probing) that leads from a key to its
/// entry. Forgetting is spread over the insertions that follow: a trim of ten thousand would hold up the loop.
package struct ConfirmationIndex {
    /// Hashed once, however often it is looked for.
    package struct Key: Equatable {
        let role: Role
        let peer: String
        let id: String
        let hash: Int

        package init(role: Role, peer: String, id: String) {
            (self.role, self.peer, self.id) = (role, peer, id)
            // Keyed by the process: nobody can choose ids that all fall into one place.
            var hasher = Hasher()
            hasher.combine(id)
            hasher.combine(peer)
            hasher.combine(role)
            hash = hasher.finalize()
        }

        fileprivate var tableHash: UInt32 { UInt32(truncatingIfNeeded: hash) }

        package static func == (one: Key, other: Key) -> Bool {
            one.hash == other.hash && one.id == other.id && one.peer == other.peer && one.role == other.role
        }
    }

    private struct Entry {
        let key: Key
        let seq: UInt64
    }

    /// A place of the table: 1 + the entry's index in the ring, or 0 where it is empty; and the lower half of the key's
    /// hash, so that other keys are passed over without a look at their entries.
    private struct Place {
        var number: UInt32 = 0
        var hash: UInt32 = 0

        var index: Int { Int(number) - 1 }
    }

    /// Entries that one insertion forgets at most.
    private static let forgottenAtOnce = 4

    /// A power of two long, as is `table`.
    private var ring = ContiguousArray<Entry?>(repeating: nil, count: 8)
    private var head = 0
    private var count = 0
    /// Twice as long as `ring`. A key's place is its hash's, or one soon behind it.
    private var table = ContiguousArray(repeating: Place(), count: 16)
    private var firstKept: UInt64 = 0

    package init(_ stored: [StoredConfirmation] = []) {
        for entry in stored.sorted(by: { $0.seq < $1.seq }) {
            insert(Key(role: entry.role, peer: entry.peer, id: entry.id), seq: entry.seq)
        }
    }

    package func seq(of key: Key) -> UInt64? {
        let place = table[place(of: key)]
        guard place.number > 0, let entry = ring[place.index], entry.seq >= firstKept else { return nil }
        return entry.seq
    }

    /// `seq` must be above all before.
    package mutating func insert(_ key: Key, seq: UInt64) {
        for _ in 0..<Self.forgottenAtOnce { forgetFirst() }
        if count == ring.count { grow() }
        let index = (head + count) & (ring.count - 1)
        ring[index] = Entry(key: key, seq: seq)
        count += 1
        enter(key, index)
    }

    private mutating func enter(_ key: Key, _ index: Int) {
        table[place(of: key)] = Place(number: UInt32(index + 1), hash: key.tableHash)
    }

    /// What lies below is not kept any more.
    package mutating func forget(before seq: UInt64) { firstKept = max(firstKept, seq) }

    /// Where `key` stands in the table, or where it belongs.
    private func place(of key: Key) -> Int {
        let mask = table.count - 1
        var index = Int(key.tableHash) & mask
        while table[index].number > 0 {
            if table[index].hash == key.tableHash, ring[table[index].index]?.key == key { break }
            index = (index + 1) & mask
        }
        return index
    }

    private mutating func forgetFirst() {
        guard count > 0, let entry = ring[head], entry.seq < firstKept else { return }
        let place = place(of: entry.key)
        // The same key may have come again since, and has a newer entry then.
        if table[place].index == head { clear(place) }
        ring[head] = nil
        head = (head + 1) & (ring.count - 1)
        count -= 1
    }

    /// Empties a place of the table, and moves what was pushed behind it by that one nearer to its own.
    private mutating func clear(_ place: Int) {
        let mask = table.count - 1
        var hole = place
        var next = (place + 1) & mask
        while table[next].number > 0 {
            let home = Int(table[next].hash) & mask
            if (next - home) & mask >= (next - hole) & mask {
                table[hole] = table[next]
                hole = next
            }
            next = (next + 1) & mask
        }
        table[hole] = Place()
    }

    private mutating func grow() {
        let old = (0..<count).map { ring[(head + $0) & (ring.count - 1)] }
        let capacity = ring.count * 2
        ring = ContiguousArray(old + [Entry?](repeating: nil, count: capacity - count))
        head = 0
        table = ContiguousArray(repeating: Place(), count: capacity * 2)
        for (index, entry) in old.enumerated() {
            if let entry { enter(entry.key, index) }
        }
    }
}
