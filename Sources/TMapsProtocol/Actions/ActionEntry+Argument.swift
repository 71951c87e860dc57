/// Values as they are typed on a command line: `zoom=17`, `feature_id=007`, `center=35.91,31.95`.
extension ActionEntry {
    /// The JSON text of a field's value. Strings, ids, colours and choices are taken as they are; anything else is
    /// JSON, but that a coordinate may do without its brackets. `null` is none where the field is no string and may be
    /// null.
    /// - Throws: `Refusal`, `invalid_field`: the field, what is expected and what was found. Never of a string, which
    ///   may be a secret.
    package func json(argument text: String, of field: ActionField) throws(Refusal) -> String {
        switch field.kind {
        case .string, .id, .color, .choice(_, isOpen: true): return JSONWriter.quoted(text)
        case .choice(let words, isOpen: false) where words.contains(text): return JSONWriter.quoted(text)
        case .any: return JSONArgument.isPlain(text) ? text : JSONWriter.quoted(text)
        default: break
        }
        var fault: Violation?
        for candidate in field.kind.candidates(text) {
            switch check(candidate, as: field) {
            case .success(nil): return candidate
            case .success(let violation?): fault = fault ?? violation
            case .failure: continue
            }
        }
        throw (fault ?? Violation(field.kind.complaint(of: text)).inside(field.name)).refusal
    }

    /// What is wrong with a JSON text as this field's value. Fails where it is no JSON.
    private func check(_ json: String, as field: ActionField) -> Result<Violation?, Refusal> {
        guard let index = fields.firstIndex(of: field) else { return .success(nil) }
        return Result { () throws(Refusal) in
            try Array(json.utf8).withRawBytes { (bytes) throws(Refusal) in
                var cursor = JSONCursor(bytes)
                let violation = try cursor.check(shape.rule[index], depth: 1)
                guard cursor.isAtEnd else { throw cursor.fault("expected nothing after the value") }
                return violation
            }
        }
    }
}

extension FieldKind {
    /// The JSON texts that a typed text may stand for.
    fileprivate func candidates(_ text: String) -> [String] {
        switch self {
        case .choice: []
        case .coordinate: [text, "[\(text)]"]
        case .either(let kinds): kinds.flatMap { $0.candidates(text) }
        default: [text]
        }
    }

    fileprivate func complaint(of text: String) -> String {
        let found = text.isEmpty ? "nothing" : "\"\(text.prefix(40))\(text.count > 40 ? "…" : "")\""
        guard case .choice(let words, _) = self else { return "expected \(expected), found \(found)" }
        return "expected \(expected), found \(found)" + Suggestion.text(for: text, among: words)
    }

    private var expected: String {
        switch self {
        case .any: "anything"
        case .string, .color, .id: "a string"
        case .choice(let words, _): words.joined(separator: " or ")
        case .bool: "true or false"
        case .number(let limits): limits.unit.isEmpty ? "a number" : "a number (\(limits.unit))"
        case .integer: "a whole number"
        case .coordinate: "longitude,latitude"
        case .object: "a JSON object {…}"
        case .array: "a JSON array […]"
        case .either(let kinds): kinds.map(\.expected).joined(separator: " or ")
        }
    }
}

/// JSON that was typed without saying so.
package enum JSONArgument {
    /// Whether the text is exactly a number, true, false, null, an array or an object.
    package static func isPlain(_ text: String) -> Bool {
        guard let first = text.utf8.first, first != UInt8(ascii: "\""), first > 0x20 else { return false }
        return fault(in: text) == nil
    }

    /// Whether it is a number, true, false or null.
    package static func isScalar(_ text: String) -> Bool {
        guard let first = text.utf8.first, first != UInt8(ascii: "["), first != UInt8(ascii: "{") else { return false }
        return isPlain(text) && text.utf8.allSatisfy { $0 > 0x20 }
    }

    /// Where the text stops being one JSON value; nil where it is one. Names the place and never what stands there,
    /// which may be a secret.
    package static func fault(in text: String) -> String? {
        do throws(Refusal) {
            return try Array(text.utf8).withRawBytes { (bytes) throws(Refusal) in
                var cursor = JSONCursor(bytes)
                try cursor.skipValue(depth: 1)
                cursor.skipWhitespace()
                return cursor.isAtEnd ? nil : "at byte \(cursor.offset)"
            }
        } catch {
            // The place alone: the rest of the message shows a character of the value.
            let place = error.message.firstRange(of: "at byte ").map { error.message[$0.lowerBound...] } ?? ""
            return String(place.prefix { $0 != "," })
        }
    }
}
