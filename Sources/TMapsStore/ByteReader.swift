/// Bytes that do not follow the format, and where.
struct CodecError: Error, Hashable {
    var offset: Int
    var message: String
}

/// Reads what `ByteWriter` wrote. Never trusts a byte: what does not fit throws, nothing traps.
struct ByteReader {
    private let bytes: UnsafeRawBufferPointer
    private(set) var offset: Int
    private let end: Int

    /// Reads `bytes` in `range`, which must lie inside them; errors tell offsets from the start of `bytes`.
    init(_ bytes: UnsafeRawBufferPointer, in range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
        self.bytes = bytes
        offset = range.lowerBound
        end = range.upperBound
    }

    var isAtEnd: Bool { offset >= end }

    mutating func byte() throws(CodecError) -> UInt8 {
        guard offset < end else { throw error("ends too early") }
        defer { offset += 1 }
        return bytes[offset]
    }

    mutating func varint() throws(CodecError) -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let next = try byte()
            // The tenth byte holds the one bit that is left.
            guard shift < 63 || next <= 1 else { throw error("a number is longer than 64 bits") }
            value |= UInt64(next & 0x7F) << shift
            if next < 0x80 { return value }
            shift += 7
        }
    }

    mutating func signed() throws(CodecError) -> Int64 {
        let value = try varint()
        return Int64(bitPattern: (value >> 1) ^ (0 &- (value & 1)))
    }

    /// Length-prefixed bytes, in place.
    mutating func block() throws(CodecError) -> UnsafeRawBufferPointer {
        let length = try varint()
        guard length <= UInt64(end - offset) else { throw error("a length of \(length) passes the end") }
        defer { offset += Int(length) }
        return UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + Int(length))])
    }

    func error(_ message: String) -> CodecError { CodecError(offset: offset, message: message) }
}
