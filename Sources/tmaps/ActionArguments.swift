import TMapsProtocol

/// `TYPE key=value key:=json …` as the JSON text of an action.
enum ActionArguments {
    static func json(_ arguments: [String]) throws(UsageError) -> String {
        guard let type = arguments.first else { throw UsageError("expected the action's TYPE") }
        guard !type.isEmpty, !type.contains("=") else {
            throw UsageError("expected the action's TYPE first, then key=value")
        }
        var members = ["\"type\":" + JSONWriter.quoted(type)]
        var names: Set<String> = ["type"]
        for (index, argument) in arguments.enumerated().dropFirst() {
            let (name, value) = try member(argument, place: index + 1)
            guard names.insert(name).inserted else {
                throw UsageError(name == "type" ? "the type is given already: \(type)" : "\(name) is given twice")
            }
            members.append(JSONWriter.quoted(name) + ":" + value)
        }
        return "{" + members.joined(separator: ",") + "}"
    }

    /// One `key=value` or `key:=json`. What is wrong is told without the value, which may be a secret.
    private static func member(
        _ argument: String, place: Int
    ) throws(UsageError) -> (name: String, json: String) {
        guard let sign = argument.firstIndex(of: "=") else {
            throw UsageError("argument \(place): expected key=value or key:=json, found no \"=\"")
        }
        let value = String(argument[argument.index(after: sign)...])
        var name = argument[..<sign]
        let isRaw = name.hasSuffix(":")
        if isRaw { name.removeLast() }
        guard !name.isEmpty else { throw UsageError("argument \(place): expected a key before \"=\"") }
        guard isRaw else { return (String(name), typed(value, String(name))) }
        if let place = JSONText.fault(value) { throw UsageError("\(name): the value is not JSON, \(place)") }
        return (String(name), value)
    }

    /// A number, true, false or null where the text is exactly that, else a string; always a string where the field is
    /// one, so that the id 007 stays "007" and a category may be called "true".
    private static func typed(_ value: String, _ name: String) -> String {
        isString(name) || !JSONText.isScalar(value) ? JSONWriter.quoted(value) : value
    }

    private static func isString(_ name: String) -> Bool {
        stringNames.contains(name) || stringEndings.contains { name.hasSuffix($0) }
    }

    private static let stringNames: Set<String> = [
        "id", "name", "template", "modeToRender", "zoom_type", "device_type", "featureIdOrCategoryName", "profile",
        "mode",
        "category", "primary", "accent", "displayMode", "style", "subname", "title", "text", "url", "balloon_action",
    ]
    private static let stringEndings = ["_id", "_name", "_url", "_secret", "_token", "_color", "_colour"]

    /// Refuses what no bridge would take.
    static func check(_ json: String) throws(UsageError) {
        var json = json
        let refusal: Refusal? = json.withUTF8 { bytes in
            do throws(Refusal) {
                _ = try ActionScanner.scan(UnsafeRawBufferPointer(bytes))
                return nil
            } catch {
                return error
            }
        }
        if let refusal { throw UsageError("\(refusal.code.rawValue): \(refusal.message)") }
    }
}

/// JSON that was typed.
private enum JSONText {
    /// Where the text stops being one JSON value; nil where it is one. Names the place and never what stands there.
    static func fault(_ text: String) -> String? {
        var text = text
        return text.withUTF8 { bytes in
            var cursor = JSONCursor(UnsafeRawBufferPointer(bytes))
            do throws(Refusal) {
                try cursor.skipValue(depth: 1)
                cursor.skipWhitespace()
                return cursor.isAtEnd ? nil : "at byte \(cursor.offset)"
            } catch {
                // The place alone: the rest of the message shows a character of the value.
                let place = error.message.firstRange(of: "at byte ").map { error.message[$0.lowerBound...] } ?? ""
                return String(place.prefix { $0 != "," })
            }
        }
    }

    /// Whether the text is exactly a number, true, false or null.
    static func isScalar(_ text: String) -> Bool {
        if ["true", "false", "null"].contains(text) { return true }
        guard let first = text.utf8.first, first == UInt8(ascii: "-") || (0x30...0x39).contains(first) else {
            return false
        }
        return !text.utf8.contains { $0 <= 0x20 } && fault(text) == nil
    }
}
