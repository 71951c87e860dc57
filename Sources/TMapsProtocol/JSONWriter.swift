/// Writes small JSON texts: envelopes, errors, problem documents. Actions are never re-encoded; their bytes go in with
/// `raw`.
package struct JSONWriter {
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false

    package init() {}

    package mutating func beginObject(_ key: StaticString? = nil) {
        if let key { self.key(key) } else { comma() }
        bytes.append(UInt8(ascii: "{"))
        needsComma = false
    }

    package mutating func endObject() {
        bytes.append(UInt8(ascii: "}"))
        needsComma = true
    }

    package mutating func beginArray(_ key: StaticString? = nil) {
        if let key { self.key(key) } else { comma() }
        bytes.append(UInt8(ascii: "["))
        needsComma = false
    }

    package mutating func endArray() {
        bytes.append(UInt8(ascii: "]"))
        needsComma = true
    }

    package mutating func member(_ key: StaticString, _ value: String) {
        self.key(key)
        quoted(value)
        needsComma = true
    }

    package mutating func member(_ key: StaticString, _ value: some FixedWidthInteger) {
        self.key(key)
        bytes.append(contentsOf: String(value).utf8)
        needsComma = true
    }

    /// The shortest decimal text that reads back as the same number; `null` where JSON has no number for it.
    package mutating func member(_ key: StaticString, _ value: Double) {
        self.key(key)
        number(value)
        needsComma = true
    }

    package mutating func member(_ key: StaticString, _ value: Bool) {
        self.key(key)
        bytes.append(contentsOf: (value ? "true" : "false").utf8)
        needsComma = true
    }

    // The members that are left out where there is no value.
    package mutating func memberIfAny(_ key: StaticString, _ value: String?) { if let value { member(key, value) } }
    package mutating func memberIfAny(_ key: StaticString, _ value: Double?) { if let value { member(key, value) } }
    package mutating func memberIfAny(_ key: StaticString, _ value: Bool?) { if let value { member(key, value) } }
    package mutating func memberIfAny(_ key: StaticString, _ value: (some FixedWidthInteger)?) {
        if let value { member(key, value) }
    }

    /// `json` must be one whole JSON value.
    package mutating func member(_ key: StaticString, raw json: UnsafeRawBufferPointer) {
        self.key(key)
        bytes.append(contentsOf: json)
        needsComma = true
    }

    /// An array element.
    package mutating func element(_ value: some FixedWidthInteger) {
        comma()
        bytes.append(contentsOf: String(value).utf8)
    }

    /// An array element, with the text of `member`.
    package mutating func element(_ value: Double) {
        comma()
        number(value)
    }

    /// An array element.
    package mutating func element(_ value: String) {
        comma()
        quoted(value)
    }

    /// An array element, or the value behind `key(named:)`, that is one whole JSON value already.
    package mutating func element(raw json: String) {
        comma()
        bytes.append(contentsOf: json.utf8)
    }

    /// The key of the next value.
    package mutating func key(named key: String) {
        comma()
        quoted(key)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    private mutating func comma() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func key(_ key: StaticString) {
        comma()
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount))
        bytes.append(contentsOf: "\":".utf8)
        needsComma = false
    }

    private mutating func number(_ value: Double) {
        let text = value.isFinite ? value.description : "null"
        bytes.append(contentsOf: text.hasSuffix(".0") ? text.utf8.dropLast(2) : text.utf8[...])
    }

    /// Escapes what RFC 8259 §7 demands, DEL, and U+2028/2029, which older JavaScript reads as line ends.
    private mutating func quoted(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\":
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(UInt8(truncatingIfNeeded: scalar.value))
            case "\u{0}"..."\u{1F}", "\u{7F}", "\u{2028}", "\u{2029}":
                let hex = String(scalar.value, radix: 16)
                bytes.append(contentsOf: "\\u".utf8)
                bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: 4 - hex.utf8.count))
                bytes.append(contentsOf: hex.utf8)
            default:
                bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}

extension JSONWriter {
    /// One JSON object as a WebSocket message.
    package static func frame(_ build: (inout JSONWriter) -> Void) -> Frame {
        let bytes = object(build)
        return bytes.withUnsafeBytes { Frame($0) }
    }

    package static func object(_ build: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        build(&writer)
        writer.endObject()
        return writer.bytes
    }

    /// `text` as a JSON string, quotes included.
    package static func quoted(_ text: String) -> String {
        var writer = JSONWriter()
        writer.element(text)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
