public import TMapsProtocol

/// When the camera of SRAttractionsMap moves: at first, when the attractions change, and once for the user's first fix.
///
/// A value: tell it what happens, it answers with where the camera goes, or nil for "stay". Unlike the original, the
/// permission "always" is as good as "when in use", and a failure shows all attractions (field case F21).
public struct AttractionZoom: Sendable, Hashable {
    /// The names of CoreLocation's `CLAuthorizationStatus`.
    public enum Permission: String, Sendable, Hashable, CaseIterable {
        case notDetermined, denied, restricted, authorizedWhenInUse, authorizedAlways
    }

    /// Its `displayMode` becomes `allAttractions` where the user's mode was given up.
    public private(set) var framing: AttractionFraming
    public private(set) var attractions: [Coordinate]
    /// The user's first fix has moved the camera; later ones do not.
    public private(set) var hasZoomedToUser = false
    private var user = AttractionFraming.User.unknown

    public init(framing: AttractionFraming, attractions: [Coordinate]) {
        self.framing = framing
        self.attractions = attractions
    }

    /// The map appears.
    public mutating func appeared() -> AttractionFrame { frame() }

    /// The attractions are others now. Once zoomed to the user the camera stays in the user's modes.
    public mutating func attractionsChanged(_ attractions: [Coordinate]) -> AttractionFrame? {
        self.attractions = attractions
        return hasZoomedToUser && framing.displayMode.needsUser ? nil : frame()
    }

    /// The user has decided who may know the location, or had before.
    public mutating func permissionChanged(_ permission: Permission) -> AttractionFrame? {
        guard framing.displayMode.needsUser else { return nil }
        switch permission {
        case .notDetermined, .authorizedWhenInUse, .authorizedAlways: return nil
        case .denied, .restricted:
            user = .denied
            return frame()
        }
    }

    /// The user is here. Without attractions the fix is kept for when there are some.
    public mutating func located(_ place: Coordinate) -> AttractionFrame? {
        user = .at(place)
        return framing.displayMode.needsUser && !hasZoomedToUser && !attractions.isEmpty ? frame() : nil
    }

    /// No fix is to be had. A later one still counts.
    public mutating func locationFailed() -> AttractionFrame? {
        guard framing.displayMode.needsUser, !hasZoomedToUser else { return nil }
        user = .failed
        return frame()
    }

    private mutating func frame() -> AttractionFrame {
        let frame = framing.frame(attractions, user: user)
        if case .at = user, framing.displayMode.needsUser, !attractions.isEmpty { hasZoomedToUser = true }
        framing.displayMode = frame.displayMode
        return frame
    }
}
