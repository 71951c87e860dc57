/// The table made ready for raw bytes. Made once for each entry and never freed; plain memory, so that walking it
/// counts no references.
struct ObjectRule: @unchecked Sendable {  // because nothing writes to the memory once it is made
    private let fields: UnsafeBufferPointer<FieldRule>
    /// Bit n for field n.
    private let required: UInt64
    private let groups: UnsafeBufferPointer<UInt64>

    init(_ fields: [ActionField], needsOneOf: [[String]]) {
        precondition(fields.count <= 64, "one bit a field")
        func bits(_ isIn: (ActionField) -> Bool) -> UInt64 {
            fields.enumerated().reduce(0) { isIn($1.element) ? $0 | 1 << UInt64($1.offset) : $0 }
        }
        self.fields = immortal(fields.map(FieldRule.init))
        required = bits(\.isRequired)
        groups = immortal(needsOneOf.map { group in bits { group.contains($0.name) } })
    }

    @inline(__always)
    subscript(index: Int) -> FieldRule { fields[index] }

    /// Which field a key names; keys written with escapes count too.
    @inline(__always)
    func index(of key: JSONText, in cursor: JSONCursor) -> Int? {
        if key.hasEscapes { return slowIndex(of: key, in: cursor.bytes) }
        let name = Name(cursor.base + key.range.lowerBound, key.range.count)
        for index in fields.indices where fields[index].name == name { return index }
        return nil
    }

    @inline(never)
    private func slowIndex(of key: JSONText, in bytes: UnsafeRawBufferPointer) -> Int? {
        let name = key.string(in: bytes)
        return fields.firstIndex { $0.name.description == name }
    }

    /// What is not there, given the fields that are.
    @inline(__always)
    func missing(_ seen: UInt64) -> Violation? {
        if seen & required == required, groups.isEmpty || groups.contains(where: { seen & $0 == $0 }) { return nil }
        return explain(seen)
    }

    @inline(never)
    private func explain(_ seen: UInt64) -> Violation {
        let absent = (required & ~seen).trailingZeroBitCount
        if absent < fields.count { return Violation("required, and missing").inside(fields[absent].name.description) }
        let choices = groups.map { group in
            let members = fields.indices.filter { group >> UInt64($0) & 1 == 1 }
            return members.map { fields[$0].name.description }.joined(separator: " and ")
        }
        return Violation("expected \(choices.joined(separator: ", or ")), found neither")
    }
}

/// One `ActionField` of an `ObjectRule`.
struct FieldRule {
    let name: Name
    let value: ValueRule
    let isNullable: Bool

    init(_ field: ActionField) {
        name = Name(field.name)
        value = ValueRule(field.kind)
        isNullable = field.isNullable
    }
}

/// A `FieldKind` without references.
enum ValueRule {
    case any, string, integer, number, coordinate
    case bool(readsDigits: Bool)
    case limited(UnsafePointer<FieldKind.Limits>)
    case choice(UnsafePointer<[String]>)
    case object(ObjectRule)
    case array(UnsafePointer<ValueRule>)
    case either(UnsafeBufferPointer<ValueRule>)

    static let longitude = Immortal(FieldKind.Limits.longitude)
    static let latitude = Immortal(FieldKind.Limits.latitude)

    init(_ kind: FieldKind) {
        switch kind {
        case .any: self = .any
        case .string, .id, .color, .choice(_, isOpen: true): self = .string
        case .choice(let words, isOpen: false): self = .choice(immortal(words))
        case .bool(let readsDigits): self = .bool(readsDigits: readsDigits)
        case .number(let limits): self = limits.isLimited ? .limited(immortal(limits)) : .number
        case .integer: self = .integer
        case .coordinate: self = .coordinate
        case .object(let shape): self = .object(shape.rule)
        case .array(let element): self = .array(immortal(ValueRule(element)))
        case .either(let kinds): self = .either(immortal(kinds.map(ValueRule.init)))
        }
    }
}

/// A name of the table, or one found in a text, to be compared quickly.
struct Name: Equatable, CustomStringConvertible {
    private let start: UnsafeRawPointer
    let count: Int
    /// Length, first, third last and last byte: different for nearly all names of one table.
    private let signature: UInt32

    init(_ text: String) {
        let bytes = immortal(Array(text.utf8))
        self.init(UnsafeRawPointer(bytes.baseAddress ?? UnsafePointer(immortal(0))), bytes.count)
    }

    @inline(__always)
    init(_ start: UnsafeRawPointer, _ count: Int) {
        self.start = start
        self.count = count
        var signature = UInt32(truncatingIfNeeded: count) << 24
        if count > 2 {
            signature |= UInt32(start.load(as: UInt8.self)) << 16
            signature |= UInt32(start.load(fromByteOffset: count - 3, as: UInt8.self)) << 8
            signature |= UInt32(start.load(fromByteOffset: count - 1, as: UInt8.self))
        }
        self.signature = signature
    }

    @inline(__always)
    static func == (a: Name, b: Name) -> Bool {
        guard a.signature == b.signature, a.count == b.count else { return false }
        var index = 0
        while index + 8 <= a.count {
            guard a.word(at: index) == b.word(at: index) else { return false }
            index += 8
        }
        while index < a.count {
            guard a.byte(at: index) == b.byte(at: index) else { return false }
            index += 1
        }
        return true
    }

    @inline(__always)
    private func word(at index: Int) -> UInt64 { start.loadUnaligned(fromByteOffset: index, as: UInt64.self) }

    @inline(__always)
    private func byte(at index: Int) -> UInt8 { start.load(fromByteOffset: index, as: UInt8.self) }

    var description: String { String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self) }
}

/// A value in memory that is never freed.
struct Immortal<Value: Sendable>: @unchecked Sendable {  // because nothing writes to the memory once it is made
    let pointer: UnsafePointer<Value>
    init(_ value: Value) { pointer = immortal(value) }
}

/// Memory that is never freed, for what lives as long as the program.
func immortal<Value>(_ value: Value) -> UnsafePointer<Value> {
    let pointer = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    pointer.initialize(to: value)
    return UnsafePointer(pointer)
}

func immortal<Element>(_ values: [Element]) -> UnsafeBufferPointer<Element> {
    let buffer = UnsafeMutableBufferPointer<Element>.allocate(capacity: values.count)
    _ = buffer.initialize(from: values)
    return UnsafeBufferPointer(buffer)
}
