import TMapsProtocol
import TMapsRelay

/// How records lie in a blob.
///
///     blob          = version(1 byte = 1) content checksum(8 bytes, little-endian, over all before it)    Seal
///     content       = record*                         a batch, or one retained record
///                   | confirmation*                   the confirmations of a batch
///     record        = head(1 byte) seq time peer [id] [to] type action
///     confirmation  = role(1 byte) seq peer id
///     head          = bits 0–1 role, 2–4 retention, 5 has id, 6 has to, 7 masked
///     role          = 0 map, 1 client, 2 observer
///     seq           = varint, minus the previous one of the blob (the first: minus 0)
///     time          = zigzag varint, milliseconds since 1970, minus the previous one
///     peer, id, to, type = text: varint length, UTF-8
///     action        = varint length, bytes
///
/// Only append to this format: a change of what is written needs a new `Seal.version`.
enum RecordCodec {
    private enum Head {
        static let hasID: UInt8 = 1 << 5
        static let hasTo: UInt8 = 1 << 6
        static let isMasked: UInt8 = 1 << 7
    }

    /// What the next entry of a blob is written relative to.
    struct Base {
        var seq: UInt64 = 0
        var time: Int64 = 0
    }

    static func append(_ record: Record, to writer: inout ByteWriter, base: inout Base) {
        var head = record.role.stored | record.retention.rawValue << 2
        if record.id != nil { head |= Head.hasID }
        if record.to != nil { head |= Head.hasTo }
        if record.isMasked { head |= Head.isMasked }
        writer.append(head)
        writer.append(varint: record.seq &- base.seq)
        writer.append(signed: record.time &- base.time)
        writer.append(text: record.peer)
        if let id = record.id { writer.append(text: id) }
        if let to = record.to { writer.append(text: to) }
        writer.append(text: record.type)
        record.action.withPayload { writer.append(block: $0) }
        base = Base(seq: record.seq, time: record.time)
    }

    /// The next record, or nil where `isWanted` says no to its position: it is then passed over without being built.
    static func record(
        from reader: inout ByteReader, base: inout Base, isWanted: (UInt64) -> Bool
    ) throws(CodecError) -> Record? {
        let start = reader
        let head = try reader.byte()
        base.seq = base.seq &+ (try reader.varint())
        base.time = base.time &+ (try reader.signed())
        let peer = try reader.block()
        let id = head & Head.hasID == 0 ? nil : try reader.block()
        let to = head & Head.hasTo == 0 ? nil : try reader.block()
        let type = try reader.block()
        let action = try reader.block()
        guard isWanted(base.seq) else { return nil }
        guard let role = Role(stored: head & 3), let retention = Retention(rawValue: head >> 2 & 7) else {
            throw start.error("\(head) is no record head")
        }
        return Record(
            seq: base.seq, time: base.time, role: role, peer: try text(peer, of: start),
            id: try id.map { bytes throws(CodecError) in try text(bytes, of: start) },
            to: try to.map { bytes throws(CodecError) in try text(bytes, of: start) },
            retention: retention, type: try text(type, of: start), action: Frame(action),
            isMasked: head & Head.isMasked != 0)
    }

    /// The confirmation of a record that has an `id`; others have none.
    static func append(confirmationOf record: Record, to writer: inout ByteWriter, base: inout Base) {
        guard let id = record.id else { return }
        writer.append(record.role.stored)
        writer.append(varint: record.seq &- base.seq)
        writer.append(text: record.peer)
        writer.append(text: id)
        base.seq = record.seq
    }

    static func confirmation(
        from reader: inout ByteReader, base: inout Base
    ) throws(CodecError) -> StoredConfirmation {
        let start = reader
        let role = try reader.byte()
        base.seq = base.seq &+ (try reader.varint())
        let peer = try reader.block()
        let id = try reader.block()
        guard let role = Role(stored: role) else { throw start.error("\(role) is no role") }
        return StoredConfirmation(
            role: role, peer: try text(peer, of: start), id: try text(id, of: start), seq: base.seq)
    }

    private static func text(_ bytes: UnsafeRawBufferPointer, of record: ByteReader) throws(CodecError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw record.error("the record holds a text that is not UTF-8")
        }
        return text
    }
}

extension Role {
    /// The number that stands for the role in the database.
    var stored: UInt8 {
        switch self {
        case .map: 0
        case .client: 1
        case .observer: 2
        }
    }

    init?(stored: UInt8) {
        switch stored {
        case 0: self = .map
        case 1: self = .client
        case 2: self = .observer
        default: return nil
        }
    }
}
