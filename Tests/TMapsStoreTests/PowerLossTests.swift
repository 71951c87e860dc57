import Glibc
import Synchronization
import TMapsRelay
import TMapsTesting
import Testing

@testable import TMapsStore

/// The files as they lie on disk at moments nobody chose, opened again elsewhere.
@Suite struct PowerLossTests {
    /// Guards against confirming before the data is on disk (nats-server#7564, mosquitto#1855).
    @Test("whatever the moment of a power cut, what was confirmed before it is there", arguments: [1, 2, 3])
    func randomMoments(seed: UInt64) async throws {
        let folder = TestFolder()
        // Checkpoints come often, so that a copy also meets one that has just begun or ended.
        let store = try SQLiteStore.open(at: folder.path, checkpointPages: 32).store
        var dice = SeededGenerator(seed: seed)
        let acknowledged = Counter()
        var next: UInt64 = 1
        for _ in 0..<12 {
            let count = UInt64.random(in: 1...60, using: &dice)
            for seq in next..<next + count {
                let action = String(repeating: "x", count: Int.random(in: 0...3_000, using: &dice))
                store.commit([changes(records: [record(seq, action: action)], reserved: 100_000)]) { result in
                    if case .success = result { acknowledged.value.store(seq, ordering: .relaxed) }
                }
            }
            next += count
            let (image, confirmed) = try await consistentCopy(folder, store, acknowledged)
            let reopened = try SQLiteStore.open(at: image.path)
            let seqs = try await reopened.store.records().seqs
            #expect(seqs == Array(1...UInt64(seqs.count)) && seqs.count >= Int(confirmed), "seed \(seed)")
            reopened.store.close()
        }
        store.close()
    }

    /// A copy takes time, a power cut takes none: the store is held between two commits, wherever it is in its queue.
    private func consistentCopy(
        _ folder: TestFolder, _ store: SQLiteStore, _ acknowledged: Counter
    ) async throws -> (TestFolder, UInt64) {
        try await withCheckedContinuation { done in
            store.perform({ (_: Result<Void, StoreError>) in }) { (_) throws(StoreError) in
                let confirmed = acknowledged.value.load(ordering: .relaxed)
                done.resume(returning: Result { (try folder.powerLossImage(), confirmed) })
            }
        }.get()
    }

    /// Used on the store's thread alone.
    private final class Counter: Sendable {
        let value = Atomic<UInt64>(0)
    }
}
