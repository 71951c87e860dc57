import Foundation
import TMapsProtocol
import Testing

@Suite struct ActionManualTests {
    private let manual = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/protocol.md")

    @Test("docs/protocol.md says what the table says; Scripts/make-protocol-manual makes it anew")
    func current() throws {
        if ProcessInfo.processInfo.environment["TMAPS_WRITE_MANUAL"] == "1" {
            try ActionCatalog.manual().write(to: manual, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: manual, encoding: .utf8) == ActionCatalog.manual())
    }

    @Test("every name of the table is there once, and every field has a line for people")
    func complete() {
        #expect(Set(ActionCatalog.entries.map(\.name)).count == ActionCatalog.entries.count)
        for entry in ActionCatalog.entries {
            #expect(entry.about.hasSuffix(".") || entry.about.hasSuffix(")."), "\(entry.name)")
            for field in entry.fields { #expect(!field.about.isEmpty, "\(entry.name).\(field.name)") }
            #expect(ActionCatalog.entry(named: entry.name) === entry)
        }
        #expect(ActionCatalog.entry(named: "") == nil)
        #expect(ActionCatalog.entry(named: "SET_ZOOm") == nil)
    }

    @Test("the JSON Schema is JSON, and has a definition for every type")
    func schema() throws {
        let schema = try JSONValue(json: String(decoding: ActionCatalog.schema(), as: UTF8.self))
        guard case .object(let members) = schema, case .object(let definitions)? = members["$defs"] else {
            Issue.record("no $defs")
            return
        }
        #expect(Set(definitions.keys) == Set(ActionCatalog.entries.map(\.name)))
    }
}
