internal import TMapsProtocol

/// What a pcmap page posts to `mainMessageHandler`, under the names of seed 4: JSON text with a `messageType`.
public struct WebMapMessage: Sendable, Hashable, Codable {
    public enum MessageType: String, Sendable, Hashable, Codable {
        /// The map takes calls from now on.
        case mapReady
        /// `error` says what went wrong.
        case error
    }

    public let messageType: MessageType
    public let error: String?

    public init(messageType: MessageType, error: String? = nil) {
        self.messageType = messageType
        self.error = error
    }
}

extension WebMapMessage {
    /// Reads a message's text; nil where it is not JSON, no object, or of another type. Of equal names the last counts.
    public init?(json: String) {
        var messageType: MessageType?
        var error: String?
        let isRead = Array(json.utf8).withUnsafeBytes { bytes in
            do throws(Refusal) {
                var cursor = JSONCursor(bytes)
                cursor.skipWhitespace()
                try cursor.forEachMember(depth: 1) { (cursor, key) throws(Refusal) in
                    let name = key.string(in: cursor.bytes)
                    let value = try cursor.stringOrSkip()
                    if name == "messageType" { messageType = value.flatMap(MessageType.init) }
                    if name == "error" { error = value }
                }
                cursor.skipWhitespace()
                return cursor.isAtEnd
            } catch {
                return false
            }
        }
        guard isRead, let messageType else { return nil }
        self.init(messageType: messageType, error: error)
    }

    /// The message's JSON text, without `error` where there is none.
    public func json() -> [UInt8] {
        JSONWriter.object { writer in
            writer.member("messageType", messageType.rawValue)
            writer.memberIfAny("error", error)
        }
    }
}

extension JSONCursor {
    /// The string at the cursor, or nil behind another value.
    fileprivate mutating func stringOrSkip() throws(Refusal) -> String? {
        guard current == UInt8(ascii: "\"") else {
            try skipValue(depth: 1)
            return nil
        }
        return try string("a string").string(in: bytes)
    }
}
