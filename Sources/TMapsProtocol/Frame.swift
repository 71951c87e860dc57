/// One unmasked WebSocket text message (RFC 6455 §5.2), built once and shared by reference with every receiver's queue.
///
/// The header and the payload lie in one allocation, so sending to N receivers costs N references and no copy.
package struct Frame {
    private struct Layout {
        /// Header and payload together.
        var byteCount: Int
        /// Where the payload starts: 2, 4 or 10; 0 without a header.
        var payloadOffset: Int
    }

    private let buffer: ManagedBuffer<Layout, UInt8>

    /// Bytes in front of a payload of `length` bytes.
    package static func headerLength(forPayload length: Int) -> Int {
        length < 126 ? 2 : length < 65_536 ? 4 : 10
    }

    /// Makes a frame whose payload of `length` bytes is written by `fill`, which must write all of it.
    package init(length: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Void) {
        let offset = Frame.headerLength(forPayload: length)
        buffer = .create(minimumCapacity: offset + length) { _ in
            Layout(byteCount: offset + length, payloadOffset: offset)
        }
        buffer.withUnsafeMutablePointerToElements { start in
            let raw = UnsafeMutableRawPointer(start)
            Frame.writeHeader(forPayload: length, to: raw)
            fill(UnsafeMutableRawBufferPointer(start: raw + offset, count: length))
        }
    }

    /// The `headerLength` bytes in front of a payload.
    static func writeHeader(forPayload length: Int, to raw: UnsafeMutableRawPointer) {
        raw.storeBytes(of: 0x81, as: UInt8.self)
        switch headerLength(forPayload: length) {
        case 2:
            raw.storeBytes(of: UInt8(length), toByteOffset: 1, as: UInt8.self)
        case 4:
            raw.storeBytes(of: 126, toByteOffset: 1, as: UInt8.self)
            raw.storeBytes(of: UInt16(length).bigEndian, toByteOffset: 2, as: UInt16.self)
        default:
            raw.storeBytes(of: 127, toByteOffset: 1, as: UInt8.self)
            raw.storeBytes(of: UInt64(length).bigEndian, toByteOffset: 2, as: UInt64.self)
        }
    }

    /// A frame holding a copy of `payload`.
    package init(_ payload: UnsafeRawBufferPointer) {
        self.init(length: payload.count) { $0.copyMemory(from: payload) }
    }

    /// Not one WebSocket message: bytes that go on the wire as they are. `fill` must write all of them.
    package init(wireLength length: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Void) {
        buffer = .create(minimumCapacity: length) { _ in Layout(byteCount: length, payloadOffset: 0) }
        buffer.withUnsafeMutablePointerToElements { fill(UnsafeMutableRawBufferPointer(start: $0, count: length)) }
    }

    /// A copy of bytes that go on the wire as they are.
    package init(wire bytes: UnsafeRawBufferPointer) {
        self.init(wireLength: bytes.count) { $0.copyMemory(from: bytes) }
    }

    /// A frame holding the UTF-8 of `payload`.
    package init(_ payload: String) {
        var payload = payload
        self = payload.withUTF8 { Frame(UnsafeRawBufferPointer($0)) }
    }

    package var byteCount: Int { buffer.header.byteCount }
    package var payloadCount: Int { buffer.header.byteCount - buffer.header.payloadOffset }

    package var identity: ObjectIdentifier { ObjectIdentifier(buffer) }

    /// What keeps the bytes alive: whoever keeps a pointer to them beyond `withWireBytes` keeps this too.
    package var owner: AnyObject { buffer }

    /// Header and payload, as they go on the wire. The pointer is good in `body`, and beyond it while `owner` is kept.
    package func withWireBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        buffer.withUnsafeMutablePointers { body(UnsafeRawBufferPointer(start: $1, count: $0.pointee.byteCount)) }
    }

    /// The message itself. The pointer is good within `body`.
    package func withPayload<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        withWireBytes { body(UnsafeRawBufferPointer(rebasing: $0[(byteCount - payloadCount)...])) }
    }

    /// The message as text, for logs and tests.
    package var text: String { withPayload { String(decoding: $0, as: UTF8.self) } }
}

// @unchecked because the buffer is never changed after the initialiser returned.
extension Frame: @unchecked Sendable {}
