/// One unmasked WebSocket text message (RFC 6455 §5.2), built once and shared by reference with every receiver's queue.
///
/// The header and the payload lie in one allocation, so sending to N receivers costs N references and no copy.
package final class Frame: ManagedBuffer<Frame.Layout, UInt8> {
    package struct Layout: Sendable {
        /// Header and payload together.
        package var byteCount: Int
        /// Where the payload starts: 2, 4 or 10.
        package var payloadOffset: Int
    }

    /// Bytes in front of a payload of `length` bytes.
    package static func headerLength(forPayload length: Int) -> Int {
        length < 126 ? 2 : length < 65_536 ? 4 : 10
    }

    /// Makes a frame whose payload of `length` bytes is written by `fill`, which must write all of it.
    package static func text(length: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Void) -> Frame {
        let offset = headerLength(forPayload: length)
        let buffer = Frame.create(minimumCapacity: offset + length) { _ in
            Layout(byteCount: offset + length, payloadOffset: offset)
        }
        // because `create` on a final subclass always returns that subclass.
        let frame = unsafeDowncast(buffer, to: Frame.self)
        frame.withUnsafeMutablePointerToElements { start in
            let raw = UnsafeMutableRawPointer(start)
            raw.storeBytes(of: 0x81, as: UInt8.self)
            switch offset {
            case 2:
                raw.storeBytes(of: UInt8(length), toByteOffset: 1, as: UInt8.self)
            case 4:
                raw.storeBytes(of: 126, toByteOffset: 1, as: UInt8.self)
                raw.storeBytes(of: UInt16(length).bigEndian, toByteOffset: 2, as: UInt16.self)
            default:
                raw.storeBytes(of: 127, toByteOffset: 1, as: UInt8.self)
                raw.storeBytes(of: UInt64(length).bigEndian, toByteOffset: 2, as: UInt64.self)
            }
            fill(UnsafeMutableRawBufferPointer(start: raw + offset, count: length))
        }
        return frame
    }

    /// A frame holding a copy of `payload`.
    package static func text(_ payload: UnsafeRawBufferPointer) -> Frame {
        text(length: payload.count) { $0.copyMemory(from: payload) }
    }

    /// A frame holding the UTF-8 of `payload`.
    package static func text(_ payload: String) -> Frame {
        var payload = payload
        return payload.withUTF8 { text(UnsafeRawBufferPointer($0)) }
    }

    package var byteCount: Int { header.byteCount }
    package var payloadCount: Int { header.byteCount - header.payloadOffset }

    /// Header and payload, as they go on the wire. The pointer is good for as long as the frame lives.
    package var wireBytes: UnsafeRawBufferPointer {
        withUnsafeMutablePointers { UnsafeRawBufferPointer(start: $1, count: $0.pointee.byteCount) }
    }

    /// The message itself. The pointer is good for as long as the frame lives.
    package var payload: UnsafeRawBufferPointer {
        withUnsafeMutablePointers {
            UnsafeRawBufferPointer(start: $1 + $0.pointee.payloadOffset, count: payloadCount)
        }
    }
}

// @unchecked because a frame is never changed after `text(length:_:)` returned it.
extension Frame: @unchecked Sendable {}
