import Glibc
import TMapsRelay
import TMapsTesting
import Testing

@testable import TMapsStore

/// What happens to the files while the store runs.
@Suite struct RepairTests {
    let folder: TestFolder
    let store: SQLiteStore

    init() throws {
        folder = TestFolder()
        store = try SQLiteStore.open(at: folder.path).store
    }

    private func repair(after fault: StoreError) async throws -> StoreRepair {
        try await withCheckedContinuation { done in
            store.repair(after: fault) { done.resume(returning: $0) }
        }.get()
    }

    private func fault(_ body: () async throws -> Void) async throws -> StoreError {
        try #require(await #expect(throws: StoreError.self) { try await body() })
    }

    @Test("a fault of the disk leaves the database as it is")
    func diskFault() async throws {
        try await store.commit(changes(records: [record(1)]))
        #expect(try await repair(after: StoreError(code: 13, message: "full")) == .intact)
        #expect(try await store.records().seqs == [1])
    }

    @Test("a database whose pages become garbage while it runs is set aside, and a new one takes commits")
    func garbageWhileRunning() async throws {
        for seq in UInt64(1)...500 { try await store.commit(changes(records: [record(seq)])) }
        // Out of the log into the file, and out of the cache, so that the next read meets what is there.
        try await store.sql("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA shrink_memory")
        try damage(from: 1)
        let fault = try await fault { try await store.commit(changes(records: [record(501)])) }
        #expect(fault.isCorruption, "\(fault.message)")
        guard case .replaced(let report) = try await repair(after: fault) else {
            Issue.record("not replaced")
            return
        }
        let aside = try #require(folder.names.first { $0.hasPrefix("bridge.sqlite.corrupt-") })
        #expect(report.contains("It was set aside as \(folder.path)/\(aside)"))
        #expect(try await store.load() == nil)
        try await store.commit(changes(records: [record(1)], epoch: "e2"))
        #expect(try await store.records().seqs == [1])
        store.close()
        #expect(try SQLiteStore.open(at: folder.path).sessions.map(\.epoch) == ["e2"])
    }

    /// Page 2 on, as a bad disk would: not the header, which SQLite has read already.
    private func damage(from page: Int) throws {
        let file = open(folder.database, O_WRONLY | O_CLOEXEC)
        defer { close(file) }
        var status = stat()
        try #require(fstat(file, &status) == 0)
        let garbage = [UInt8](repeating: 0xA5, count: 16_384)
        for offset in stride(from: page * 16_384, to: Int(status.st_size), by: 16_384) {
            try #require(pwrite(file, garbage, garbage.count, offset) == garbage.count)
        }
    }

    @Test("a database that is deleted while it runs takes no more commits, and a new one is made")
    func deleted() async throws {
        try await store.commit(changes(records: [record(1)]))
        unlink(folder.database)
        let fault = try await fault { try await store.commit(changes(records: [record(2)])) }
        #expect(fault.message == "\(folder.database): was deleted or replaced while the server ran")
        guard case .replaced = try await repair(after: fault) else {
            Issue.record("not replaced")
            return
        }
        try await store.commit(changes(records: [record(2)], epoch: "e2"))
        let image = try folder.powerLossImage()
        #expect(try await SQLiteStore.open(at: image.path).store.records().seqs == [2])
    }

    @Test("a truncated file is set aside at start")
    func truncated() async throws {
        for seq in UInt64(1)...500 { store.commit([changes(records: [record(seq)])]) { _ in } }
        store.close()
        let whole = try folder.read("bridge.sqlite")
        try folder.write(Array(whole.prefix(whole.count / 2 + 100)), to: "bridge.sqlite")
        let opened = try SQLiteStore.open(at: folder.path)
        #expect(opened.sessions.isEmpty && opened.findings.count == 1, "\(opened.findings)")
        let aside = try #require(folder.names.first { $0.hasPrefix("bridge.sqlite.corrupt-") })
        #expect(try folder.read(aside).count == whole.count / 2 + 100)
    }

    @Test("garbage in the middle of the file is found at start")
    func garbageInTheMiddle() throws {
        for seq in UInt64(1)...2_000 { store.commit([changes(records: [record(seq)])]) { _ in } }
        store.close()
        var bytes = try folder.read("bridge.sqlite")
        let middle = bytes.count / 2 / 16_384 * 16_384
        for index in middle..<middle + 16_384 { bytes[index] = UInt8(truncatingIfNeeded: index &* 31) }
        try folder.write(bytes, to: "bridge.sqlite")
        let opened = try SQLiteStore.open(at: folder.path)
        #expect(opened.sessions.isEmpty && opened.findings.count == 1, "\(opened.findings)")
    }
}
