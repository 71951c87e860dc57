/// What a sender is told of a dispatch that is kept: `{"ack":"c-42","seq":1043}` (wire contract §3).
package struct Confirmation: Sendable, Hashable {
    package var id: String
    package var seq: UInt64
    /// The `id` was dispatched before; `seq` is the first one's.
    package var isDuplicate: Bool

    package init(id: String, seq: UInt64, isDuplicate: Bool) {
        self.id = id
        self.seq = seq
        self.isDuplicate = isDuplicate
    }
}

extension OutboundEnvelope {
    package static func ack(_ confirmation: Confirmation) -> Frame {
        let text = AckText(confirmation)
        return Frame(length: text.length) { target in
            var writer = RawWriter(target)
            text.write(to: &writer)
        }
    }

    /// A message for each in one piece of memory, sized first and then written once: a commit confirms many dispatches
    /// of a peer.
    package static func acks(_ confirmations: ArraySlice<Confirmation>) -> Frame {
        let length = confirmations.reduce(0) { sum, confirmation in
            let length = AckText(confirmation).length
            return sum + Frame.headerLength(forPayload: length) + length
        }
        return Frame(wireLength: length) { target in
            var writer = RawWriter(target)
            for confirmation in confirmations {
                let text = AckText(confirmation)
                writer.writeHeader(forPayload: text.length)
                text.write(to: &writer)
            }
        }
    }
}

/// The parts of one confirmation's text.
private struct AckText {
    private static let start: StaticString = "{\"ack\":\""
    private static let middle: StaticString = "\",\"seq\":"
    private static let duplicate: StaticString = ",\"duplicate\":true"

    /// As it stands between quotes.
    private let id: String
    private let seq: DecimalDigits
    private let isDuplicate: Bool

    init(_ confirmation: Confirmation) {
        id = AckText.isPlain(confirmation.id) ? confirmation.id : AckText.escaped(confirmation.id)
        seq = DecimalDigits(confirmation.seq)
        isDuplicate = confirmation.isDuplicate
    }

    var length: Int {
        AckText.start.utf8CodeUnitCount + id.utf8.count + AckText.middle.utf8CodeUnitCount + seq.count
            + (isDuplicate ? AckText.duplicate.utf8CodeUnitCount : 0) + 1
    }

    func write(to writer: inout RawWriter) {
        var id = id
        writer.write(AckText.start)
        id.withUTF8 { writer.write(UnsafeRawBufferPointer($0)) }
        writer.write(AckText.middle)
        seq.withBytes { writer.write($0) }
        if isDuplicate { writer.write(AckText.duplicate) }
        writer.write("}")
    }

    /// Nothing in it is to be escaped.
    private static func isPlain(_ id: String) -> Bool {
        id.utf8.allSatisfy {
            $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
    }

    private static func escaped(_ id: String) -> String { String(JSONWriter.quoted(id).dropFirst().dropLast()) }
}
