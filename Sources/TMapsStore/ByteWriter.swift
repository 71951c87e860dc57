/// A growing buffer that is filled, read and cleared again, so that batches cost no allocation once it has grown.
struct ByteWriter: ~Copyable {
    private var start: UnsafeMutableRawPointer
    private var capacity: Int
    private(set) var count = 0

    init(capacity: Int = 64 * 1024) {
        self.capacity = max(capacity, 64)
        start = .allocate(byteCount: self.capacity, alignment: 16)
    }

    deinit { start.deallocate() }

    /// What was written; good until the next change.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }

    /// Forgets the content, and the memory where one big action had made it grow far.
    mutating func clear() {
        count = 0
        guard capacity > 4 * 1024 * 1024 else { return }
        start.deallocate()
        capacity = 64 * 1024
        start = .allocate(byteCount: capacity, alignment: 16)
    }

    mutating func append(_ byte: UInt8) {
        reserve(1)
        start.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
        count += 1
    }

    /// Seven bits a byte, the lowest first, the high bit set on all but the last (LEB128).
    mutating func append(varint value: UInt64) {
        reserve(10)
        var value = value
        while value >= 0x80 {
            start.storeBytes(of: UInt8(truncatingIfNeeded: value) | 0x80, toByteOffset: count, as: UInt8.self)
            count += 1
            value >>= 7
        }
        start.storeBytes(of: UInt8(truncatingIfNeeded: value), toByteOffset: count, as: UInt8.self)
        count += 1
    }

    /// Zigzag, so that small negative numbers stay short.
    mutating func append(signed value: Int64) {
        append(varint: UInt64(bitPattern: (value << 1) ^ (value >> 63)))
    }

    /// Length, then the bytes.
    mutating func append(block: UnsafeRawBufferPointer) {
        append(varint: UInt64(block.count))
        reserve(block.count)
        if let source = block.baseAddress { (start + count).copyMemory(from: source, byteCount: block.count) }
        count += block.count
    }

    mutating func append(text: String) {
        // Not by a copy: a sender's name is in all its records, and the loop counts its references at the same time.
        let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { append(block: UnsafeRawBufferPointer($0)) }
        if isDone == nil { Array(text.utf8).withUnsafeBytes { append(block: $0) } }
    }

    /// Eight bytes, the lowest first.
    mutating func append(fixed value: UInt64) {
        reserve(8)
        start.storeBytes(of: value.littleEndian, toByteOffset: count, as: UInt64.self)
        count += 8
    }

    private mutating func reserve(_ more: Int) {
        guard count + more > capacity else { return }
        let larger = max(capacity * 2, count + more)
        let copy = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 16)
        copy.copyMemory(from: start, byteCount: count)
        start.deallocate()
        start = copy
        capacity = larger
    }
}
