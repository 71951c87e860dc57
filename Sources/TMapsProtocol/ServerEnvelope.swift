/// What the server said in `tmaps.session.v1` (wire contract §3), for the peer that reads it.
package enum ServerEnvelope {
    /// An action with its place in the session.
    package struct Delivery {
        package var seq: UInt64
        package var peer: String
        package var role: Role
        package var action: ScannedAction
    }

    case hello(OutboundEnvelope.Hello)
    case resumed(after: UInt64, replayed: Int)
    case notResumed(reason: String, next: UInt64)
    case action(Delivery)
    /// Replayed set-up, a retained action or a secret; for maps.
    case state(ScannedAction)
    case caughtUp(UInt64)
    case ack(Confirmation)
    case error(Refusal, id: String?)
    case peers(OutboundEnvelope.Presence)
    /// From a newer server; the contract grows by adding, so a reader passes over it.
    case unknown
}

/// Reads one message of the server: strict JSON, the members that are known checked, others passed over.
package enum ServerEnvelopeScanner {
    /// Bytes inside the result are good for as long as `message` is.
    package static func scan(_ message: UnsafeRawBufferPointer) throws(Refusal) -> ServerEnvelope {
        var cursor = JSONCursor(message)
        cursor.skipWhitespace()
        guard cursor.current == UInt8(ascii: "{") else { throw cursor.fault("expected an envelope {…}") }
        var parts = Parts()
        try cursor.forEachMember(depth: 1) { (cursor, key) throws(Refusal) in try parts.read(key, &cursor) }
        cursor.skipWhitespace()
        guard cursor.isAtEnd else { throw cursor.fault("expected nothing after the envelope") }
        return try parts.envelope()
    }
}

/// The members of an envelope as they come by, in any order.
private struct Parts {
    private var kind: Kind?
    private var numbers = Fields<UInt64>()
    private var texts = Fields<String>()
    private var isDuplicate = false
    private var action: ScannedAction?

    /// Which member names the message; exactly one of them may.
    private enum Kind {
        case hello(OutboundEnvelope.Hello), resumed(Bool), state, caughtUp, ack, error(Refusal, id: String?)
        case peers(OutboundEnvelope.Presence)
    }

    mutating func read(_ key: JSONText, _ cursor: inout JSONCursor) throws(Refusal) {
        if cursor.matches(key, "action") {
            guard action == nil else { throw cursor.fault("\"action\" appears twice", code: .duplicateKey) }
            action = try ActionScanner.scanAction(&cursor)
            return
        }
        switch key.string(in: cursor.bytes) {
        case "hello": try set(.hello(try cursor.hello()), cursor)
        case "resumed": try set(.resumed(try cursor.bool("resumed")), cursor)
        case "state":
            guard try cursor.bool("state") else { throw cursor.fault("state: expected true", code: .invalidField) }
            try set(.state, cursor)
        case "caught_up":
            try numbers.set("caught_up", try cursor.unsigned("caught_up"), cursor)
            try set(.caughtUp, cursor)
        case "ack":
            try texts.set("ack", try cursor.text("ack"), cursor)
            try set(.ack, cursor)
        case "error":
            let (refusal, id) = try cursor.error()
            try set(.error(refusal, id: id), cursor)
        case "peers": try set(.peers(try cursor.presence()), cursor)
        case "duplicate": isDuplicate = try cursor.bool("duplicate")
        case let name where ["seq", "after", "replayed", "next"].contains(name):
            try numbers.set(name, try cursor.unsigned(name), cursor)
        case let name where ["peer", "role", "reason"].contains(name):
            try texts.set(name, try cursor.text(name), cursor)
        default: try cursor.skipValue(depth: 1)
        }
    }

    private mutating func set(_ kind: Kind, _ cursor: JSONCursor) throws(Refusal) {
        guard self.kind == nil else { throw cursor.fault("a second envelope inside one message") }
        self.kind = kind
    }

    func envelope() throws(Refusal) -> ServerEnvelope {
        switch kind {
        case .hello(let hello): return .hello(hello)
        case .resumed(true):
            let replayed = Int(clamping: try numbers.value("replayed", of: "resumed"))
            return .resumed(after: try numbers.value("after", of: "resumed"), replayed: replayed)
        case .resumed(false):
            return .notResumed(
                reason: try texts.value("reason", of: "resumed"), next: try numbers.value("next", of: "resumed"))
        case .state: return .state(try required(action, "action", of: "state"))
        case .caughtUp: return .caughtUp(try numbers.value("caught_up", of: "caught_up"))
        case .ack:
            return .ack(
                Confirmation(
                    id: try texts.value("ack", of: "ack"), seq: try numbers.value("seq", of: "ack"),
                    isDuplicate: isDuplicate))
        case .error(let refusal, let id): return .error(refusal, id: id)
        case .peers(let presence): return .peers(presence)
        case nil: return try delivery()
        }
    }

    private func delivery() throws(Refusal) -> ServerEnvelope {
        guard let action else { return .unknown }
        let role = try texts.value("role", of: "action")
        guard let role = Role(rawValue: role) else {
            throw Refusal(.invalidField, "role: expected map, client or observer, found \"\(role)\"")
        }
        return .action(
            .init(
                seq: try numbers.value("seq", of: "action"), peer: try texts.value("peer", of: "action"), role: role,
                action: action))
    }
}

/// Values by the name of their member.
private struct Fields<Value> {
    private var values: [String: Value] = [:]

    mutating func set(_ name: String, _ value: Value, _ cursor: JSONCursor) throws(Refusal) {
        guard values.updateValue(value, forKey: name) == nil else {
            throw cursor.fault("\"\(name)\" appears twice", code: .duplicateKey)
        }
    }

    func value(_ name: String, of envelope: String) throws(Refusal) -> Value {
        try required(values[name], name, of: envelope)
    }
}

private func required<Value>(_ value: Value?, _ name: String, of envelope: String) throws(Refusal) -> Value {
    guard let value else { throw Refusal(.invalidField, "\(envelope): \"\(name)\" is missing") }
    return value
}

// MARK: - Values

extension JSONCursor {
    fileprivate mutating func hello() throws(Refusal) -> OutboundEnvelope.Hello {
        var texts = Fields<String>()
        var seq: UInt64?
        var presence = OutboundEnvelope.Presence(maps: 0, clients: 0, isReady: false, isLoaded: false)
        var limits: (maxMessage: UInt64, ping: UInt64)?
        try members("hello") { (cursor, name) throws(Refusal) in
            switch name {
            case "session", "epoch", "peer", "role", "server": try texts.set(name, try cursor.text(name), cursor)
            case "seq": seq = try cursor.unsigned(name)
            case "limits": limits = try cursor.limits()
            default: if !(try cursor.read(name, into: &presence)) { try cursor.skipValue(depth: 2) }
            }
        }
        let role = try texts.value("role", of: "hello")
        guard let role = Role(rawValue: role) else {
            throw Refusal(.invalidField, "hello.role: expected map, client or observer, found \"\(role)\"")
        }
        let bounds = try required(limits, "limits", of: "hello")
        return .init(
            session: try texts.value("session", of: "hello"), epoch: try texts.value("epoch", of: "hello"),
            peer: try texts.value("peer", of: "hello"), role: role, seq: try required(seq, "seq", of: "hello"),
            presence: presence, server: try texts.value("server", of: "hello"),
            maxMessageBytes: Int(clamping: bounds.maxMessage), pingSeconds: Int(clamping: bounds.ping))
    }

    private mutating func limits() throws(Refusal) -> (maxMessage: UInt64, ping: UInt64) {
        var maxMessage: UInt64?
        var ping: UInt64 = 25
        try members("limits") { (cursor, name) throws(Refusal) in
            switch name {
            case "max_message": maxMessage = try cursor.unsigned(name)
            case "ping_s": ping = try cursor.unsigned(name)
            default: try cursor.skipValue(depth: 3)
            }
        }
        return (try required(maxMessage, "max_message", of: "limits"), ping)
    }

    fileprivate mutating func presence() throws(Refusal) -> OutboundEnvelope.Presence {
        var presence = OutboundEnvelope.Presence(maps: 0, clients: 0, isReady: false, isLoaded: false)
        try members("peers") { (cursor, name) throws(Refusal) in
            if !(try cursor.read(name, into: &presence)) { try cursor.skipValue(depth: 2) }
        }
        return presence
    }

    /// Reads the member if it is one of who is there.
    private mutating func read(_ name: String, into presence: inout OutboundEnvelope.Presence) throws(Refusal) -> Bool {
        switch name {
        case "maps": presence.maps = Int(clamping: try unsigned(name))
        case "clients": presence.clients = Int(clamping: try unsigned(name))
        case "hidden": presence.hidden = Int(clamping: try unsigned(name))
        case "ready": presence.isReady = try bool(name)
        case "loaded": presence.isLoaded = try bool(name)
        default: return false
        }
        return true
    }

    fileprivate mutating func error() throws(Refusal) -> (Refusal, id: String?) {
        var texts = Fields<String>()
        try members("error") { (cursor, name) throws(Refusal) in
            switch name {
            case "code", "message", "id": try texts.set(name, try cursor.text(name), cursor)
            default: try cursor.skipValue(depth: 2)
            }
        }
        let code = ErrorCode(rawValue: try texts.value("code", of: "error"))
        return (Refusal(code, try texts.value("message", of: "error")), try? texts.value("id", of: "error"))
    }

    private mutating func members(
        _ name: StaticString, _ visit: (inout JSONCursor, String) throws(Refusal) -> Void
    ) throws(Refusal) {
        guard current == UInt8(ascii: "{") else { throw fault("\(name): expected an object", code: .invalidField) }
        try forEachMember(depth: 2) { (cursor, key) throws(Refusal) in try visit(&cursor, key.string(in: cursor.bytes))
        }
    }

    fileprivate mutating func text(_ name: String) throws(Refusal) -> String {
        guard current == UInt8(ascii: "\"") else { throw fault("\(name): expected a string", code: .invalidField) }
        return try string("a string").string(in: bytes)
    }

    /// A whole number from 0; `18` and not `18.0`, which the server never writes.
    fileprivate mutating func unsigned(_ name: String) throws(Refusal) -> UInt64 {
        let start = offset
        try skipValue(depth: 2)
        guard let value = UInt64(String(decoding: bytes[start..<offset], as: UTF8.self)) else {
            throw fault("\(name): expected a whole number from 0", code: .invalidField, at: start)
        }
        return value
    }

    fileprivate mutating func bool(_ name: String) throws(Refusal) -> Bool {
        let start = offset
        try skipValue(depth: 2)
        switch String(decoding: bytes[start..<offset], as: UTF8.self) {
        case "true": return true
        case "false": return false
        default: throw fault("\(name): expected true or false", code: .invalidField, at: start)
        }
    }
}
