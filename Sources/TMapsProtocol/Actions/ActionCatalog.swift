/// Every action the bridge knows by name. A type that is not here is custom and passes untouched.
///
/// Adding an action is one entry in one of the three tables and, if wanted, one case of `Action`.
public enum ActionCatalog {
    public static let entries: [ActionEntry] = appToMap + otherSystems + mapToApp

    /// Shown after the camera has come to rest: an animation would cancel them.
    package static let lastTypes: Set<String> = ["HIGHLIGHT_FEATURE", "MARK_FEATURE"]

    /// The entry for a type, or nil for a custom one.
    public static func entry(named name: String) -> ActionEntry? {
        var name = name
        return name.withUTF8 { entry(for: UnsafeRawBufferPointer($0)) }
    }

    /// The same on raw bytes, for the message path; nothing is allocated.
    package static func entry(for name: UnsafeRawBufferPointer) -> ActionEntry? {
        guard let start = name.baseAddress, name.count < byLength.count else { return nil }
        let name = Name(start, name.count)
        for candidate in byLength[name.count] where candidate.name == name {
            return candidate.entry.takeUnretainedValue()
        }
        return nil
    }

    /// `byLength[n]`: the entries whose names have n bytes.
    private static let byLength = Lengths(entries)

    private struct Lengths: @unchecked Sendable {  // because nothing writes to the memory once it is made
        typealias Candidates = UnsafeBufferPointer<(name: Name, entry: Unmanaged<ActionEntry>)>
        private let table: UnsafeBufferPointer<Candidates>

        init(_ entries: [ActionEntry]) {
            let longest = entries.map(\.name.utf8.count).max() ?? 0
            table = immortal(
                (0...longest).map { length in
                    // Retained for ever, like the catalogue.
                    let candidates = entries.filter { $0.name.utf8.count == length }
                    return immortal(candidates.map { (name: Name($0.name), entry: Unmanaged.passRetained($0)) })
                })
        }

        var count: Int { table.count }

        @inline(__always)
        subscript(length: Int) -> Candidates { table[length] }
    }
}
