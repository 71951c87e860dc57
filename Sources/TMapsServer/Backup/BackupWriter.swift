internal import Glibc
internal import TMapsProtocol
internal import TMapsRelay
internal import TMapsStore

/// Writes a backup, a JSON object a line.
struct BackupWriter {
    static let version = 1
    private static let pageRecords = 1_000

    private let path: String
    private let partial: String
    private let descriptor: Int32
    private var buffer: [UInt8] = []

    /// `-` is standard output. A file is written under another name first.
    init(_ path: String) throws(StoreError) {
        self.path = path
        partial = path + ".partial"
        descriptor = path == "-" ? STDOUT_FILENO : open(partial, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw LineReader.fault(partial, "cannot make") }
    }

    mutating func write(_ store: OfflineStore) throws(StoreError) -> SessionsBackup.Counts {
        var counts = SessionsBackup.Counts()
        try line { json in
            json.member("tmaps_sessions", BackupWriter.version)
            json.member("server", Server.version)
            json.member("time", Timestamp.now().iso8601)
        }
        for summary in store.sessions {
            guard let session = try store.load(summary.session) else { continue }
            counts.records += try write(session, store)
            counts.sessions += 1
        }
        let total = counts
        try line { json in
            json.beginObject("end")
            json.member("sessions", total.sessions)
            json.member("records", total.records)
            json.endObject()
        }
        return counts
    }

    /// Gives how many records the session has.
    private mutating func write(_ session: StoredSession, _ store: OfflineStore) throws(StoreError) -> Int {
        try line { $0.write(session) }
        for record in session.retained { try line { $0.write(record, as: "retained") } }
        for (peer, gate) in session.gates.sorted(by: { $0.key < $1.key }) { try line { $0.write(gate, of: peer) } }
        // What waits for a map outlives the log.
        let early = session.waiting.filter { $0.seq < session.firstKept }
        for record in early { try line { $0.write(record, as: "record") } }
        var count = early.count
        var after = session.firstKept - 1
        while true {
            let page = try store.records(
                of: session.summary.session, after: after, limit: BackupWriter.pageRecords)
            guard let last = page.last else { return count }
            for record in page { try line { $0.write(record, as: "record") } }
            count += page.count
            after = last.seq
        }
    }

    private mutating func line(_ build: (inout JSONWriter) -> Void) throws(StoreError) {
        buffer += JSONWriter.object(build)
        buffer.append(UInt8(ascii: "\n"))
        if buffer.count > 1 << 18 { try flush() }
    }

    private mutating func flush() throws(StoreError) {
        var rest = buffer[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw LineReader.fault(path, "cannot write") }
            rest = rest.dropFirst(count)
        }
        buffer.removeAll(keepingCapacity: true)
    }

    /// Returns when the file is on disk under its name.
    mutating func finish() throws(StoreError) {
        try flush()
        guard descriptor != STDOUT_FILENO else { return }
        guard fsync(descriptor) == 0, close(descriptor) == 0, rename(partial, path) == 0 else {
            throw LineReader.fault(path, "cannot finish")
        }
    }

    func abandon() {
        guard descriptor != STDOUT_FILENO else { return }
        close(descriptor)
        unlink(partial)
    }
}

extension JSONWriter {
    fileprivate mutating func write(_ session: StoredSession) {
        let summary = session.summary
        beginObject("session")
        member("id", summary.session)
        memberIfAny("name", summary.name)
        member("epoch", summary.epoch)
        member("created", summary.created)
        member("last_active", summary.lastActive)
        member("seq", summary.seq)
        member("first_kept", session.firstKept)
        memberIfAny("waiting_after", session.waitingAfter)
        endObject()
    }

    fileprivate mutating func write(_ gate: StoredGate, of peer: String) {
        beginObject("gate")
        member("peer", peer)
        member("stage", gate.stage.name)
        member("loading", gate.isLoading)
        if gate.caughtUp != .max { member("caught_up", gate.caughtUp) }
        memberIfAny("replay_after", gate.replayAfter)
        member("last_active", gate.lastActive)
        endObject()
    }

    fileprivate mutating func write(_ record: Record, as kind: StaticString) {
        beginObject(kind)
        member("seq", record.seq)
        member("time", record.time)
        member("role", record.role.rawValue)
        member("peer", record.peer)
        memberIfAny("id", record.id)
        memberIfAny("to", record.to)
        member("retention", record.retention.name)
        // Stored masked already; once more, because a backup travels.
        let isSecret = record.isMasked || record.retention == .secret
        if isSecret { member("masked", true) }
        let action = record.action.withPayload { isSecret ? SecretMask.mask($0) : Array($0) }
        if action.contains(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
            // JSON may have line ends between its tokens; the bytes stay as they were.
            member("action_text", String(decoding: action, as: UTF8.self))
        } else {
            action.withUnsafeBytes { member("action", raw: $0) }
        }
        endObject()
    }
}

extension Retention {
    var name: String { "\(self)" }
}

extension StoredGate.Stage {
    var name: String { "\(self)" }
}
