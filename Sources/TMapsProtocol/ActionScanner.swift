/// An action found in a message: where its bytes lie and what its type is.
package struct ScannedAction {
    /// The object's text, from `{` to `}`. Good for as long as the scanned message is.
    package var bytes: UnsafeRawBufferPointer
    /// The table's entry, or nil for a custom type.
    package var entry: ActionEntry?
    /// The value of `type`.
    package var type: String
    /// What the table's entry finds wrong with a field; nil too where fields were not looked at.
    package var violation: Refusal?

    package var retention: Retention { entry?.retention ?? .pass }
}

/// Finds the action in a message (wire contract §3). What it refuses reaches nobody.
package enum ActionScanner {
    /// A message that is one bare action: a JSON object with exactly one top-level string `type`. With `checksFields`
    /// the fields that the table names are looked at in the same pass.
    package static func scan(
        _ message: UnsafeRawBufferPointer, checksFields: Bool = false
    ) throws(Refusal) -> ScannedAction {
        var cursor = JSONCursor(message)
        cursor.skipWhitespace()
        let action: Result<ScannedAction, Refusal>
        do throws(Refusal) {
            action = .success(try scanAction(&cursor, checksFields: checksFields))
        } catch {
            // Another value, or an object with an odd type: that is told only of what is JSON to its end.
            guard error.code == .notAnAction || error.code == .duplicateKey else { throw error }
            action = .failure(error)
        }
        cursor.skipWhitespace()
        guard cursor.isAtEnd else { throw cursor.fault("expected nothing after the action") }
        return try action.get()
    }

    /// Where a message is a JSON string (Android hosts): the text it holds, to be scanned in its place.
    package static func unwrap(_ message: UnsafeRawBufferPointer) throws(Refusal) -> [UInt8]? {
        var cursor = JSONCursor(message)
        cursor.skipWhitespace()
        guard cursor.current == UInt8(ascii: "\"") else { return nil }
        let text = try cursor.string("a string")
        cursor.skipWhitespace()
        guard cursor.isAtEnd else { throw cursor.fault("expected nothing after the string") }
        return text.decoded(in: message)
    }

    /// The value at the cursor, which must be an action; the cursor ends behind it.
    static func scanAction(_ cursor: inout JSONCursor, checksFields: Bool = false) throws(Refusal) -> ScannedAction {
        let start = cursor
        guard cursor.current == UInt8(ascii: "{") else {
            try cursor.skipValue(depth: 0)
            throw Refusal(
                .notAnAction,
                "an action is a JSON object with a string \"type\", found another value at byte \(start.offset)")
        }
        var parts = Parts(checksFields: checksFields)
        try cursor.forEachMember(depth: 1) { (cursor, key) throws(Refusal) in try parts.read(key, &cursor) }
        if let complaint = parts.complaint { throw complaint }
        guard let type = parts.type else {
            throw Refusal(.notAnAction, "the object at byte \(start.offset) has no \"type\"")
        }
        var violation = parts.rule?.missing(parts.seen)
        if let found = parts.violation { violation = found }
        if checksFields, parts.rule == nil, let rule = parts.entry?.shape.rule {
            // The type came behind other fields: they are looked at now.
            var again = start
            violation = try again.checkObject(rule, depth: 0)
        }
        return ScannedAction(
            bytes: UnsafeRawBufferPointer(rebasing: cursor.bytes[start.offset..<cursor.offset]), entry: parts.entry,
            type: parts.entry?.name ?? type.string(in: cursor.bytes), violation: violation?.refusal)
    }

    /// What is known of an action while its members go by.
    private struct Parts {
        let checksFields: Bool
        private var isFirst = true
        private(set) var type: JSONText?
        private(set) var entry: ActionEntry?
        /// Of the entry, where the type came before all fields: then they are looked at as they go by.
        private(set) var rule: ObjectRule?
        private(set) var seen: UInt64 = 0
        private(set) var violation: Violation?
        /// A missing or odd type is reported only once the text is known to be JSON at all.
        private(set) var complaint: Refusal?

        init(checksFields: Bool) { self.checksFields = checksFields }

        @inline(__always)
        mutating func read(_ key: JSONText, _ cursor: inout JSONCursor) throws(Refusal) {
            if cursor.matches(key, "type") { return try readType(&cursor) }
            isFirst = false
            guard let rule, violation == nil, let index = rule.index(of: key, in: cursor) else {
                return try cursor.skipValue(depth: 1)
            }
            seen |= 1 << UInt64(index)
            violation = try cursor.check(rule[index], depth: 1)
        }

        private mutating func readType(_ cursor: inout JSONCursor) throws(Refusal) {
            let place = cursor.offset
            if type != nil || complaint != nil {
                complaint = Refusal(.duplicateKey, "\"type\" appears twice, again at byte \(place)")
            }
            guard cursor.current == UInt8(ascii: "\"") else {
                complaint =
                    complaint
                    ?? Refusal(.notAnAction, "\"type\" must be a string, found another value at byte \(place)")
                return try cursor.skipValue(depth: 1)
            }
            let text = try cursor.string("a string")
            type = text
            entry =
                text.hasEscapes
                ? ActionCatalog.entry(named: text.string(in: cursor.bytes))
                : ActionCatalog.entry(for: UnsafeRawBufferPointer(rebasing: cursor.bytes[text.range]))
            if isFirst, checksFields { rule = entry?.shape.rule }
            isFirst = false
        }
    }
}

extension JSONCursor {
    /// Steps through the object at the cursor. `visit` gets each key with the cursor on the value, and must step over
    /// the value.
    @inline(__always)
    package mutating func forEachMember(
        depth: Int, _ visit: (inout JSONCursor, JSONText) throws(Refusal) -> Void
    ) throws(Refusal) {
        try expect(UInt8(ascii: "{"), "'{'")
        skipWhitespace()
        if current == UInt8(ascii: "}") { return advance() }
        while true {
            let (key, value) = try afterKey(offset)
            offset = value
            try visit(&self, key)
            skipWhitespace()
            if current == UInt8(ascii: "}") { return advance() }
            try expect(UInt8(ascii: ","), "',' or '}'")
        }
    }

    /// The same for the array at the cursor.
    @inline(__always)
    package mutating func forEachElement(_ visit: (inout JSONCursor) throws(Refusal) -> Void) throws(Refusal) {
        try expect(UInt8(ascii: "["), "'['")
        skipWhitespace()
        if current == UInt8(ascii: "]") { return advance() }
        while true {
            skipWhitespace()
            try visit(&self)
            skipWhitespace()
            if current == UInt8(ascii: "]") { return advance() }
            try expect(UInt8(ascii: ","), "',' or ']'")
        }
    }

    /// Whether a key reads as `name`, also when it is written with escapes.
    @inline(__always)
    func matches(_ key: JSONText, _ name: StaticString) -> Bool {
        if key.hasEscapes { return key.string(in: bytes) == name.description }
        guard key.range.count == name.utf8CodeUnitCount else { return false }
        for index in 0..<name.utf8CodeUnitCount where byte(at: key.range.lowerBound + index) != name.utf8Start[index] {
            return false
        }
        return true
    }
}

extension ActionScanner {
    /// A text that is one action or an array of actions. All of them are checked before any is returned.
    package static func scanAll(
        _ text: UnsafeRawBufferPointer, checksFields: Bool = false
    ) throws(Refusal) -> [ScannedAction] {
        var cursor = JSONCursor(text)
        cursor.skipWhitespace()
        guard cursor.current == UInt8(ascii: "[") else { return [try scan(text, checksFields: checksFields)] }
        cursor.advance()
        var actions: [ScannedAction] = []
        cursor.skipWhitespace()
        if cursor.current == UInt8(ascii: "]") {
            cursor.advance()
        } else {
            repeat {
                if !actions.isEmpty { cursor.advance() }
                cursor.skipWhitespace()
                do throws(Refusal) {
                    actions.append(try scanAction(&cursor, checksFields: checksFields))
                } catch {
                    throw error.inList(at: actions.count)
                }
                cursor.skipWhitespace()
            } while cursor.current == UInt8(ascii: ",")
            try cursor.expect(UInt8(ascii: "]"), "',' or ']'")
        }
        cursor.skipWhitespace()
        guard cursor.isAtEnd else { throw cursor.fault("expected nothing after the array") }
        return actions
    }
}

extension JSONCursor {
    /// Reads a text that is one object; `visit` gets each key's value to step over. A key that comes twice is refused.
    package static func readObject(
        _ text: UnsafeRawBufferPointer, _ visit: (inout JSONCursor, String) throws(Refusal) -> Void
    ) throws(Refusal) {
        var cursor = JSONCursor(text)
        cursor.skipWhitespace()
        var seen: Set<String> = []
        try cursor.forEachMember(depth: 1) { (cursor, key) throws(Refusal) in
            let name = key.string(in: text)
            guard seen.insert(name).inserted else {
                throw Refusal(.duplicateKey, "\"\(name)\" appears twice, again at byte \(cursor.offset)")
            }
            try visit(&cursor, name)
        }
        cursor.skipWhitespace()
        guard cursor.isAtEnd else { throw cursor.fault("expected nothing after the object") }
    }
}

extension [UInt8] {
    /// `withUnsafeBytes` with typed throws.
    package func withRawBytes<Result>(
        _ body: (UnsafeRawBufferPointer) throws(Refusal) -> Result
    ) throws(Refusal) -> Result {
        try withUnsafeBytes { bytes in Swift.Result { () throws(Refusal) in try body(bytes) } }.get()
    }
}
