import Glibc
import TMapsProtocol
import TMapsRelay
import TMapsTesting
import Testing

@testable import TMapsStore

@Suite struct RestartTests {
    let folder: TestFolder

    init() throws { folder = TestFolder() }

    @Test("after a clean stop everything is there and numbering goes on exactly")
    func clean() async throws {
        let first = try SQLiteStore.open(at: folder.path)
        #expect(first.sessions.isEmpty && first.findings.isEmpty)
        let kept = record(2, type: "SET_THEME", retention: .setup)
        let gate = StoredGate(stage: .loaded, isLoading: false, caughtUp: 2, replayAfter: nil, lastActive: 9)
        try await first.store.commit(
            changes(
                records: [record(1, id: "c1"), kept], seq: 2, reserved: 1_002, name: "Hall 7",
                retained: ["SET_THEME": kept], gates: ["m": gate], waitingAfter: 2))
        first.store.close()

        let second = try SQLiteStore.open(at: folder.path)
        #expect(second.findings.isEmpty)
        #expect(
            second.sessions == [
                SessionSummary(
                    session: "kiosk", name: "Hall 7", epoch: "e1", seq: 2, created: 1_600_000_000_000,
                    lastActive: 1_700_000_000_000)
            ])
        let session = try #require(try await second.store.load())
        #expect(session.summary.seq == 2 && session.waitingAfter == 2)
        #expect(session.retained.plain == [Plain(kept)])
        #expect(session.gates == ["m": gate])
        #expect(session.confirmations == [StoredConfirmation(role: .client, peer: "app", id: "c1", seq: 1)])
        second.store.close()
        #expect(folder.names == ["bridge.lock", "bridge.sqlite"])
    }

    @Test(
        "after a power cut what was acknowledged is there and no number is used again", arguments: Durability.allCases)
    func powerCut(durability: Durability) async throws {
        let store = try SQLiteStore.open(at: folder.path, durability: durability).store
        for seq in UInt64(1)...50 { try await store.commit(changes(records: [record(seq)], reserved: 64)) }
        let image = try folder.powerLossImage()
        store.close()

        let reopened = try SQLiteStore.open(at: image.path)
        #expect(reopened.sessions.map(\.seq) == [64])
        #expect(reopened.findings.count == 1 && reopened.findings[0].contains("the last stop was not clean"))
        let session = try #require(try await reopened.store.load())
        #expect(session.tail.seqs == Array(1...50) && session.summary.seq == 64)
        try await reopened.store.commit(changes(records: [record(65)], reserved: 128))
        reopened.store.close()
        #expect(try SQLiteStore.open(at: image.path).sessions.map(\.seq) == [65])
    }

    @Test("a session that nobody touched goes on above its reserved numbers, whatever the next stop is")
    func untouched() async throws {
        let store = try SQLiteStore.open(at: folder.path).store
        try await store.commit(changes(records: [record(1)], reserved: 100))
        let image = try folder.powerLossImage()
        store.close()
        try SQLiteStore.open(at: image.path).store.close()
        #expect(try SQLiteStore.open(at: image.path).sessions.map(\.seq) == [100])
    }

    @Test("numbers given out between a load and the next commit are not given out again after a power cut")
    func reservedByLoad() async throws {
        let store = try SQLiteStore.open(at: folder.path).store
        try await store.commit(changes("a", records: [record(7)]), changes("b", records: [record(1)]))
        store.close()
        let reopened = try SQLiteStore.open(at: folder.path)
        #expect(reopened.sessions.map(\.seq) == [7, 1])
        #expect(try await reopened.store.load("a")?.summary.seq == 7)
        let image = try folder.powerLossImage()
        reopened.store.close()
        #expect(try SQLiteStore.open(at: image.path).sessions.map(\.seq) == [7 + SessionChanges.reserveAhead, 1])
        #expect(try SQLiteStore.open(at: folder.path).sessions.map(\.seq) == [7, 1])
    }

    /// Guards against confirming before the data is on disk (seen in nats-server#7564, mosquitto#1855).
    @Test("kill -9 loses nothing that was acknowledged, and leaves no half batch")
    func kill9() async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.path as String] in
            let store = try SQLiteStore.open(at: path).store
            for batch in UInt64(0)..<100 {
                let records = (batch * 10 + 1...batch * 10 + 10).map { record($0) }
                store.commit([changes(records: records, reserved: 5_000)]) { result in
                    guard case .success = result else { return }
                    let file = open(path + "/acknowledged", O_WRONLY | O_CREAT, 0o600)
                    let text = "\(batch * 10 + 10)\n"
                    _ = pwrite(file, text, text.utf8.count, 0)
                    close(file)
                    if batch == 40 { kill(getpid(), SIGKILL) }
                }
            }
            while true { pause() }
        }
        let acknowledged = try #require(
            UInt64(String(decoding: folder.read("acknowledged"), as: UTF8.self).split(separator: "\n")[0]))
        #expect(acknowledged >= 410)
        let reopened = try SQLiteStore.open(at: folder.path)
        #expect(reopened.sessions.map(\.seq) == [5_000])
        let seqs = try await reopened.store.records().seqs
        #expect(seqs.count % 10 == 0 && seqs == Array(1...UInt64(seqs.count)))
        #expect(seqs.count >= Int(acknowledged))
    }

    @Test("close waits for what was queued before it")
    func closeDrains() async throws {
        let store = try SQLiteStore.open(at: folder.path).store
        for seq in UInt64(1)...300 { store.commit([changes(records: [record(seq)])]) { _ in } }
        store.close()
        let reopened = try SQLiteStore.open(at: folder.path)
        #expect(try await reopened.store.records().count == 300)
    }

    @Test("a store that is dropped without close lets go of its folder")
    func dropped() async throws {
        weak var dropped: SQLiteStore?
        do {
            let store = try SQLiteStore.open(at: folder.path).store
            dropped = store
            try await store.commit(changes(records: [record(1)], reserved: 10))
        }
        #expect(dropped == nil)
        // Its thread is on the way out; flock(2) without LOCK_NB waits for that.
        let lock = open(folder.path + "/bridge.lock", O_RDWR | O_CLOEXEC)
        #expect(flock(lock, LOCK_EX) == 0)
        close(lock)
        #expect(try SQLiteStore.open(at: folder.path).sessions.map(\.seq) == [10])
    }
}
