/// A place in a session: `seq` counts within `epoch`. The two are only meaningful together.
public struct Position: Hashable, Sendable {
    public var seq: UInt64
    /// nil: "whatever epoch the session has".
    public var epoch: String?

    public init(seq: UInt64, epoch: String?) {
        self.seq = seq
        self.epoch = epoch
    }
}

/// A message from an enveloped peer (wire contract §3, `tmaps.session.v1`).
package struct InboundEnvelope {
    package enum Content {
        case action(ScannedAction)
        /// The action as a JSON string (Android hosts): its text, still to be scanned.
        case text([UInt8])
        case resume(Position)
        /// A map's page says whether its tab is hidden.
        case hidden(Bool)
    }

    package var content: Content
    package var id: String?
    package var to: String?
}

/// A refusal that also knows the `id` of the message it answers.
package struct EnvelopeRefusal: Error {
    package var refusal: Refusal
    package var id: String?

    package init(refusal: Refusal, id: String?) {
        self.refusal = refusal
        self.id = id
    }
}

package enum EnvelopeScanner {
    private struct Parts {
        let checksFields: Bool
        /// The action, or what is wrong with it: that is kept back until the rest of the envelope is read, so that the
        /// answer can name its `id`.
        var action: ScannedAction?
        var text: [UInt8]?
        var refusal: Refusal?
        var hasAction: Bool { action != nil || text != nil || refusal != nil }
        var id: String?
        var to: String?
        var resume: Position?
        var hidden: Bool?
        var isAmbiguous: Bool { hasAction ? resume != nil || hidden != nil : resume != nil && hidden != nil }
    }

    /// `checksFields` as for `ActionScanner.scan`.
    package static func scan(
        _ message: UnsafeRawBufferPointer, checksFields: Bool = false
    ) throws(EnvelopeRefusal) -> InboundEnvelope {
        var parts = Parts(checksFields: checksFields)
        do throws(Refusal) {
            try collect(message, into: &parts)
            if parts.isAmbiguous {
                throw Refusal(.notAnAction, "expected one of action, resume and hidden in a message, found more")
            }
            if let action = parts.action { return .init(content: .action(action), id: parts.id, to: parts.to) }
            if let refusal = parts.refusal { throw refusal }
            if let text = parts.text { return .init(content: .text(text), id: parts.id, to: parts.to) }
            if let resume = parts.resume { return InboundEnvelope(content: .resume(resume), id: nil, to: nil) }
            if let hidden = parts.hidden { return InboundEnvelope(content: .hidden(hidden), id: nil, to: nil) }
            throw Refusal(.notAnAction, "expected {\"action\": {…}} or {\"resume\": {…}}")
        } catch {
            throw EnvelopeRefusal(refusal: error, id: parts.id)
        }
    }

    private static func collect(_ message: UnsafeRawBufferPointer, into parts: inout Parts) throws(Refusal) {
        var cursor = JSONCursor(message)
        cursor.skipWhitespace()
        guard cursor.current == UInt8(ascii: "{") else {
            try cursor.skipValue(depth: 0)
            throw Refusal(.notAnAction, "expected an envelope {\"action\": {…}}")
        }
        try cursor.forEachMember(depth: 1) { (cursor, key) throws(Refusal) in
            if cursor.matches(key, "action") {
                guard !parts.hasAction else { throw duplicate("action", cursor) }
                try action(&cursor, into: &parts)
            } else if cursor.matches(key, "id") {
                guard parts.id == nil else { throw duplicate("id", cursor) }
                parts.id = try id(&cursor)
            } else if cursor.matches(key, "to") {
                guard parts.to == nil else { throw duplicate("to", cursor) }
                parts.to = try peer(&cursor)
            } else if cursor.matches(key, "resume") {
                guard parts.resume == nil else { throw duplicate("resume", cursor) }
                parts.resume = try position(&cursor)
            } else if cursor.matches(key, "hidden") {
                guard parts.hidden == nil else { throw duplicate("hidden", cursor) }
                parts.hidden = try hidden(&cursor)
            } else {
                try cursor.skipValue(depth: 1)
            }
        }
        cursor.skipWhitespace()
        guard cursor.isAtEnd else { throw cursor.fault("expected nothing after the envelope") }
    }

    private static func duplicate(_ name: String, _ cursor: JSONCursor) -> Refusal {
        Refusal(.duplicateKey, "\"\(name)\" appears twice, again at byte \(cursor.offset)")
    }

    private static func action(_ cursor: inout JSONCursor, into parts: inout Parts) throws(Refusal) {
        if cursor.current == UInt8(ascii: "\"") {
            parts.text = try cursor.string("a string").decoded(in: cursor.bytes)
            return
        }
        let start = cursor
        do throws(Refusal) {
            parts.action = try ActionScanner.scanAction(&cursor, checksFields: parts.checksFields)
        } catch {
            guard error.code == .notAnAction || error.code == .duplicateKey else { throw error }
            cursor = start
            try cursor.skipValue(depth: 0)
            parts.refusal = error
        }
    }

    private static func id(_ cursor: inout JSONCursor) throws(Refusal) -> String {
        let place = cursor.offset
        guard cursor.current == UInt8(ascii: "\"") else {
            throw Refusal(
                .invalidField, "id: expected a string of 1–64 characters, found another value at byte \(place)")
        }
        let id = try cursor.string("a string").string(in: cursor.bytes)
        guard !id.isEmpty, id.utf8.count <= 64 || id.unicodeScalars.count <= 64 else {
            throw Refusal(
                .invalidField, "id: expected 1–64 characters, found \(id.unicodeScalars.count) at byte \(place)")
        }
        return id
    }

    private static func peer(_ cursor: inout JSONCursor) throws(Refusal) -> String {
        let place = cursor.offset
        guard cursor.current == UInt8(ascii: "\"") else {
            throw Refusal(.invalidField, "to: expected a peer id, found another value at byte \(place)")
        }
        let peer = try cursor.string("a string").string(in: cursor.bytes)
        guard Identifier.isValid(peer) else {
            throw Refusal(.invalidField, "to: expected a peer's id or name of [A-Za-z0-9_-]{1,64} at byte \(place)")
        }
        return peer
    }

    private static func hidden(_ cursor: inout JSONCursor) throws(Refusal) -> Bool {
        let start = cursor.offset
        try cursor.skipValue(depth: 1)
        switch String(decoding: cursor.bytes[start..<cursor.offset], as: UTF8.self) {
        case "true": return true
        case "false": return false
        default:
            throw Refusal(
                .invalidField, "hidden: expected true or false, found another value at byte \(start)")
        }
    }

    private static func position(_ cursor: inout JSONCursor) throws(Refusal) -> Position {
        let place = cursor.offset
        guard cursor.current == UInt8(ascii: "{") else {
            throw Refusal(
                .invalidField, "resume: expected {\"after\": N, \"epoch\": \"E\"}, found another value at byte \(place)"
            )
        }
        var after: UInt64?
        var epoch: String?
        try cursor.forEachMember(depth: 2) { (cursor, key) throws(Refusal) in
            if cursor.matches(key, "after") {
                let start = cursor.offset
                try cursor.skipValue(depth: 2)
                after = UInt64(String(decoding: cursor.bytes[start..<cursor.offset], as: UTF8.self))
            } else if cursor.matches(key, "epoch"), cursor.current != UInt8(ascii: "n") {  // null
                guard cursor.current == UInt8(ascii: "\"") else {
                    throw Refusal(.invalidField, "resume.epoch: expected a string at byte \(cursor.offset)")
                }
                epoch = try cursor.string("a string").string(in: cursor.bytes)
            } else {
                try cursor.skipValue(depth: 2)
            }
        }
        guard let after else {
            throw Refusal(.invalidField, "resume.after: expected a whole number from 0, at byte \(place)")
        }
        return Position(seq: after, epoch: epoch)
    }
}
