internal import TMapsProtocol
internal import TMapsRelay

/// One line of a backup: `{"kind":{…}}`, its inner members by name.
struct BackupFields {
    private var values = JSONMembers()

    static func read(_ line: UnsafeRawBufferPointer) throws(Refusal) -> (kind: String, fields: BackupFields) {
        var kind: String?
        var fields = BackupFields()
        try JSONCursor.readObject(line) { (cursor, key) throws(Refusal) in
            if kind == nil { kind = key }
            if cursor.current == UInt8(ascii: "{") {
                try cursor.forEachMember(depth: 2) { (cursor, key) throws(Refusal) in
                    try fields.values.add(key.string(in: line), &cursor)
                }
            } else {
                try fields.values.add(key, &cursor)
            }
        }
        guard let kind else { throw Refusal(.invalidField, "expected an object with one member") }
        return (kind, fields)
    }

    // MARK: Values

    private func optionalText(_ name: String) throws(Refusal) -> String? {
        switch values[name] {
        case nil: return nil
        case .text(let text): return text
        case .json: throw Refusal(.invalidField, "\(name): expected a string")
        }
    }

    private func text(_ name: String) throws(Refusal) -> String {
        guard let text = try optionalText(name) else { throw Refusal(.invalidField, "\(name): is missing") }
        return text
    }

    private func identifier(_ name: String) throws(Refusal) -> String {
        let text = try text(name)
        guard Identifier.isValid(text) else { throw Refusal(.invalidField, "\(name): expected [A-Za-z0-9_-]{1,64}") }
        return text
    }

    private func optionalWhole<Number: FixedWidthInteger>(_ name: String) throws(Refusal) -> Number? {
        guard let value = values[name] else { return nil }
        guard case .json(let bytes) = value, let number = Number(String(decoding: bytes, as: UTF8.self)) else {
            throw Refusal(.invalidField, "\(name): expected a whole number")
        }
        return number
    }

    func whole<Number: FixedWidthInteger>(_ name: String) throws(Refusal) -> Number {
        guard let number: Number = try optionalWhole(name) else { throw Refusal(.invalidField, "\(name): is missing") }
        return number
    }

    private func choice<Choice>(_ name: String, of choices: [Choice], by text: (Choice) -> String) throws(Refusal)
        -> Choice
    {
        let given = try self.text(name)
        guard let choice = choices.first(where: { text($0) == given }) else {
            throw Refusal(.invalidField, "\(name): expected \(choices.map(text).joined(separator: ", "))")
        }
        return choice
    }
}

// MARK: - Lines

extension BackupFields {
    func checkVersion() throws(Refusal) {
        let version: Int = try whole("tmaps_sessions")
        guard version == BackupWriter.version else {
            throw Refusal(
                .invalidField, "is a backup of form \(version), this server reads form \(BackupWriter.version)")
        }
    }

    /// The session without anything in it, and where its log begins.
    func session() throws(Refusal) -> (changes: SessionChanges, firstKept: UInt64) {
        let seq: UInt64 = try whole("seq")
        let summary = SessionSummary(
            session: try identifier("id"), name: try optionalText("name"), epoch: try text("epoch"), seq: seq,
            created: try whole("created"), lastActive: try whole("last_active"))
        let changes = SessionChanges(
            summary, records: [], reservedSeq: seq, retained: [:], gates: [:],
            waitingAfter: try optionalWhole("waiting_after"))
        let firstKept: UInt64 = try whole("first_kept")
        guard seq < 1 << 53, firstKept <= seq + 1 else {
            throw Refusal(.invalidField, "first_kept: expected at most seq + 1, and seq below 2^53")
        }
        return (changes, firstKept)
    }

    func gate() throws(Refusal) -> (peer: String, gate: StoredGate) {
        let stage = try choice("stage", of: [StoredGate.Stage.waiting, .ready, .loaded], by: \.name)
        let gate = StoredGate(
            stage: stage, isLoading: try values.flag("loading"), caughtUp: try optionalWhole("caught_up") ?? .max,
            replayAfter: try optionalWhole("replay_after"), lastActive: try whole("last_active"))
        return (try identifier("peer"), gate)
    }

    /// - Parameter last: the session's `seq`.
    func record(upTo last: UInt64?) throws(Refusal) -> Record {
        let seq: UInt64 = try whole("seq")
        guard seq >= 1, seq <= last ?? .max else {
            throw Refusal(.invalidField, "seq: expected 1 to the session's, \(last ?? 0)")
        }
        let bytes = try action()
        let type = try bytes.withRawBytes { (raw) throws(Refusal) in
            let action = try ActionScanner.scan(raw)
            return (name: action.type, isSecret: action.retention == .secret)
        }
        let retention = try choice("retention", of: Array(Retention.allCases), by: \.name)
        // Secrets are stored nowhere; one that somebody wrote into the file does not become the first.
        let isSecret = type.isSecret || retention == .secret
        let masked = isSecret ? bytes.withUnsafeBytes { SecretMask.mask($0) } : bytes
        return Record(
            seq: seq, time: try whole("time"), role: try choice("role", of: [Role.map, .client], by: \.rawValue),
            peer: try identifier("peer"), id: try optionalText("id"), to: try optionalText("to"), retention: retention,
            type: type.name, action: masked.withUnsafeBytes { Frame($0) },
            isMasked: try values.flag("masked") || isSecret)
    }

    private func action() throws(Refusal) -> [UInt8] {
        switch (values["action"], values["action_text"]) {
        case (.json(let bytes)?, nil): return bytes
        case (nil, .text(let text)?): return Array(text.utf8)
        default: throw Refusal(.invalidField, "action: expected an object, or its text as \"action_text\"")
        }
    }
}
