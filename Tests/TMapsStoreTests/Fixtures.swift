import Glibc
import TMapsProtocol
import TMapsRelay
import TMapsTesting
import Testing

@testable import TMapsStore

extension TestFolder {
    var database: String { file("bridge.sqlite") }

    /// What a power cut would leave: the files as they are on the disk while the store runs.
    func powerLossImage() throws -> TestFolder {
        let image = TestFolder()
        for name in names where name.hasPrefix("bridge.sqlite") { try image.write(read(name), to: name) }
        return image
    }
}

/// Runs a program to its end and throws where it fails.
func run(_ arguments: String...) throws {
    let tool = try Tool.run(arguments)
    try #require(tool.code == 0, "\(tool.output)")
}

func record(
    _ seq: UInt64, type: String = "SET_ZOOM", action: String? = nil, time: Int64? = nil, role: Role = .client,
    peer: String = "app", id: String? = nil, to: String? = nil, retention: Retention = .view, isMasked: Bool = false
) -> Record {
    Record(
        seq: seq, time: time ?? 1_700_000_000_000 + Int64(seq), role: role, peer: peer, id: id, to: to,
        retention: retention, type: type, action: Frame(action ?? #"{"type":"\#(type)","zoom":\#(seq)}"#),
        isMasked: isMasked)
}

func changes(
    _ session: String = "kiosk", records: [Record] = [], seq: UInt64? = nil, reserved: UInt64? = nil,
    epoch: String = "e1", name: String? = nil, retained: [String: Record?] = [:], gates: [String: StoredGate?] = [:],
    waitingAfter: UInt64? = nil
) -> SessionChanges {
    let last = seq ?? records.last?.seq ?? 0
    let summary = SessionSummary(
        session: session, name: name, epoch: epoch, seq: last, created: 1_600_000_000_000,
        lastActive: 1_700_000_000_000)
    return SessionChanges(
        summary, records: records, reservedSeq: reserved ?? last, retained: retained, gates: gates,
        waitingAfter: waitingAfter)
}

/// Everything a record holds, to compare by value.
struct Plain: Hashable, CustomStringConvertible {
    var seq: UInt64, time: Int64, role: Role, peer: String, id: String?, to: String?
    var retention: Retention, type: String, action: String, isMasked: Bool

    init(_ record: Record) {
        (seq, time, role, peer) = (record.seq, record.time, record.role, record.peer)
        (id, to, retention, type) = (record.id, record.to, record.retention, record.type)
        (action, isMasked) = (record.action.text, record.isMasked)
    }

    var description: String { "#\(seq) \(type)" }
}

extension [Record] {
    var plain: [Plain] { map { Plain($0) } }
    var seqs: [UInt64] { map(\.seq) }
}

/// The port's calls as async functions.
extension SQLiteStore {
    func commit(_ changes: SessionChanges...) async throws {
        try await withCheckedContinuation { done in commit(changes) { done.resume(returning: $0) } }.get()
    }

    func load(_ session: String = "kiosk", tail: Int = 1_000) async throws -> StoredSession? {
        try await withCheckedContinuation { done in
            load(session: session, tail: tail) { done.resume(returning: $0) }
        }.get()
    }

    func records(
        _ session: String = "kiosk", after: UInt64 = 0, limit: Int = 100_000, maxBytes: Int = .max
    ) async throws -> [Record] {
        try await withCheckedContinuation { done in
            records(session: session, after: after, limit: limit, maxBytes: maxBytes) { done.resume(returning: $0) }
        }.get()
    }

    func delete(_ session: String = "kiosk") async throws {
        try await withCheckedContinuation { done in delete(session: session) { done.resume(returning: $0) } }.get()
    }

    @discardableResult
    func trim(
        keeping count: Int, bytes: Int64 = .max, before: Int64 = 0
    ) async throws -> [String: UInt64] {
        let report = await trim(to: RecordLimits(count: count, bytes: bytes, oldest: before))
        if let fault = report.fault { throw fault }
        return report.firstKept
    }

    func trim(to limits: RecordLimits) async -> TrimReport {
        await withCheckedContinuation { done in trim(to: limits) { done.resume(returning: $0) } }
    }

    func sql(_ statement: String) async throws {
        try await withCheckedContinuation { done in
            perform({ done.resume(returning: $0) }) { (archive) throws(StoreError) in
                try archive.database.execute(statement)
            }
        }.get()
    }

    func integer(_ query: String) async throws -> Int64? {
        try await withCheckedContinuation { done in
            perform({ done.resume(returning: $0) }) { (archive) throws(StoreError) in
                try archive.database.integer(query)
            }
        }.get()
    }
}
