import Glibc
import TMapsRelay
import TMapsTesting
import Testing

@testable import TMapsStore

/// The write-ahead log's file.
@Suite struct LogTests {
    private let folder = TestFolder()

    private func length(_ name: String) -> Int {
        var status = stat()
        return stat(folder.file(name), &status) == 0 ? Int(status.st_size) : 0
    }

    @Test("with traffic it gets its length, is carried over and overwritten in place, and does not grow")
    func reserved() async throws {
        let store = try SQLiteStore.open(at: folder.path, checkpointPages: 128).store
        let action = String(repeating: "x", count: 20_000)
        for seq in UInt64(1)...20 { try await store.commit(changes(records: [record(seq, action: action)])) }
        let full = 128 * (4_096 + 24) * 9 / 8
        // The file is tended after the confirmation, so before the next call.
        #expect(try await store.integer("PRAGMA page_size") == 4_096 && length("bridge.sqlite-wal") == full)
        for seq in UInt64(21)...300 { try await store.commit(changes(records: [record(seq, action: action)])) }
        _ = try await store.integer("SELECT 1")
        #expect(length("bridge.sqlite-wal") == full)
        #expect(length("bridge.sqlite") > 200 * 20_000, "checkpoints have carried most of it over")
        let image = try folder.powerLossImage()
        let reopened = try SQLiteStore.open(at: image.path).store
        #expect(try await reopened.records().seqs == Array(1...300))
        reopened.close()
        store.close()
        #expect(length("bridge.sqlite-wal") == 0)
    }

    @Test("little traffic leaves it as short as it is")
    func short() async throws {
        let store = try SQLiteStore.open(at: folder.path).store
        for seq in UInt64(1)...3 { try await store.commit(changes(records: [record(seq)])) }
        #expect(length("bridge.sqlite-wal") < 1 << 18)
        store.close()
    }
}
