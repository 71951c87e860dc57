private import CZlib

/// The gzip format (RFC 1952). The only file that sees zlib.
enum Gzip {
    /// Nil when zlib has no memory left.
    ///
    /// Level 6, zlib's own choice: about 25 MB/s and within 2 % of level 9's size. Source: zlib.h.
    static func compress(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        let opened = deflateInit2_(
            &stream, 6, Z_DEFLATED, gzipWindow, memoryLevel, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        guard opened == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        var result = Z_OK
        let packed = [UInt8](unsafeUninitializedCapacity: Int(deflateBound(&stream, UInt(bytes.count)))) { out, count in
            bytes.withUnsafeBufferPointer { input in
                // because zlib's `next_in` is not const by history; it does not write there
                stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                stream.avail_in = UInt32(input.count)
                stream.next_out = out.baseAddress
                stream.avail_out = UInt32(out.count)
                result = deflate(&stream, Z_FINISH)
                count = Int(stream.total_out)
            }
        }
        // Copied, because the array above holds on to the room for the worst case.
        return result == Z_STREAM_END ? packed.withUnsafeBufferPointer { Array($0) } : nil
    }

    /// 15 bits of window, and 16 more to say gzip instead of zlib.
    private static let gzipWindow: Int32 = 31
    /// zlib's own choice.
    private static let memoryLevel: Int32 = 8
}
