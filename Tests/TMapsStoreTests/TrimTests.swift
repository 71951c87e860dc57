import TMapsProtocol
import TMapsRelay
import TMapsTesting
import Testing

@testable import TMapsStore

@Suite struct TrimTests {
    let folder: TestFolder
    let store: SQLiteStore

    init() throws {
        folder = TestFolder()
        store = try SQLiteStore.open(at: folder.path).store
    }

    private func fill(_ session: String = "kiosk", batches: Int, of count: Int, waitingAfter: UInt64? = nil)
        async throws
    {
        for batch in 0..<batches {
            let first = UInt64(batch * count + 1)
            try await store.commit(
                changes(
                    session, records: (first..<first + UInt64(count)).map { record($0) }, waitingAfter: waitingAfter))
        }
    }

    @Test("the newest records stay, whole batches go")
    func count() async throws {
        try await fill(batches: 10, of: 10)
        #expect(try await store.trim(keeping: 35) == ["kiosk": 61])
        #expect(try await store.records().seqs == Array(61...100))
        #expect(try await store.load()?.firstKept == 61)
        #expect(try await store.trim(keeping: 35) == [:])
        #expect(try await store.load()?.firstKept == 61)
        try await store.trim(keeping: 30)
        #expect(try await store.load()?.firstKept == 71)
        #expect(try await store.integer("SELECT count(*) FROM batches") == 3)
    }

    @Test("records older than the time go, also all of them; numbering goes on")
    func age() async throws {
        try await fill(batches: 3, of: 10)
        // Record N has the time 1,700,000,000,000 + N; a batch goes when its youngest is too old.
        try await store.trim(keeping: 1_000, before: 1_700_000_000_020)
        #expect(try await store.load()?.firstKept == 11)
        try await store.trim(keeping: 1_000, before: 1_700_000_000_021)
        #expect(try await store.load()?.firstKept == 21)
        try await store.trim(keeping: 1_000, before: .max)
        #expect(try await store.load()?.firstKept == 31)
        #expect(try await store.records().isEmpty)
        try await store.commit(changes(records: [record(31)]))
        #expect(try await store.records().seqs == [31])
    }

    @Test("keeping none, or fewer than none, leaves a session that goes on")
    func none() async throws {
        try await fill(batches: 2, of: 3)
        try await store.trim(keeping: -1)
        let session = try #require(try await store.load())
        #expect(session.firstKept == 7 && session.summary.seq == 6 && session.tail.isEmpty)
    }

    @Test("actions that wait for a map outlive a trim, out of the log's sight, until a map has taken them")
    func waiting() async throws {
        let waiting = record(1, type: "SEARCH_ITEM", retention: .pass)
        try await store.commit(changes(records: [waiting], waitingAfter: 0))
        for seq in UInt64(2)...20 { try await store.commit(changes(records: [record(seq)], waitingAfter: 0)) }
        try await store.trim(keeping: 5)
        var session = try #require(try await store.load())
        #expect(session.waiting.plain == [Plain(waiting)])
        #expect(session.firstKept == 16 && session.tail.seqs == Array(16...20))
        #expect(try await store.records().seqs == Array(16...20))
        try await store.commit(changes(seq: 20, waitingAfter: nil))
        try await store.trim(keeping: 5)
        session = try #require(try await store.load())
        #expect(session.waiting.isEmpty && session.firstKept == 16)
        #expect(try await store.integer("SELECT count(*) FROM batches") == 5)
    }

    @Test("a trim of many rows runs in steps, with commits between them")
    func steps() async throws {
        for seq in UInt64(1)...1_000 { store.commit([changes(records: [record(seq)])]) { _ in } }
        let order = AsyncStream<String>.makeStream()
        store.trim(to: RecordLimits(count: 10, bytes: .max, oldest: 0)) { _ in
            order.continuation.yield("trim")
            order.continuation.finish()
        }
        store.commit([changes(records: [record(1_001)])]) { _ in order.continuation.yield("commit") }
        var seen: [String] = []
        for await event in order.stream { seen.append(event) }
        #expect(seen == ["commit", "trim"])
        #expect(try await store.load()?.firstKept == 992)
    }

    @Test("every session is trimmed, also past the number one step looks at")
    func sessions() async throws {
        for number in 1...600 { store.commit([changes("s\(number)", records: [record(1)])]) { _ in } }
        for number in 1...600 { store.commit([changes("s\(number)", records: [record(2)])]) { _ in } }
        let raised = try await store.trim(keeping: 1)
        #expect(raised.count == 600 && Set(raised.values) == [2])
        #expect(try await store.integer("SELECT count(*) FROM batches") == 600)
        #expect(try await store.load("s600")?.firstKept == 2)
    }

    @Test("a trim that a fault ends tells of the steps that were done, and the next one goes on from there")
    func fault() async throws {
        for seq in UInt64(1)...300 { try await store.commit(changes("hall", records: [record(seq)])) }
        for seq in UInt64(1)...3 { try await store.commit(changes("annex", records: [record(seq)])) }
        try await store.sql(
            """
            CREATE TRIGGER refused BEFORE UPDATE OF floor ON sessions WHEN old.session = 'annex'
            BEGIN SELECT raise(ABORT, 'not today'); END
            """)
        let report = await store.trim(to: RecordLimits(count: 1, bytes: .max, oldest: 0))
        // The second step would have taken the rest of the hall and failed with the annex.
        #expect(report.firstKept == ["hall": 257])
        #expect(report.fault?.message.contains("not today") == true)
        #expect(try await store.records("hall").seqs == Array(257...300))
        #expect(try await store.records("annex").seqs == [1, 2, 3])
        try await store.sql("DROP TRIGGER refused")
        #expect(try await store.trim(keeping: 1) == ["hall": 300, "annex": 3])
    }

    @Test("a deleted session is gone at once, its rows soon after, and its name can be used again")
    func delete() async throws {
        for seq in UInt64(1)...1_000 {
            store.commit([changes(records: [record(seq, id: "c\(seq)")], reserved: 5_000)]) { _ in }
        }
        try await store.commit(
            changes(
                seq: 1_000, retained: ["SET_ZOOM": record(1_000)],
                gates: ["m": StoredGate(stage: .ready, isLoading: false, caughtUp: 0, replayAfter: nil, lastActive: 0)])
        )
        try await store.delete()
        #expect(try await store.load() == nil)
        #expect(try await store.records().isEmpty)
        try await store.commit(changes(records: [record(1)], epoch: "e2"))
        // Each step of the removal queues the next, so a call behind the last one sees them all done.
        while try await store.integer("SELECT count(*) FROM removed") != 0 {}
        #expect(try await store.integer("SELECT count(*) FROM batches") == 1)
        #expect(try await store.integer("SELECT count(*) FROM retained") == 0)
        #expect(try await store.integer("SELECT count(*) FROM gates") == 0)
        #expect(try await store.load()?.tail.seqs == [1])
        try await store.delete("never-there")
    }
}
