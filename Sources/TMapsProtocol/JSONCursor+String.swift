/// Where a string's content lies, without its quotes.
package struct JSONText: Sendable, Hashable {
    package var range: Range<Int>
    package var hasEscapes: Bool
}

extension JSONCursor {
    /// Checks and steps over a string: RFC 8259 §7, valid UTF-8 (RFC 3629), no lone surrogate.
    @inline(__always)
    package mutating func string(_ what: StaticString) throws(Refusal) -> JSONText {
        guard current == UInt8(ascii: "\"") else { throw fault("expected \(what)") }
        let (text, end) = try afterString(offset)
        offset = end
        return text
    }

    /// The string whose quote is at `start`, and where it ends.
    @inline(__always)
    mutating func afterString(_ start: Int) throws(Refusal) -> (text: JSONText, end: Int) {
        let close = afterPlain(start + 1)
        guard byte(at: close) == UInt8(ascii: "\"") else {
            let text = try slowString(start + 1, from: close)
            return (text, text.range.upperBound + 1)
        }
        return (JSONText(range: Range(uncheckedBounds: (start + 1, close)), hasEscapes: false), close + 1)
    }

    /// The rest of a string from `place`, the first byte in it that needs a look.
    @inline(never)
    private mutating func slowString(_ start: Int, from place: Int) throws(Refusal) -> JSONText {
        var hasEscapes = false
        offset = place
        while offset < end {
            switch base.load(fromByteOffset: offset, as: UInt8.self) {
            case UInt8(ascii: "\""): return JSONText(range: start..<offset, hasEscapes: hasEscapes)
            case UInt8(ascii: "\\"):
                hasEscapes = true
                try skipEscape()
            case 0x80...: try skipUTF8()
            case ..<0x20: throw fault("a control character in a string must be escaped")
            default: offset = afterPlain(offset)
            }
        }
        throw fault("expected '\"' to end the string")
    }

    /// The first byte from `start` on that is a quote, a backslash, below 0x20 or not ASCII: eight at a time.
    @inline(__always)
    private func afterPlain(_ start: Int) -> Int {
        var place = start
        while place + 8 <= end {
            let special = JSONCursor.special(base.loadUnaligned(fromByteOffset: place, as: UInt64.self))
            if special != 0 { return place + special.littleEndian.trailingZeroBitCount >> 3 }
            place += 8
        }
        while place < end {
            let byte = base.load(fromByteOffset: place, as: UInt8.self)
            guard byte >= 0x20, byte < 0x80, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") else {
                return place
            }
            place += 1
        }
        return place
    }

    /// The high bit set in each byte that needs a look. Borrows can set it in a byte behind the first such one, never
    /// before.
    @inline(__always)
    private static func special(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quote = (word ^ 0x2222_2222_2222_2222) &- ones
        let backslash = (word ^ 0x5C5C_5C5C_5C5C_5C5C) &- ones
        let control = word &- 0x2020_2020_2020_2020
        return (control | quote | backslash | word) & 0x8080_8080_8080_8080
    }

    private mutating func skipEscape() throws(Refusal) {
        let start = offset
        offset += 1
        switch current {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            offset += 1
        case UInt8(ascii: "u"):
            offset += 1
            let unit = try hexUnit()
            if unit & 0xFC00 == 0xDC00 { throw fault("a low surrogate stands alone", at: start) }
            guard unit & 0xFC00 == 0xD800 else { return }
            guard current == UInt8(ascii: "\\") else { throw fault("a high surrogate stands alone", at: start) }
            offset += 1
            guard current == UInt8(ascii: "u") else { throw fault("a high surrogate stands alone", at: start) }
            offset += 1
            guard try hexUnit() & 0xFC00 == 0xDC00 else { throw fault("a high surrogate stands alone", at: start) }
        default:
            throw fault("no such escape")
        }
    }

    private mutating func hexUnit() throws(Refusal) -> UInt16 {
        var value: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = hexDigit(current) else { throw fault("expected four hexadecimal digits after \\u") }
            value = value << 4 | digit
            offset += 1
        }
        return value
    }

    private func hexDigit(_ byte: UInt8) -> UInt16? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }

    /// Characters of two to four bytes, up to the next ASCII byte: RFC 3629 §4, so no overlong form, no surrogate,
    /// nothing above U+10FFFF.
    private mutating func skipUTF8() throws(Refusal) {
        var place = offset
        while true {
            let lead = byte(at: place)
            if lead < 0x80 { break }
            let second = byte(at: place + 1)
            if 0xC2...0xDF ~= lead, isContinuation(second) {
                place += 2
            } else if 0xE0...0xEF ~= lead, isContinuation(second), isContinuation(byte(at: place + 2)),
                lead != 0xE0 || second >= 0xA0, lead != 0xED || second < 0xA0
            {
                place += 3
            } else if 0xF0...0xF4 ~= lead, isContinuation(second), isContinuation(byte(at: place + 2)),
                isContinuation(byte(at: place + 3)), lead != 0xF0 || second >= 0x90, lead != 0xF4 || second < 0x90
            {
                place += 4
            } else {
                throw fault("invalid UTF-8", at: place)
            }
        }
        offset = place
    }

    @inline(__always)
    private func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}

// MARK: - Decoding

extension JSONText {
    /// The string's value. The text was checked by `JSONCursor.string(_:)`.
    package func decoded(in bytes: UnsafeRawBufferPointer) -> [UInt8] {
        let raw = UnsafeRawBufferPointer(rebasing: bytes[range])
        guard hasEscapes else { return Array(raw) }
        var result: [UInt8] = []
        result.reserveCapacity(raw.count)
        var index = 0
        while index < raw.count {
            guard raw[index] == UInt8(ascii: "\\") else {
                result.append(raw[index])
                index += 1
                continue
            }
            index = appendEscape(raw, index + 1, to: &result)
        }
        return result
    }

    package func string(in bytes: UnsafeRawBufferPointer) -> String {
        hasEscapes
            ? String(decoding: decoded(in: bytes), as: UTF8.self)
            : String(decoding: UnsafeRawBufferPointer(rebasing: bytes[range]), as: UTF8.self)
    }

    /// Appends what the escape at `index` (behind the backslash) stands for; returns the index behind it.
    private func appendEscape(_ raw: UnsafeRawBufferPointer, _ index: Int, to result: inout [UInt8]) -> Int {
        switch raw[index] {
        case UInt8(ascii: "b"): result.append(0x08)
        case UInt8(ascii: "f"): result.append(0x0C)
        case UInt8(ascii: "n"): result.append(0x0A)
        case UInt8(ascii: "r"): result.append(0x0D)
        case UInt8(ascii: "t"): result.append(0x09)
        case UInt8(ascii: "u"): return appendUnicode(raw, index + 1, to: &result)
        default: result.append(raw[index])
        }
        return index + 1
    }

    private func appendUnicode(_ raw: UnsafeRawBufferPointer, _ index: Int, to result: inout [UInt8]) -> Int {
        let first = unit(raw, index)
        guard first & 0xFC00 == 0xD800 else {
            result.append(contentsOf: Unicode.Scalar(first).map { Array(String($0).utf8) } ?? [])
            return index + 4
        }
        let second = unit(raw, index + 6)
        let scalar = 0x10000 + ((first & 0x3FF) << 10 | second & 0x3FF)
        result.append(contentsOf: Unicode.Scalar(scalar).map { Array(String($0).utf8) } ?? [])
        return index + 10
    }

    private func unit(_ raw: UnsafeRawBufferPointer, _ index: Int) -> UInt32 {
        var value: UInt32 = 0
        for byte in raw[index..<index + 4] {
            value = value << 4 | UInt32(byte & 15) + (byte > UInt8(ascii: "9") ? 9 : 0)
        }
        return value
    }
}
