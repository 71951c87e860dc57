import TMapsProtocol
import TMapsRelay
import TMapsTesting
import Testing

@testable import TMapsStore

@Suite struct RecordCodecTests {
    private let sample = [
        record(1, type: "READY", role: .map, peer: "map-1", retention: .pass),
        record(3, id: "c1", to: "map-1"),
        record(4_000_000_000_000, type: "ÄNDERN 🗺", action: "", time: .min, peer: "", retention: .setup),
        record(.max, type: "LOAD_MAP", time: .max, role: .observer, retention: .load, isMasked: true),
    ]

    private func encoded(_ records: [Record]) -> [UInt8] {
        var writer = ByteWriter()
        var base = RecordCodec.Base()
        Seal.open(&writer)
        for record in records { RecordCodec.append(record, to: &writer, base: &base) }
        Seal.close(&writer)
        return Array(writer.bytes)
    }

    private func decoded(_ bytes: [UInt8]) throws -> [Record] {
        // A copy of exactly the size, so that a read past the end is seen by the sanitizer.
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        defer { copy.deallocate() }
        copy.copyBytes(from: bytes)
        var records: [Record] = []
        var base = RecordCodec.Base()
        var reader = try Seal.reader(UnsafeRawBufferPointer(copy))
        while !reader.isAtEnd {
            if let record = try RecordCodec.record(from: &reader, base: &base, isWanted: { _ in true }) {
                records.append(record)
            }
        }
        return records
    }

    /// The same content under a checksum that fits, as if it had been written so.
    private func resealed(_ bytes: [UInt8]) -> [UInt8] {
        let content = Array(bytes.dropLast(8))
        let sum = content.withUnsafeBytes { Seal.checksum($0) }
        return content + withUnsafeBytes(of: sum.littleEndian) { Array($0) }
    }

    @Test("records survive encoding")
    func roundTrip() throws {
        #expect(try decoded(encoded(sample)).plain == sample.plain)
        #expect(try decoded(encoded([])).isEmpty)
    }

    @Test("the format on disk does not change by accident")
    func golden() {
        let bytes = encoded([
            record(2, type: "READY", action: "{}", time: 1, role: .map, peer: "m", id: "i", retention: .pass)
        ])
        #expect(bytes.dropLast(8) == [1, 0x20, 2, 2, 1, 0x6D, 1, 0x69, 5, 0x52, 0x45, 0x41, 0x44, 0x59, 2, 0x7B, 0x7D])
        #expect(bytes == resealed(bytes))
        #expect(Array("123456789".utf8).withUnsafeBytes { Seal.checksum($0) } == 0x9923_2235_1E96_E0A5)
    }

    @Test("cut off at any byte, a blob is refused")
    func truncated() {
        let bytes = encoded(sample)
        for length in 0..<bytes.count {
            #expect(throws: CodecError.self, "\(length) bytes") { try decoded(Array(bytes[..<length])) }
        }
    }

    @Test("every single flipped bit is seen")
    func flipped() {
        let bytes = encoded(sample)
        for index in bytes.indices {
            for bit in 0..<8 {
                var damaged = bytes
                damaged[index] ^= 1 << bit
                #expect(throws: CodecError.self, "byte \(index), bit \(bit)") { try decoded(damaged) }
            }
        }
    }

    @Test("wrong content under a right checksum never traps")
    func fuzzed() {
        var random = SeededGenerator(seed: 42)
        let bytes = encoded(sample)
        var refused = 0
        for _ in 0..<20_000 {
            var damaged = bytes
            for _ in 0...Int.random(in: 0..<4, using: &random) {
                damaged[Int.random(in: 1..<(bytes.count - 8), using: &random)] = UInt8.random(
                    in: 0...255, using: &random)
            }
            if Bool.random(using: &random) { damaged.removeLast(Int.random(in: 0..<(bytes.count - 9), using: &random)) }
            do { _ = try decoded(resealed(damaged)) } catch { refused += 1 }
        }
        #expect(refused > 10_000)
    }

    @Test("errors tell what is wrong and at which byte")
    func messages() {
        func error(_ content: [UInt8]) -> CodecError? {
            #expect(throws: CodecError.self) { try decoded(resealed(content + [UInt8](repeating: 0, count: 8))) }
        }
        #expect(error([2]) == CodecError(offset: 0, message: "format version 2, expected 1"))
        #expect(error([1, 0]) == CodecError(offset: 2, message: "ends too early"))
        #expect(error([1, 0, 1, 0, 200, 1, 0]) == CodecError(offset: 6, message: "a length of 200 passes the end"))
        let long = [UInt8](repeating: 0xFF, count: 10)
        #expect(error([1, 0] + long) == CodecError(offset: 12, message: "a number is longer than 64 bits"))
        #expect(error([1, 3, 1, 0, 0, 0, 0]) == CodecError(offset: 1, message: "3 is no record head"))
        #expect(
            error([1, 1, 1, 0, 1, 0xFF, 0, 0])
                == CodecError(offset: 1, message: "the record holds a text that is not UTF-8"))
    }
}
