/// The frame around every encoded blob: a version byte in front, a checksum behind.
///
/// SQLite does not check what it stores, so a bit that rotted on the disk would otherwise reach a map.
enum Seal {
    /// Raised when the layout changes; older versions stay readable.
    static let version: UInt8 = 1
    static let overhead = 9

    static func open(_ writer: inout ByteWriter) {
        writer.clear()
        writer.append(version)
    }

    static func close(_ writer: inout ByteWriter) {
        writer.append(fixed: checksum(writer.bytes))
    }

    /// A reader for what lies between version and checksum, both checked.
    static func reader(_ bytes: UnsafeRawBufferPointer) throws(CodecError) -> ByteReader {
        guard bytes.count >= overhead else {
            throw CodecError(offset: bytes.count, message: "\(bytes.count) bytes are too few")
        }
        guard bytes[0] == version else {
            throw CodecError(offset: 0, message: "format version \(bytes[0]), expected \(version)")
        }
        let end = bytes.count - 8
        let stored = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: end, as: UInt64.self))
        guard stored == checksum(UnsafeRawBufferPointer(rebasing: bytes[..<end])) else {
            throw CodecError(offset: end, message: "the checksum does not match")
        }
        return ByteReader(bytes, in: 1..<end)
    }

    /// FNV-1a over little-endian words instead of bytes, the last one filled with zeros, with the high half folded in.
    ///
    /// Each step is a bijection of word and state, so a fault within one word never goes unseen. Not for secrets.
    static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(bytes.count)
        var offset = 0
        while offset + 8 <= bytes.count {
            mix(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)), into: &hash)
            offset += 8
        }
        var last: UInt64 = 0
        for index in offset..<bytes.count { last |= UInt64(bytes[index]) << UInt64((index - offset) * 8) }
        mix(last, into: &hash)
        return hash
    }

    private static func mix(_ word: UInt64, into hash: inout UInt64) {
        hash = (hash ^ word) &* 0x0000_0100_0000_01B3
        hash ^= hash >> 32
    }
}
