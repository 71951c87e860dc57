import Glibc
import TMapsClient
import TMapsProtocol
import TMapsServer

/// An action as one line of text.
enum EventLine {
    /// `12:04:59.120 map p7 SET_ZOOM zoom=18`
    static func human(_ action: ReceivedAction) -> String {
        "\(Timestamp.now().localTimeOfDay) \(said(action))\n"
    }

    /// `map p7 ZOOM_ENDED`; values are cut to `length`.
    static func said(_ action: ReceivedAction, length: Int = maxValueLength) -> String {
        "\(action.role.rawValue) \(action.peer) \(summary(action.type, action.json, length: length))"
    }

    /// `SET_ZOOM zoom=18`; of a secret the type alone.
    static func summary(_ type: String, _ json: String, length: Int = maxValueLength) -> String {
        if ActionCatalog.entry(named: type)?.isSecret == true { return "\(type) …" }
        return "\(printable(type))\(shortFields(of: json, length).map { " " + $0 }.joined())"
    }

    static func humanState(_ type: String) -> String { "\(Timestamp.now().localTimeOfDay) state \(type)\n" }

    static func envelope(_ action: ReceivedAction) -> String {
        "{\"seq\":\(action.seq),\"peer\":\"\(action.peer)\",\"role\":\"\(action.role.rawValue)\","
            + "\"action\":\(oneLine(action.json))}\n"
    }

    static func stateEnvelope(_ type: String) -> String { "{\"state\":true,\"action\":{\"type\":\"\(type)\"}}\n" }

    /// JSON has line ends only between its parts, so they can go.
    static func oneLine(_ json: String) -> String {
        String(decoding: json.utf8.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }, as: UTF8.self)
    }

    static let maxValueLength = 60

    /// Top-level members but `type`; long values are cut.
    private static func shortFields(of json: String, _ length: Int) -> [String] {
        var json = json
        var fields: [String] = []
        json.withUTF8 { bytes in
            var cursor = JSONCursor(UnsafeRawBufferPointer(bytes))
            // The bridge has checked it; what could not be walked would only be shown in part.
            try? cursor.forEachMember(depth: 1) { (cursor, key) throws(Refusal) in
                let start = cursor.offset
                try cursor.skipValue(depth: 1)
                let name = key.string(in: cursor.bytes)
                guard name != "type" else { return }
                let value = String(decoding: cursor.bytes[start..<cursor.offset], as: UTF8.self)
                fields.append("\(printable(name))=\(short(oneLine(value), length))")
            }
        }
        return fields
    }

    private static func short(_ value: String, _ length: Int) -> String {
        value.count <= length ? printable(value) : printable(String(value.prefix(length))) + "…"
    }

    /// What a map says must not steer the terminal: control and direction characters are shown as their code.
    static func printable(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        return text.unicodeScalars.map { isControl($0) ? "\\u{\(String($0.value, radix: 16))}" : String($0) }.joined()
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
