import TMapsProtocol

/// A word of a script's line.
struct ScriptWord: Hashable {
    /// As `tmaps dispatch` would be given it: without quotes.
    var text: String
    /// Characters from the line's beginning, from 1.
    var column: Int
    /// It began with a quote, or is JSON: no keyword.
    var isQuoted = false
}

/// Cuts a line into words, much as a shell does. `'…'` is taken as it is, in `"…"` a backslash keeps what follows; both
/// only where a word or a value begins. JSON behind `key:=`, and an object or array behind `key=`, ends where it ends
/// and needs no quotes. A word that begins with `#` begins a comment.
struct ScriptLine {
    private(set) var words: [ScriptWord] = []
    /// Without the comment and the space around it.
    private(set) var text = ""
    /// Behind its last word.
    private(set) var endColumn = 1

    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) throws(Script.LineFault) {
        self.bytes = bytes
        var end = 0
        while skipSpace(), current != UInt8(ascii: "#") {
            let start = place
            let (text, isQuoted) = try word()
            guard place == bytes.count || isSpace(bytes[place]) else {
                throw fault("expected a space after the closing quote or bracket")
            }
            words.append(ScriptWord(text: text, column: column(of: start), isQuoted: isQuoted))
            end = place
        }
        let start = bytes.firstIndex { !isSpace($0) } ?? 0
        text = string(min(start, end)..<end)
        endColumn = column(of: end)
    }

    // MARK: Places

    private var current: UInt8? { place < bytes.count ? bytes[place] : nil }

    private func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    private func column(of place: Int) -> Int { string(0..<min(place, bytes.count)).count + 1 }

    private func fault(_ message: String, at place: Int? = nil) -> Script.LineFault {
        Script.LineFault(column: column(of: place ?? self.place), message: message)
    }

    private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }

    /// False at the line's end.
    private mutating func skipSpace() -> Bool {
        while let byte = current, isSpace(byte) { place += 1 }
        return place < bytes.count
    }

    // MARK: Words

    private mutating func word() throws(Script.LineFault) -> (text: String, isQuoted: Bool) {
        let start = place
        if let quoted = try quoted() { return (quoted, true) }
        if current == UInt8(ascii: "{") { return (try json(what: "the action"), true) }
        while let byte = current, !isSpace(byte), byte != UInt8(ascii: "=") { place += 1 }
        guard current == UInt8(ascii: "=") else { return (string(start..<place), false) }
        place += 1
        let key = string(start..<place)
        return (key + (try value(isJSON: key.hasSuffix(":="), of: key)), false)
    }

    private mutating func value(isJSON: Bool, of key: String) throws(Script.LineFault) -> String {
        let start = place
        switch current {
        case UInt8(ascii: "\"") where isJSON: return try json(what: key)
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            if isJSON { return try json(what: key) }
            // `name=[draft` is a string that begins so.
            if let value = try? json(what: key), current.map(isSpace) ?? true { return value }
            place = start
        default:
            if let quoted = try quoted() { return quoted }
        }
        while let byte = current, !isSpace(byte) { place += 1 }
        return string(start..<place)
    }

    /// What stands between the quotes at the cursor; nil where there is none.
    private mutating func quoted() throws(Script.LineFault) -> String? {
        guard let quote = current, quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") else { return nil }
        let start = place
        var result: [UInt8] = []
        place += 1
        while let byte = current {
            place += 1
            if byte == quote { return String(decoding: result, as: UTF8.self) }
            if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\""), let next = current {
                result.append(next)
                place += 1
            } else {
                result.append(byte)
            }
        }
        throw fault("expected \(quote == UInt8(ascii: "'") ? "'" : "\"") to end the quoted text", at: start)
    }

    /// The JSON value at the cursor. What stands there is not shown: it may be a secret.
    private mutating func json(what: String) throws(Script.LineFault) -> String {
        let start = place
        let rest = Array(bytes[start...])
        let end: Result<Int, Refusal> = rest.withUnsafeBytes { rest in
            var cursor = JSONCursor(rest)
            return Result { () throws(Refusal) in
                try cursor.skipValue(depth: 0)
                return cursor.offset
            }
        }
        switch end {
        case .success(let count):
            place += count
            return string(start..<place)
        case .failure(let refusal):
            // A refusal tells the place in its text alone.
            let digits = refusal.message.firstRange(of: "at byte ").map { refusal.message[$0.upperBound...] } ?? ""
            let offset = Int(digits.prefix { $0.isNumber }) ?? 0
            let name = what.split(separator: ":").first.map(String.init) ?? what
            throw fault("\(name): the value is not JSON from here on", at: start + offset)
        }
    }
}

extension Script {
    /// A fault of a line that does not know its number.
    struct LineFault: Error {
        let column: Int
        let message: String
    }
}
