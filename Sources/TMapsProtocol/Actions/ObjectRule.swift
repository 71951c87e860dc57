/// An `ObjectShape` made ready for raw bytes: names by `NameTable`, requirements as bits.
final class ObjectRule: Sendable {
    let fields: ContiguousArray<ActionField>
    private let names: NameTable
    private let required: UInt64
    private let groups: ContiguousArray<UInt64>

    init(_ fields: [ActionField], _ needsOneOf: [[String]]) {
        precondition(fields.count <= 64, "one bit a field")
        self.fields = ContiguousArray(fields)
        names = NameTable(fields.map(\.name))
        func bits(_ isIn: (ActionField) -> Bool) -> UInt64 {
            fields.enumerated().reduce(0) { isIn($1.element) ? $0 | 1 << UInt64($1.offset) : $0 }
        }
        required = bits(\.isRequired)
        groups = ContiguousArray(needsOneOf.map { group in bits { group.contains($0.name) } })
    }

    /// Which field a key names; keys written with escapes count too.
    @inline(__always)
    func index(of key: JSONText, in bytes: UnsafeRawBufferPointer) -> Int? {
        if key.hasEscapes { return key.decoded(in: bytes).withUnsafeBytes(names.index) }
        return names.index(of: UnsafeRawBufferPointer(rebasing: bytes[key.range]))
    }

    /// What is not there, given the fields that are: bit n for field n.
    @inline(__always)
    func missing(_ seen: UInt64) -> Violation? {
        if seen & required == required, groups.isEmpty || groups.contains(where: { seen & $0 == $0 }) { return nil }
        return explain(seen)
    }

    private func explain(_ seen: UInt64) -> Violation {
        let absent = (required & ~seen).trailingZeroBitCount
        if absent < fields.count { return Violation("required, and missing", at: fields[absent].name) }
        let choices = groups.map { group in
            fields.indices.filter { group >> UInt64($0) & 1 == 1 }.map { fields[$0].name }.joined(separator: " and ")
        }
        return Violation("expected \(choices.joined(separator: ", or ")), found neither")
    }
}

/// What is wrong with a field, and where: built from the inside out, and only when something is wrong.
struct Violation {
    /// `payload[17].id`; empty for the value itself.
    private(set) var path: String
    private let text: String

    init(_ text: String, at path: String = "") {
        self.path = path
        self.text = text
    }

    func inside(_ name: String) -> Violation {
        Violation(text, at: path.isEmpty || path.hasPrefix("[") ? name + path : "\(name).\(path)")
    }

    func inside(element index: Int) -> Violation {
        Violation(text, at: path.isEmpty || path.hasPrefix("[") ? "[\(index)]\(path)" : "[\(index)].\(path)")
    }

    var refusal: Refusal { Refusal(.invalidField, path.isEmpty ? text : "\(path): \(text)") }
}
