/// Fills a buffer of known size from the front.
struct RawWriter {
    private let target: UnsafeMutableRawBufferPointer
    private var offset = 0

    init(_ target: UnsafeMutableRawBufferPointer) { self.target = target }

    mutating func write(_ bytes: UnsafeRawBufferPointer) {
        UnsafeMutableRawBufferPointer(rebasing: target[offset...]).copyMemory(from: bytes)
        offset += bytes.count
    }

    mutating func write(_ text: StaticString) {
        write(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// A WebSocket header (`Frame`).
    mutating func writeHeader(forPayload length: Int) {
        let count = Frame.headerLength(forPayload: length)
        guard let start = UnsafeMutableRawBufferPointer(rebasing: target[offset..<offset + count]).baseAddress else {
            return
        }
        Frame.writeHeader(forPayload: length, to: start)
        offset += count
    }
}

/// The decimal text of a number without a `String`.
struct DecimalDigits {
    private var digits: InlineArray<20, UInt8> = .init(repeating: 0)
    private(set) var count: Int

    init(_ value: UInt64) {
        var value = value
        var start = 20
        repeat {
            start -= 1
            digits[start] = UInt8(ascii: "0") + UInt8(value % 10)
            value /= 10
        } while value > 0
        count = 20 - start
    }

    func withBytes(_ body: (UnsafeRawBufferPointer) -> Void) {
        withUnsafeBytes(of: digits) { body(UnsafeRawBufferPointer(rebasing: $0[(20 - count)...])) }
    }
}
