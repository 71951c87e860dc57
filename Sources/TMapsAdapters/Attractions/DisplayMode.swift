/// How a map of attractions is zoomed in at first (seed 2); the raw value is the name in JSON.
public enum DisplayMode: String, Sendable, Hashable, CaseIterable {
    /// All attractions are shown.
    case allAttractions
    /// Round the first attraction, by its distance to the second.
    case firstTwoAttractions
    /// Round the user, by the distance to the first attraction.
    case userAndFirstAttraction
    /// Round the user, by the distance to the closest attraction, when that is near enough.
    case userAndTheClosestLocation

    /// Whether the user's place decides.
    public var needsUser: Bool { self == .userAndFirstAttraction || self == .userAndTheClosestLocation }
}
