/// Where a string's content lies, without its quotes.
package struct JSONText: Sendable, Hashable {
    package var range: Range<Int>
    package var hasEscapes: Bool
}

extension JSONCursor {
    /// Checks and steps over a string: RFC 8259 §7, valid UTF-8 (RFC 3629), no lone surrogate.
    package mutating func string(_ what: StaticString) throws(Refusal) -> JSONText {
        try expect(UInt8(ascii: "\""), what)
        let start = offset
        var hasEscapes = false
        while true {
            skipPlainASCII()
            guard offset < bytes.count else { throw fault("expected '\"' to end the string") }
            switch bytes[offset] {
            case UInt8(ascii: "\""):
                offset += 1
                return JSONText(range: start..<offset - 1, hasEscapes: hasEscapes)
            case UInt8(ascii: "\\"):
                hasEscapes = true
                try skipEscape()
            case 0x80...:
                try skipUTF8Sequence()
            default:
                throw fault("a control character in a string must be escaped")
            }
        }
    }

    /// Steps over bytes that need no look: eight at a time, then one by one.
    private mutating func skipPlainASCII() {
        while offset + 8 <= bytes.count {
            let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            let quote = word ^ 0x2222_2222_2222_2222
            let backslash = word ^ 0x5C5C_5C5C_5C5C_5C5C
            let ones: UInt64 = 0x0101_0101_0101_0101
            // High bit set in each byte that is below 0x20, a quote, a backslash, or not ASCII.
            let special =
                (word &- 0x2020_2020_2020_2020) | (quote &- ones) | (backslash &- ones) | word
            if special & 0x8080_8080_8080_8080 != 0 { break }
            offset += 8
        }
        while offset < bytes.count {
            let byte = bytes[offset]
            guard byte >= 0x20, byte < 0x80, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") else { return }
            offset += 1
        }
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

    /// One character of two to four bytes: RFC 3629 §4, so no overlong form, no surrogate, nothing above U+10FFFF.
    private mutating func skipUTF8Sequence() throws(Refusal) {
        let start = offset
        let lead = bytes[offset]
        let second: ClosedRange<UInt8>
        let length: Int
        switch lead {
        case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: throw fault("invalid UTF-8")
        }
        guard offset + length <= bytes.count, second.contains(bytes[offset + 1]) else {
            throw fault("invalid UTF-8", at: start)
        }
        for index in 2..<max(length, 2) where bytes[offset + index] & 0xC0 != 0x80 {
            throw fault("invalid UTF-8", at: start)
        }
        offset += length
    }
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
        String(decoding: decoded(in: bytes), as: UTF8.self)
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
