/// Assets by path within a budget of bytes. When it is passed, the half that was not used for longest goes at once,
/// which keeps both the hit and the amortised store at constant cost without a linked list.
struct AssetCache {
    struct Key: Hashable {
        /// Bytes, because Swift's `String` takes composed and decomposed letters for the same.
        let path: [UInt8]
        /// An entry page differs by how deep below the mount it is shown; 0 for every other file.
        let depth: Int
    }

    private struct Entry {
        var asset: Asset
        var lastUse: UInt64
    }

    private var entries: [Key: Entry] = [:]
    private var uses: UInt64 = 0
    /// Bytes.
    let budget: Int
    /// Bytes.
    private(set) var cost = 0

    init(budget: Int) { self.budget = budget }

    var count: Int { entries.count }

    /// The asset kept for `key`, which counts as a use.
    mutating func asset(for key: Key) -> Asset? {
        guard let index = entries.index(forKey: key) else { return nil }
        uses += 1
        entries.values[index].lastUse = uses
        return entries.values[index].asset
    }

    mutating func store(_ asset: Asset, for key: Key) {
        remove(key)
        guard asset.cost <= budget else { return }
        uses += 1
        entries[key] = Entry(asset: asset, lastUse: uses)
        cost += asset.cost
        if cost > budget { evict() }
    }

    mutating func remove(_ key: Key) {
        guard let old = entries.removeValue(forKey: key) else { return }
        cost -= old.asset.cost
    }

    private mutating func evict() {
        let oldestFirst = entries.sorted { $0.value.lastUse < $1.value.lastUse }
        for (key, _) in oldestFirst {
            guard cost > budget / 2, entries.count > 1 else { return }
            remove(key)
        }
    }
}
