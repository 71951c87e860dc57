import TMapsProtocol
import TMapsRelay
import TMapsTesting
import Testing

@testable import TMapsStore

@Suite struct CommitTests {
    let folder: TestFolder
    let store: SQLiteStore

    init() throws {
        folder = TestFolder()
        store = try SQLiteStore.open(at: folder.path).store
    }

    @Test("a record comes back with every field it had")
    func everyField() async throws {
        let records = [
            record(1, type: "READY", role: .map, peer: "map-1", retention: .pass),
            record(2, action: #"{"type":"SET_ZOOM","zoom":1.0}"#, id: "c1", to: "map-1", retention: .view),
            record(3, type: "SECRETS", action: #"{"client_secret":"***"}"#, retention: .secret, isMasked: true),
            record(4, type: "ÄNDERN 🗺", action: "", time: -5, peer: "p", retention: .setup),
            record(900, type: "LOAD_MAP", time: 1_800_000_000_000, retention: .load),
        ]
        try await store.commit(changes(records: records))
        #expect(try await store.records().plain == records.plain)
    }

    @Test("many commits keep their order")
    func order() async throws {
        for start in stride(from: UInt64(1), through: 491, by: 10) {
            try await store.commit(changes(records: (start..<start + 10).map { record($0) }))
        }
        #expect(try await store.records().seqs == Array(1...500))
        #expect(try await store.load()?.tail.seqs == Array(1...500))
    }

    @Test("commits queued at once share a transaction and are answered in order, each after its data can be read")
    func groupCommit() async throws {
        let answers = AsyncStream<Int>.makeStream()
        for number in 1...200 {
            store.commit([changes(records: [record(UInt64(number))])]) { result in
                if case .success = result { answers.continuation.yield(number) }
                if number == 200 { answers.continuation.finish() }
            }
        }
        var seen: [Int] = []
        for await number in answers.stream { seen.append(number) }
        #expect(seen == Array(1...200))
        #expect(try await store.records().count == 200)
    }

    @Test("a read sees what was committed before it, without waiting for the answer")
    func readAfterCommit() async throws {
        for seq in UInt64(1)...100 {
            store.commit([changes(records: [record(seq)])]) { _ in }
            #expect(try await store.records(after: seq - 1).seqs == [seq])
        }
    }

    @Test("calls from many threads at once are all answered")
    func manyThreads() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...8 {
                group.addTask { [store] in
                    for seq in UInt64(1)...50 { try await store.commit(changes("s\(number)", records: [record(seq)])) }
                    #expect(try await store.load("s\(number)")?.tail.seqs == Array(1...50))
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("one commit that cannot be written does not take its neighbours with it")
    func badNeighbour() async throws {
        let bad = changes(records: [record(7), record(6)], seq: 7)
        let (first, second, third) = await withCheckedContinuation { done in
            let results = Results(count: 3) { done.resume(returning: ($0[0], $0[1], $0[2])) }
            // All three are queued before the store's thread looks again: the first job holds it.
            store.perform({ (_: Result<Void, StoreError>) in }) { [store] (_) throws(StoreError) in
                store.commit([changes(records: [record(1)])]) { results.set(0, $0) }
                store.commit([changes("other", records: [record(1)]), bad]) { results.set(1, $0) }
                store.commit([changes(records: [record(2)])]) { results.set(2, $0) }
            }
        }
        #expect(throws: Never.self) { try first.get() }
        #expect(throws: Never.self) { try third.get() }
        let error = try #require(throws: StoreError.self) { try second.get() }
        #expect(error.message == "session kiosk: record 6 stands behind 7")
        #expect(try await store.records().seqs == [1, 2])
        #expect(try await store.load("other") == nil)
    }

    @Test("a long batch is split into rows and read back whole")
    func longBatch() async throws {
        let records = (1...3_500).map { record(UInt64($0)) }
        try await store.commit(changes(records: records))
        #expect(try await store.integer("SELECT count(*) FROM batches") == 4)
        #expect(try await store.records().plain == records.plain)
    }

    @Test("an action of the largest size is stored")
    func largeAction() async throws {
        let text = #"{"type":"BIG","data":""# + String(repeating: "ü", count: 2 * 1024 * 1024) + #""}"#
        try await store.commit(changes(records: [record(1, type: "BIG", action: text)]))
        #expect(try await store.records().first?.action.text == text)
    }

    @Test("retained state is replaced, and goes when it is nil")
    func retained() async throws {
        let zoom = record(1, retention: .view)
        let theme = record(2, type: "SET_THEME", retention: .setup)
        try await store.commit(changes(records: [zoom, theme], retained: ["SET_ZOOM": zoom, "SET_THEME": theme]))
        let newer = record(3, retention: .view)
        try await store.commit(changes(records: [newer], retained: ["SET_ZOOM": newer, "SET_THEME": nil]))
        #expect(try await store.load()?.retained.plain == [Plain(newer)])
    }

    @Test("retained state is loaded in the order of dispatch")
    func retainedOrder() async throws {
        let records = [record(9, type: "A"), record(3, type: "B"), record(5, type: "C")]
        let retained = Dictionary(uniqueKeysWithValues: records.map { ($0.type, Optional($0)) })
        try await store.commit(changes(seq: 9, retained: retained))
        #expect(try await store.load()?.retained.seqs == [3, 5, 9])
    }

    @Test("gates are replaced, and go when they are nil")
    func gates() async throws {
        let waiting = StoredGate(stage: .waiting, isLoading: false, caughtUp: 0, replayAfter: nil, lastActive: 1)
        let loaded = StoredGate(
            stage: .loaded, isLoading: true, caughtUp: 77, replayAfter: 70, lastActive: 1_700_000_000_000)
        try await store.commit(changes(gates: ["map-1": waiting, "map-2": waiting]))
        try await store.commit(changes(gates: ["map-1": loaded, "map-2": nil]))
        #expect(try await store.load()?.gates == ["map-1": loaded])
    }

    @Test("a session of another epoch starts from nothing")
    func newEpoch() async throws {
        let old = record(1, id: "c1")
        try await store.commit(
            changes(
                records: [old, record(2)], seq: 2, reserved: 1_000, retained: ["SET_ZOOM": old],
                gates: ["m": StoredGate(stage: .ready, isLoading: false, caughtUp: 0, replayAfter: nil, lastActive: 0)])
        )
        try await store.commit(changes(records: [record(1, type: "NEW")], epoch: "e2"))
        let session = try #require(try await store.load())
        #expect(session.summary.epoch == "e2" && session.summary.seq == 1)
        #expect(session.tail.map(\.type) == ["NEW"])
        #expect(session.retained.isEmpty && session.gates.isEmpty && session.confirmations.isEmpty)
    }

    @Test("sessions do not see each other's records")
    func separate() async throws {
        try await store.commit(
            changes("a", records: [record(1), record(2)]), changes("b", records: [record(1, type: "B")]))
        #expect(try await store.records("a").seqs == [1, 2])
        #expect(try await store.records("b").map(\.type) == ["B"])
        #expect(try await store.records("c").isEmpty)
        #expect(try await store.load("c") == nil)
    }

    @Test("after close every call is answered with an error")
    func closed() async throws {
        store.close()
        store.close()
        for result in [
            await Result.catching { try await store.commit(changes()) },
            await Result.catching { _ = try await store.load() },
            await Result.catching { _ = try await store.records() },
            await Result.catching { try await store.delete() },
            await Result.catching { try await store.trim(keeping: 1) },
        ] {
            #expect(throws: StoreError(code: 0, message: "the store is closed")) { try result.get() }
        }
    }
}

extension Result where Success == Void, Failure == any Error {
    static func catching(_ body: () async throws -> Void) async -> Self {
        do { return .success(try await body()) } catch { return .failure(error) }
    }
}

/// Gathers results from the store's thread, and tells when all are there.
final class Results: @unchecked Sendable {
    // @unchecked because only the store's thread touches it.
    private var results: [Int: Result<Void, StoreError>] = [:]
    private let count: Int
    private let done: ([Int: Result<Void, StoreError>]) -> Void

    init(count: Int, done: @escaping @Sendable ([Result<Void, StoreError>]) -> Void) {
        self.count = count
        self.done = { results in done((0..<count).compactMap { results[$0] }) }
    }

    func set(_ index: Int, _ result: Result<Void, StoreError>) {
        results[index] = result
        if results.count == count { done(results) }
    }
}
