package import TMapsProtocol

/// Which dispatches were accepted already, by `(role, peer, id)`, for as long as their records are kept.
package struct ConfirmationIndex {
    private struct Key: Hashable {
        let role: Role
        let peer: String
        let id: String
    }

    private var seqs: [Key: UInt64] = [:]
    /// In order of `seq`, so that the oldest are forgotten first.
    private var order: [(seq: UInt64, key: Key)] = []
    private var forgotten = 0

    package init(_ stored: [StoredConfirmation] = []) {
        for entry in stored.sorted(by: { $0.seq < $1.seq }) {
            insert(role: entry.role, peer: entry.peer, id: entry.id, seq: entry.seq)
        }
    }

    package func seq(role: Role, peer: String, id: String) -> UInt64? { seqs[Key(role: role, peer: peer, id: id)] }

    package mutating func insert(role: Role, peer: String, id: String, seq: UInt64) {
        let key = Key(role: role, peer: peer, id: id)
        seqs[key] = seq
        order.append((seq, key))
    }

    /// Forgets what is not kept any more.
    package mutating func forget(before seq: UInt64) {
        while forgotten < order.count, order[forgotten].seq < seq {
            seqs[order[forgotten].key] = nil
            forgotten += 1
        }
        guard forgotten > order.count / 2 else { return }
        order.removeFirst(forgotten)
        forgotten = 0
    }
}
