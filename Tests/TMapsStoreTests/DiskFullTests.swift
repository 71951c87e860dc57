import Glibc
import TMapsRelay
import TMapsTesting
import Testing

@testable import TMapsStore

@Suite struct DiskFullTests {
    /// sqlite.org/rescode.html
    private let full: Int32 = 13
    private let ioError: Int32 = 10
    private let big = String(repeating: "x", count: 200_000)

    @Test("a full database fails the commit, writes none of it, and takes commits again when there is room")
    func maximalPages() async throws {
        let folder = TestFolder()
        let store = try SQLiteStore.open(at: folder.path).store
        try await store.commit(changes(records: [record(1)]))
        try await store.sql("PRAGMA max_page_count = 30")
        let error = try await failure {
            try await store.commit(changes(records: [record(2), record(3, action: big + big)]))
        }
        #expect(error.code == full && error.message.contains("database or disk is full"))
        #expect(try await store.records().seqs == [1])
        #expect(try await store.load()?.summary.seq == 1)
        try await store.commit(changes(records: [record(4)]))
        try await store.sql("PRAGMA max_page_count = 100000")
        try await store.commit(changes(records: [record(5, action: big)]))
        #expect(try await store.records().seqs == [1, 4, 5])
    }

    @Test(
        "a full disk fails the commit and the store goes on when there is room",
        .enabled("needs root, to mount a tmpfs") { geteuid() == 0 })
    func tmpfs() async throws {
        let folder = TestFolder()
        #expect(mount("tmpfs", folder.path, "tmpfs", 0, "size=1m") == 0)
        defer { umount2(folder.path, Int32(MNT_DETACH)) }
        let store = try SQLiteStore.open(at: folder.path).store
        defer { store.close() }
        try await store.commit(changes(records: [record(1)]))
        var seq: UInt64 = 1
        let error = try await failure {
            while true {
                seq += 1
                try await store.commit(changes(records: [record(seq, action: big)]))
            }
        }
        #expect([full, ioError].contains(error.code & 0xFF), "\(error.message)")
        #expect(try await store.records().last?.seq == seq - 1)
        #expect(mount("tmpfs", folder.path, "tmpfs", UInt(MS_REMOUNT), "size=16m") == 0)
        try await store.commit(changes(records: [record(seq, action: big)]))
        #expect(try await store.records(after: 1).seqs == Array(2...seq))
    }

    private func failure(_ body: () async throws -> Void) async throws -> StoreError {
        try #require(await #expect(throws: StoreError.self) { try await body() })
    }
}
