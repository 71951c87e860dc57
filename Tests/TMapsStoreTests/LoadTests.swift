import TMapsProtocol
import TMapsRelay
import TMapsTesting
import Testing

@testable import TMapsStore

@Suite struct LoadTests {
    let folder: TestFolder
    let store: SQLiteStore

    init() throws {
        folder = TestFolder()
        store = try SQLiteStore.open(at: folder.path).store
    }

    @Test("a session is loaded with its head, and the newest records as its tail")
    func head() async throws {
        for start in stride(from: UInt64(1), through: 91, by: 10) {
            try await store.commit(
                changes(
                    records: (start..<start + 10).map { record($0) }, seq: start + 9, reserved: 5_000, name: "Hall 7"))
        }
        let session = try #require(try await store.load(tail: 25))
        let summary = session.summary
        #expect(summary.session == "kiosk" && summary.name == "Hall 7" && summary.epoch == "e1")
        #expect(summary.created == 1_600_000_000_000 && summary.lastActive == 1_700_000_000_000)
        #expect(session.summary.seq == 100 && session.firstKept == 1)
        #expect(session.tail.seqs == Array(76...100))
        #expect(try await store.load(tail: 0)?.tail.isEmpty == true)
    }

    @Test("a session without records keeps nothing: the first one kept would be the next")
    func empty() async throws {
        try await store.commit(changes(seq: 41))
        let session = try #require(try await store.load())
        #expect(session.firstKept == 42 && session.tail.isEmpty && session.waiting.isEmpty)
    }

    @Test("client actions that are not retained wait while no map is ready; others do not")
    func waiting() async throws {
        try await store.commit(
            changes(
                records: [
                    record(1, type: "BEFORE", retention: .pass),
                    record(2, type: "SEARCH_ITEM", retention: .pass),
                    record(3, type: "SET_ZOOM", retention: .view),
                    record(4, type: "EVENT_LOGGED", role: .map, retention: .pass),
                    record(5, type: "CUSTOM", retention: .pass),
                    record(6, type: "CUSTOM", to: "map-1", retention: .pass),
                ], waitingAfter: 1))
        #expect(try await store.load()?.waiting.map(\.type) == ["SEARCH_ITEM", "CUSTOM"])
        #expect(try await store.load()?.waitingAfter == 1)
        try await store.commit(changes(seq: 6, waitingAfter: nil))
        #expect(try await store.load()?.waiting.isEmpty == true)
        #expect(try await store.load()?.waitingAfter == nil)
    }

    @Test("every confirmation of the kept records is loaded, however short the tail is")
    func confirmations() async throws {
        try await store.commit(
            changes(records: [record(1, id: "c1"), record(2), record(3, role: .map, peer: "m", id: "x")]))
        try await store.commit(changes(records: [record(4)]))
        try await store.commit(changes(records: [record(5, id: "c2")]))
        #expect(
            try await store.load(tail: 1)?.confirmations == [
                StoredConfirmation(role: .client, peer: "app", id: "c1", seq: 1),
                StoredConfirmation(role: .map, peer: "m", id: "x", seq: 3),
                StoredConfirmation(role: .client, peer: "app", id: "c2", seq: 5),
            ])
    }

    @Test("pages of records join without a gap", arguments: [1, 7, 10, 64, 1_000])
    func pages(limit: Int) async throws {
        for start in stride(from: UInt64(1), through: 91, by: 10) {
            try await store.commit(changes(records: (start..<start + 10).map { record($0) }))
        }
        var seqs: [UInt64] = []
        while true {
            let page = try await store.records(after: seqs.last ?? 0, limit: limit)
            #expect(page.count <= limit)
            if page.isEmpty { break }
            seqs += page.seqs
        }
        #expect(seqs == Array(1...100))
    }

    @Test("a page starts within a batch, and behind the end there is none")
    func middle() async throws {
        try await store.commit(changes(records: (1...10).map { record($0) }))
        #expect(try await store.records(after: 4, limit: 3).seqs == [5, 6, 7])
        #expect(try await store.records(after: 10).isEmpty)
        #expect(try await store.records(after: .max).isEmpty)
        #expect(try await store.records(after: 3, limit: 0).seqs == [4])
        #expect(try await store.records(after: 3, limit: -1).seqs == [4])
        #expect(try await store.records(after: 3, maxBytes: 1).seqs == [4])
        #expect(try await store.records(after: 3, maxBytes: 0).seqs == [4])
        let two = try await store.records(after: 3, limit: 2).map(\.action.byteCount)
        #expect(try await store.records(after: 3, maxBytes: two[0] + 1).seqs == [4, 5])
    }

    @Test("a tail of long actions ends early instead of filling the memory; a page has all it was asked for")
    func longActions() async throws {
        let action = #"""# + String(repeating: "x", count: 3_000_000) + #"""#
        for seq in UInt64(1)...8 { try await store.commit(changes(records: [record(seq, action: action)])) }
        #expect(try await store.load()?.tail.seqs == Array(3...8))
        #expect(try await store.records(limit: .max).seqs == Array(1...8))
    }

    @Test("a damaged batch gives an error that names session and place, and the rest can be read")
    func damage() async throws {
        try await store.commit(changes(records: [record(1)]))
        try await store.commit(changes(records: [record(2)]))
        try await store.sql(
            """
            UPDATE batches SET body = CAST(substr(body, 1, 20) || x'00' || substr(body, 22) AS BLOB) WHERE last_seq = 2
            """)
        let error = await #expect(throws: StoreError.self) { try await store.records() }
        let message = try #require(error?.message)
        #expect(message.contains("session kiosk, records up to seq 2: byte "))
        #expect(message.hasSuffix("the checksum does not match"))
        #expect(try await store.records(limit: 1).seqs == [1])
        await #expect(throws: StoreError.self) { try await store.load() }
        try await store.commit(changes("other", records: [record(1)]))
    }
}
