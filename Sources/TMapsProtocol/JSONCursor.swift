/// Walks JSON text strictly by RFC 8259: one pass over the raw bytes, no recursion, no allocation.
///
/// Stricter than the RFC where receivers differ: lone surrogates and numbers beyond a double's range are refused,
/// because browsers, Foundation and Python read them differently. Containers nest at most `JSONCursor.maxDepth` deep.
///
/// How it is fast: a place in the text is a plain number that stays in a register, from one `after…` function to the
/// next; `offset` is written when a walk ends. Each of these has a short way for what is usual; anything else,
/// mistakes included, goes to a careful `slow…` function out of line, which alone knows what to say.
package struct JSONCursor {
    package static let maxDepth = 64

    let base: UnsafeRawPointer
    let end: Int
    package internal(set) var offset: Int

    package init(_ bytes: UnsafeRawBufferPointer, at offset: Int = 0) {
        // An empty buffer may have no address; nothing is ever read there.
        base = bytes.baseAddress ?? UnsafeRawPointer(("" as StaticString).utf8Start)
        end = bytes.count
        self.offset = offset
    }

    package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: end) }

    package var isAtEnd: Bool { offset >= end }

    /// The byte at the cursor, or 0 at the end: NUL is legal nowhere in JSON, so it needs no case of its own.
    @inline(__always)
    package var current: UInt8 { byte(at: offset) }

    package mutating func advance() { offset += 1 }

    package mutating func skipWhitespace() { offset = afterWhitespace(offset) }

    /// Steps over `byte` or refuses, saying what was expected.
    @inline(__always)
    package mutating func expect(_ byte: UInt8, _ what: StaticString) throws(Refusal) {
        guard current == byte, !isAtEnd else { throw fault("expected \(what)") }
        offset += 1
    }

    /// A refusal that names the offset and what stands there.
    @inline(never)
    package func fault(_ reason: String, code: ErrorCode = .invalidJSON, at place: Int? = nil) -> Refusal {
        let place = place ?? offset
        guard place < end else { return Refusal(code, "\(reason), found the end of the text at byte \(place)") }
        let byte = bytes[place]
        let found = (0x21...0x7E).contains(byte) ? "'\(Character(Unicode.Scalar(byte)))'" : "byte 0x\(hex(byte))"
        return Refusal(code, "\(reason) at byte \(place), found \(found)")
    }

    private func hex(_ byte: UInt8) -> String {
        let text = String(byte, radix: 16, uppercase: true)
        return text.utf8.count < 2 ? "0" + text : text
    }
}

// MARK: - Values

extension JSONCursor {
    /// Checks and steps over one value. `depth` counts the containers around it.
    package mutating func skipValue(depth outer: Int) throws(Refusal) {
        var kinds: UInt64 = 0  // bit 0: the innermost container is an object
        var depth = 0
        var place = offset
        while true {
            place = afterWhitespace(place)
            let first = byte(at: place)
            if first == UInt8(ascii: "\"") {
                place = try afterString(place).end
            } else if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
                guard outer + depth < JSONCursor.maxDepth else { throw tooDeep(place) }
                place = afterWhitespace(place + 1)
                if byte(at: place) == first + 2 {  // its closing bracket
                    place += 1
                } else {
                    let isObject = first == UInt8(ascii: "{")
                    kinds = kinds << 1 | (isObject ? 1 : 0)
                    depth += 1
                    if isObject { place = try afterKey(place).value }
                    continue
                }
            } else {
                place = try afterScalar(place, first)
            }
            guard try finish(&place, &kinds, &depth) else { continue }
            offset = place
            return
        }
    }

    /// After a value: steps over closing brackets and a comma. True when the outermost value has ended.
    @inline(__always)
    private mutating func finish(
        _ place: inout Int, _ kinds: inout UInt64, _ depth: inout Int
    ) throws(Refusal) -> Bool {
        while depth > 0 {
            place = afterWhitespace(place)
            let isObject = kinds & 1 == 1
            switch byte(at: place) {
            case UInt8(ascii: ","):
                place += 1
                if isObject { place = try afterKey(place).value }
                return false
            case isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"):
                place += 1
                kinds >>= 1
                depth -= 1
            default:
                throw fault(isObject ? "expected ',' or '}'" : "expected ',' or ']'", at: place)
            }
        }
        return true
    }

    @inline(never)
    private func tooDeep(_ place: Int) -> Refusal {
        Refusal(.tooDeep, "nested deeper than \(JSONCursor.maxDepth) at byte \(place)")
    }

    /// `"key" :` of the next member, and where its value begins.
    @inline(__always)
    mutating func afterKey(_ start: Int) throws(Refusal) -> (key: JSONText, value: Int) {
        var place = afterWhitespace(start)
        guard byte(at: place) == UInt8(ascii: "\"") else { throw fault("expected a key in double quotes", at: place) }
        let key: JSONText
        (key, place) = try afterString(place)
        place = afterWhitespace(place)
        guard byte(at: place) == UInt8(ascii: ":") else { throw fault("expected ':' after a key", at: place) }
        return (key, afterWhitespace(place + 1))
    }

    @inline(__always)
    private mutating func afterScalar(_ place: Int, _ first: UInt8) throws(Refusal) -> Int {
        switch first {
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try afterNumber(place)
        case UInt8(ascii: "t"): try after("true", at: place)
        case UInt8(ascii: "f"): try after("false", at: place)
        case UInt8(ascii: "n"): try after("null", at: place)
        default: throw fault("expected a value", at: place)
        }
    }

    @inline(__always)
    private func after(_ word: StaticString, at place: Int) throws(Refusal) -> Int {
        for index in 0..<word.utf8CodeUnitCount where byte(at: place + index) != word.utf8Start[index] {
            throw fault("expected \(word)", at: place)
        }
        return place + word.utf8CodeUnitCount
    }
}

// MARK: - Bytes

extension JSONCursor {
    @inline(__always)
    func byte(at place: Int) -> UInt8 { place < end ? base.load(fromByteOffset: place, as: UInt8.self) : 0 }

    @inline(__always)
    func afterWhitespace(_ start: Int) -> Int {
        byte(at: start) > 0x20 ? start : slowWhitespace(start)
    }

    @inline(never)
    private func slowWhitespace(_ start: Int) -> Int {
        var place = start
        while place < end {
            switch base.load(fromByteOffset: place, as: UInt8.self) {
            case 0x20, 0x0A, 0x0D, 0x09: place += 1
            default: return place
            }
        }
        return place
    }
}
