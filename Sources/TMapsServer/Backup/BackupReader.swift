internal import TMapsProtocol
internal import TMapsRelay
internal import TMapsStore

/// Reads a backup into a store, line by line.
struct BackupReader {
    /// Records are written in parts of about this size.
    private static let partRecords = 1_000
    private static let partBytes = 4 << 20

    let store: OfflineStore
    let path: String
    let options: SessionsBackup.ImportOptions
    private var place = 0
    private var counts = SessionsBackup.Counts()
    private var session: Pending?
    private var hasBegun = false
    private var end: SessionsBackup.Counts?

    /// The session whose lines are being read.
    private struct Pending {
        /// What has not been written yet.
        var changes: SessionChanges
        let firstKept: UInt64
        var hasLog = false
        var bytes = 0
        var last: UInt64 = 0
    }

    init(store: OfflineStore, path: String, options: SessionsBackup.ImportOptions) {
        self.store = store
        self.path = path
        self.options = options
    }

    mutating func read(_ line: [UInt8], number: Int) throws(StoreError) {
        place = number
        do throws(Refusal) {
            let (kind, fields) = try line.withRawBytes { (bytes) throws(Refusal) in try BackupFields.read(bytes) }
            guard end == nil else { throw Refusal(.invalidField, "expected nothing behind the end line") }
            if kind == "tmaps_sessions", !hasBegun {
                hasBegun = true
                return try fields.checkVersion()
            }
            guard hasBegun else {
                throw Refusal(.invalidField, "expected the first line of a backup, \"tmaps_sessions\"")
            }
            try read(kind, fields)
        } catch {
            throw fault(error.message)
        }
    }

    private mutating func read(_ kind: String, _ fields: BackupFields) throws(Refusal) {
        switch kind {
        case "session":
            try stored { (reader) throws(StoreError) in try reader.endSession() }
            try begin(fields)
        case "record":
            try append(fields.record(upTo: session?.changes.seq))
        case "retained":
            let record = try fields.record(upTo: session?.changes.seq)
            session?.changes.retained[record.type] = .some(record)
        case "gate":
            let (peer, gate) = try fields.gate()
            session?.changes.gates[peer] = .some(gate)
        case "end":
            try stored { (reader) throws(StoreError) in try reader.endSession() }
            end = SessionsBackup.Counts(
                sessions: try fields.whole("sessions"), records: try fields.whole("records"))
        default:
            throw Refusal(.invalidField, "no such kind of line: \"\(kind)\"")
        }
        guard session != nil || kind == "end" else {
            throw Refusal(.invalidField, "expected a \"session\" line before the first \"\(kind)\"")
        }
    }

    private mutating func begin(_ fields: BackupFields) throws(Refusal) {
        var (changes, firstKept) = try fields.session()
        if options.renewsEpochs { changes.summary.epoch = Identifier.random() }
        let id = changes.session
        try stored { (reader) throws(StoreError) in
            guard try reader.store.exists(id) else { return }
            guard reader.options.replaces else {
                throw StoreError(code: 0, message: "session \(id) exists already; --replace puts this one in its place")
            }
            try reader.store.remove(id)
        }
        counts.sessions += 1
        session = Pending(changes: changes, firstKept: firstKept)
    }

    private mutating func append(_ record: Record) throws(Refusal) {
        guard var pending = session else { return }
        guard record.seq > pending.last else {
            throw Refusal(.invalidField, "seq: \(record.seq) stands behind \(pending.last)")
        }
        session = nil
        if record.seq >= pending.firstKept, !pending.hasLog {
            try stored { (reader) throws(StoreError) in try reader.beginLog(&pending) }
        }
        pending.changes.records.append(record)
        pending.bytes += record.byteCount
        pending.last = record.seq
        counts.records += 1
        if pending.changes.records.count >= Self.partRecords || pending.bytes >= Self.partBytes {
            try stored { (reader) throws(StoreError) in try reader.write(&pending) }
        }
        session = pending
    }

    private func write(_ pending: inout Pending) throws(StoreError) {
        try store.write(pending.changes)
        (pending.changes.records, pending.bytes) = ([], 0)
        (pending.changes.retained, pending.changes.gates) = ([:], [:])
    }

    /// Records that only wait for a map lie below the log.
    private func beginLog(_ pending: inout Pending) throws(StoreError) {
        try write(&pending)
        try store.begin(logOf: pending.changes.session, at: pending.firstKept)
        pending.hasLog = true
    }

    private mutating func endSession() throws(StoreError) {
        guard var pending = session else { return }
        session = nil
        if !pending.hasLog { try beginLog(&pending) }
        try write(&pending)
    }

    /// All lines were read.
    mutating func finish() throws(StoreError) -> SessionsBackup.Counts {
        guard let end else {
            throw StoreError(code: 0, message: "\(path): ends early, without its end line; nothing was imported")
        }
        guard end == counts else {
            throw fault(
                "names \(end.sessions) sessions and \(end.records) records, but \(counts.sessions) and "
                    + "\(counts.records) came before it")
        }
        return counts
    }

    private func fault(_ reason: String) -> StoreError {
        StoreError(code: 0, message: "\(path):\(place): \(reason); nothing was imported")
    }

    /// What the store throws, as a fault of this line.
    private mutating func stored(_ body: (inout BackupReader) throws(StoreError) -> Void) throws(Refusal) {
        do throws(StoreError) { try body(&self) } catch { throw Refusal(.storage, error.message) }
    }
}
