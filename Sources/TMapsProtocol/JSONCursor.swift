/// Walks JSON text strictly by RFC 8259: one pass over the raw bytes, no recursion, no allocation.
///
/// Stricter than the RFC where receivers differ: lone surrogates and numbers beyond a double's range are refused,
/// because browsers, Foundation and Python read them differently. Containers nest at most `JSONCursor.maxDepth` deep.
package struct JSONCursor {
    package static let maxDepth = 64

    package let bytes: UnsafeRawBufferPointer
    package internal(set) var offset: Int

    package init(_ bytes: UnsafeRawBufferPointer, at offset: Int = 0) {
        self.bytes = bytes
        self.offset = offset
    }

    package var isAtEnd: Bool { offset >= bytes.count }

    /// The byte at the cursor, or 0 at the end: NUL is legal nowhere in JSON, so it needs no case of its own.
    package var current: UInt8 { offset < bytes.count ? bytes[offset] : 0 }

    package mutating func advance() { offset += 1 }

    package mutating func skipWhitespace() {
        while offset < bytes.count {
            switch bytes[offset] {
            case 0x20, 0x0A, 0x0D, 0x09: offset += 1
            default: return
            }
        }
    }

    /// Steps over `byte` or refuses, saying what was expected.
    package mutating func expect(_ byte: UInt8, _ what: StaticString) throws(Refusal) {
        guard current == byte, !isAtEnd else { throw fault("expected \(what)") }
        offset += 1
    }

    /// A refusal that names the offset and what stands there.
    package func fault(_ reason: String, code: ErrorCode = .invalidJSON, at place: Int? = nil) -> Refusal {
        let place = place ?? offset
        guard place < bytes.count else { return Refusal(code, "\(reason), found the end of the text at byte \(place)") }
        let byte = bytes[place]
        let found = (0x21...0x7E).contains(byte) ? "'\(Character(Unicode.Scalar(byte)))'" : "byte 0x\(hex(byte))"
        return Refusal(code, "\(reason) at byte \(place), found \(found)")
    }

    private func hex(_ byte: UInt8) -> String {
        let text = String(byte, radix: 16, uppercase: true)
        return text.count < 2 ? "0" + text : text
    }
}

// MARK: - Values

extension JSONCursor {
    /// Checks and steps over one value. `depth` counts the containers around it.
    package mutating func skipValue(depth outer: Int) throws(Refusal) {
        var kinds: UInt64 = 0  // bit 0: the innermost container is an object
        var depth = 0
        while true {
            skipWhitespace()
            switch current {
            case UInt8(ascii: "{"):
                (kinds, depth) = try open(isObject: true, kinds, depth, outer)
                if try close(ifEmpty: UInt8(ascii: "}")) { (kinds, depth) = (kinds >> 1, depth - 1) } else { try key(); continue }
            case UInt8(ascii: "["):
                (kinds, depth) = try open(isObject: false, kinds, depth, outer)
                if try close(ifEmpty: UInt8(ascii: "]")) { (kinds, depth) = (kinds >> 1, depth - 1) } else { continue }
            default:
                try skipScalar()
            }
            if try finish(&kinds, &depth) { return }
        }
    }

    private mutating func open(isObject: Bool, _ kinds: UInt64, _ depth: Int, _ outer: Int)
        throws(Refusal) -> (UInt64, Int)
    {
        guard outer + depth < JSONCursor.maxDepth else {
            throw Refusal(.tooDeep, "nested deeper than \(JSONCursor.maxDepth) at byte \(offset)")
        }
        offset += 1
        return (kinds << 1 | (isObject ? 1 : 0), depth + 1)
    }

    private mutating func close(ifEmpty byte: UInt8) throws(Refusal) -> Bool {
        skipWhitespace()
        guard current == byte else { return false }
        offset += 1
        return true
    }

    /// `"key" :` of the next member.
    private mutating func key() throws(Refusal) {
        skipWhitespace()
        _ = try string("a key in double quotes")
        skipWhitespace()
        try expect(UInt8(ascii: ":"), "':' after a key")
    }

    /// After a value: steps over closing brackets and a comma. True when the outermost value has ended.
    private mutating func finish(_ kinds: inout UInt64, _ depth: inout Int) throws(Refusal) -> Bool {
        while depth > 0 {
            skipWhitespace()
            let isObject = kinds & 1 == 1
            switch current {
            case UInt8(ascii: ","):
                offset += 1
                if isObject { try key() }
                return false
            case isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"):
                offset += 1
                kinds >>= 1
                depth -= 1
            default:
                throw fault(isObject ? "expected ',' or '}'" : "expected ',' or ']'")
            }
        }
        return true
    }

    private mutating func skipScalar() throws(Refusal) {
        switch current {
        case UInt8(ascii: "\""): _ = try string("a string")
        case UInt8(ascii: "t"): try literal("true")
        case UInt8(ascii: "f"): try literal("false")
        case UInt8(ascii: "n"): try literal("null")
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
        default: throw fault("expected a value")
        }
    }

    private mutating func literal(_ word: StaticString) throws(Refusal) {
        let start = offset
        for index in 0..<word.utf8CodeUnitCount {
            guard offset < bytes.count, bytes[offset] == word.utf8Start[index] else {
                throw fault("expected \(word)", at: start)
            }
            offset += 1
        }
    }
}
