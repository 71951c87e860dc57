import TMapsProtocol
import TMapsTesting
import Testing

@testable import TMapsRelay

/// Guards against a dispatch relayed twice, and one taken for another and lost.
@Suite("Confirmed dispatches")
struct ConfirmationIndexTests {
    private func key(_ id: String, peer: String = "p", role: Role = .client) -> ConfirmationIndex.Key {
        .init(role: role, peer: peer, id: id)
    }

    @Test("a dispatch is known by role, peer and id together")
    func whose() {
        var index = ConfirmationIndex()
        index.insert(key("1"), seq: 7)
        #expect(index.seq(of: key("1")) == 7)
        #expect(index.seq(of: key("1", peer: "q")) == nil)
        #expect(index.seq(of: key("1", role: .map)) == nil)
        #expect(index.seq(of: key("2")) == nil)
    }

    @Test("what is forgotten is new again, and keeps its newer position")
    func again() {
        var index = ConfirmationIndex()
        index.insert(key("1"), seq: 1)
        index.forget(before: 2)
        #expect(index.seq(of: key("1")) == nil)
        index.insert(key("1"), seq: 2)
        // The older entry is cleared away meanwhile.
        for seq in 3...20 { index.insert(key("other \(seq)"), seq: UInt64(seq)) }
        #expect(index.seq(of: key("1")) == 2)
    }

    @Test("what the store kept is known after a start, in whatever order it comes")
    func stored() {
        let index = ConfirmationIndex(
            [5, 2, 9].map { StoredConfirmation(role: .client, peer: "p", id: "\($0)", seq: $0) })
        for seq: UInt64 in [2, 5, 9] { #expect(index.seq(of: key("\(seq)")) == seq) }
    }

    @Test("it agrees with a dictionary through a long random life", arguments: 1...8)
    func model(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var index = ConfirmationIndex()
        var model: [String: UInt64] = [:]
        var seq: UInt64 = 0
        for _ in 0..<20_000 {
            // Few ids, so that many come again, before and after they were forgotten.
            let id = "\(random.next() % 3_000)"
            if let known = model[id] {
                #expect(index.seq(of: key(id)) == known)
            } else {
                #expect(index.seq(of: key(id)) == nil)
                seq += 1
                index.insert(key(id), seq: seq)
                model[id] = seq
            }
            if random.next() % 500 == 0 {
                let first = seq - min(seq, random.next() % 1_000)
                index.forget(before: first)
                model = model.filter { $0.value >= first }
            }
        }
        for (id, seq) in model { #expect(index.seq(of: key(id)) == seq) }
    }
}
