import Foundation
import TMapsProtocol
import Testing

@Suite struct CorpusTests {
    struct Row: Decodable {
        var group: String
        var text: String?
        var hex: String?
        var accept: Bool

        var bytes: [UInt8] {
            guard let hex else { return Array((text ?? "").utf8) }
            let digits = Array(hex)
            return stride(from: 0, to: digits.count, by: 2).compactMap {
                UInt8(String(digits[$0...($0 + 1)]), radix: 16)
            }
        }
    }

    static let rows: [Row] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Protocol/corpus.json")
        return (try? JSONDecoder().decode([Row].self, from: Data(contentsOf: file))) ?? []
    }()

    @Test(
        "the table of small texts is accepted and refused as it says; Tests/Protocol has Python and node say the same")
    func table() {
        #expect(Self.rows.count >= 300)
        for row in Self.rows {
            let refusal = jsonRefusal(row.bytes)
            #expect(
                (refusal == nil) == row.accept, "\(row.group): \(row.text ?? row.hex ?? ""): \(refusal?.message ?? "")")
            if let refusal { #expect(refusal.message.contains("byte "), "\(refusal.message)") }
        }
    }

    @Test("the same inside an action, with the text moved against the words that are read at once", arguments: 0..<9)
    func inside(shift: Int) {
        let before = Array(#"{"type":"SET_ZOOM","zoom":1,"\#(String(repeating: "k", count: shift))":"#.utf8)
        for row in Self.rows where row.group != "depth" && row.group != "too deep" {
            let text = row.bytes
            let refusal = check(before + text + Array("}".utf8))
            // A text that is refused alone may complete what stands around it, such as `1,"a":2`; none here does.
            #expect((refusal == nil) == row.accept, "\(row.group): \(row.text ?? row.hex ?? "")")
        }
    }
}
