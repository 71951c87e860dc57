/// Every action the bridge knows by name. A type that is not here is custom and passes untouched.
///
/// Adding an action is one entry in one of the three tables and, if wanted, one case of `Action`.
public enum ActionCatalog {
    public static let entries: [ActionEntry] = appToMap + otherSystems + mapToApp

    /// The entry for a type, or nil for a custom one.
    public static func entry(named name: String) -> ActionEntry? {
        var name = name
        return name.withUTF8 { entry(for: UnsafeRawBufferPointer($0)) }
    }

    /// The same on raw bytes, for the message path; nothing is allocated.
    package static func entry(for name: UnsafeRawBufferPointer) -> ActionEntry? {
        names.index(of: name).map { entries[$0] }
    }

    private static let names = NameTable(entries.map(\.name))
}

/// Names to be found in raw bytes: by length and the outer letters first, then byte by byte.
struct NameTable: Sendable {
    private let signatures: ContiguousArray<UInt32>
    private let names: ContiguousArray<ContiguousArray<UInt8>>

    init(_ names: [String]) {
        self.names = ContiguousArray(names.map { ContiguousArray($0.utf8) })
        signatures = ContiguousArray(self.names.map { $0.withUnsafeBytes(NameTable.signature) })
    }

    @inline(__always)
    func index(of name: UnsafeRawBufferPointer) -> Int? {
        let wanted = NameTable.signature(name)
        for index in signatures.indices where signatures[index] == wanted {
            if names[index].withUnsafeBytes({ $0.elementsEqual(name) }) { return index }
        }
        return nil
    }

    /// Length, third from the end, last and first byte: different for nearly all names of one table.
    @inline(__always)
    private static func signature(_ name: UnsafeRawBufferPointer) -> UInt32 {
        guard name.count > 2 else { return UInt32(truncatingIfNeeded: name.count) }
        return UInt32(truncatingIfNeeded: name.count) << 24 | UInt32(name[name.count - 3]) << 16
            | UInt32(name[name.count - 1]) << 8 | UInt32(name[0])
    }
}
