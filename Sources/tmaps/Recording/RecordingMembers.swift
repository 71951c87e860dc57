import TMapsProtocol

/// The members of a line of a recording, or of the server's log, by name.
struct RecordingMembers {
    private let values: JSONMembers

    init(_ line: UnsafeRawBufferPointer) throws(Refusal) {
        var values = JSONMembers()
        try JSONCursor.readObject(line) { (cursor, key) throws(Refusal) in try values.add(key, &cursor) }
        self.values = values
    }

    func has(_ name: String) -> Bool { values[name] != nil }

    private func fault(_ name: String, _ expected: String) -> Refusal {
        Refusal(.invalidField, has(name) ? "\(name): expected \(expected)" : "\(name): is missing")
    }

    func text(_ name: String) throws(Refusal) -> String {
        guard case .text(let text)? = values[name] else { throw fault(name, "a string") }
        return text
    }

    func identifier(_ name: String) throws(Refusal) -> String {
        guard case .text(let text)? = values[name], Identifier.isValid(text) else {
            throw fault(name, "[A-Za-z0-9_-]{1,64}")
        }
        return text
    }

    func whole(_ name: String) throws(Refusal) -> UInt64 {
        guard case .json(let bytes)? = values[name], let number = UInt64(String(decoding: bytes, as: UTF8.self)),
            number < 1 << 53
        else { throw fault(name, "a whole number from 0 to 2^53") }
        return number
    }

    func time(_ name: String) throws(Refusal) -> Int64 {
        guard case .text(let text)? = values[name], let time = RFC3339.milliseconds(text) else {
            throw fault(name, "a time such as 2026-11-30T12:04:59.120Z")
        }
        return time
    }

    func action() throws(Refusal) -> RecordedAction {
        guard case .json(let bytes)? = values["action"] else { throw fault("action", "an object") }
        let type = try bytes.withRawBytes { (bytes) throws(Refusal) in
            do throws(Refusal) {
                return try ActionScanner.scan(bytes).type
            } catch {
                throw Refusal(error.code, "action: \(error.message)")
            }
        }
        let seq = try whole("seq")
        guard seq > 0 else { throw Refusal(.invalidField, "seq: expected a whole number from 1") }
        guard let role = Role(rawValue: try text("role")), role != .observer else {
            throw fault("role", "map or client")
        }
        return RecordedAction(
            seq: seq, time: try time("time"), role: role, peer: try identifier("peer"), type: type,
            json: EventLine.oneLine(String(decoding: bytes, as: UTF8.self)), isState: try values.flag("state"))
    }
}
