extension JSONCursor {
    /// Steps over a number: RFC 8259 §6, and within the range of a double.
    package mutating func number() throws(Refusal) { offset = try afterNumber(offset) }

    /// Where the number at `start` ends: by the short way unless it has an exponent or is very long.
    @inline(__always)
    mutating func afterNumber(_ start: Int) throws(Refusal) -> Int {
        var place = start
        if byte(at: place) == UInt8(ascii: "-") { place += 1 }
        let first = byte(at: place)
        guard isDigit(first) else { return try slowNumber(start) }
        place += 1
        if first != UInt8(ascii: "0") { place = afterDigits(place) }
        if byte(at: place) == UInt8(ascii: ".") {
            let fraction = place + 1
            place = afterDigits(fraction)
            guard place > fraction else { return try slowNumber(start) }
        }
        let next = byte(at: place)
        guard next | 0x20 != UInt8(ascii: "e"), !isDigit(next), place - start < 300 else {
            return try slowNumber(start)
        }
        return place
    }

    @inline(never)
    private mutating func slowNumber(_ start: Int) throws(Refusal) -> Int {
        offset = start
        if current == UInt8(ascii: "-") { offset += 1 }
        let integerDigits = try integer()
        if current == UInt8(ascii: ".") {
            offset += 1
            guard digits() > 0 else { throw fault("expected a digit after the decimal point") }
        }
        var exponent = 0
        if current | 0x20 == UInt8(ascii: "e") { exponent = try readExponent() }
        guard integerDigits + exponent > 300 else { return offset }
        // Near or beyond 1e308: let the standard library decide. Leading zeros of a fraction can still save it.
        let text = String(decoding: bytes[start..<offset], as: UTF8.self)
        guard let value = Double(text), value.isFinite else { throw fault("number beyond a double's range", at: start) }
        return offset
    }

    private mutating func integer() throws(Refusal) -> Int {
        if current == UInt8(ascii: "0") {
            offset += 1
            guard !isDigit(current) else { throw fault("a number has no leading zero") }
            return 1
        }
        let count = digits()
        guard count > 0 else { throw fault("expected a digit") }
        return count
    }

    private mutating func readExponent() throws(Refusal) -> Int {
        offset += 1
        let isNegative = current == UInt8(ascii: "-")
        if isNegative || current == UInt8(ascii: "+") { offset += 1 }
        let start = offset
        guard digits() > 0 else { throw fault("expected a digit in the exponent") }
        if isNegative { return 0 }
        var value = 0
        for byte in bytes[start..<offset] where value < 1_000_000 { value = value * 10 + Int(byte & 15) }
        return value
    }

    private mutating func digits() -> Int {
        let start = offset
        offset = afterDigits(start)
        return offset - start
    }

    @inline(__always)
    private func afterDigits(_ start: Int) -> Int {
        var place = start
        while isDigit(byte(at: place)) { place += 1 }
        return place
    }

    @inline(__always)
    private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}
