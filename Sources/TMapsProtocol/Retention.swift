/// How the bridge keeps an action for maps that come later (wire contract §4).
public enum Retention: UInt8, Sendable, CaseIterable {
    /// Not kept: delivered once, to whoever is there or to the first map that becomes ready.
    case pass = 0
    /// The last one of its type is replayed after READY.
    case setup = 1
    /// The last one is replayed after the set-up; it replaces what `view` holds.
    case load = 2
    /// The last one of its type is replayed after MAP_LOADED.
    case view = 3
    /// In memory only, masked everywhere but in the map.
    case secret = 4
}
