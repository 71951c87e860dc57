public import TMapsProtocol

/// Where the camera of SRAttractionsMap goes: the arithmetic of seed 2 and of its source, without its crashes.
///
/// A region is centred on its point, and both its width and its height are the distance times `zoomRadiusMultiplier`
/// metres; the view's own shape then shows more of the longer side. `public/tmapswww/js/framing.js` computes the same,
/// checked against the same table (`Tests/Shared/framing-cases.json`).
public struct AttractionFraming: Sendable, Hashable {
    public var displayMode: DisplayMode
    public var zoomRadiusMultiplier: Double
    /// Metres. The closest attraction must be nearer than this, else all are shown.
    public var closestDistanceThreshold: Double

    public init(
        displayMode: DisplayMode, zoomRadiusMultiplier: Double = 2, closestDistanceThreshold: Double = 10_000
    ) {
        self.displayMode = displayMode
        self.zoomRadiusMultiplier = zoomRadiusMultiplier
        self.closestDistanceThreshold = closestDistanceThreshold
    }

    /// Points nearer to each other than this many metres are one: a region of no size has no zoom.
    public static let samePlaceMetres = 0.01
    /// The zoom for one place alone; a map whose greatest zoom is less takes that.
    public static let placeZoom = 18.0

    /// What is known of the user.
    public enum User: Sendable, Hashable {
        /// Nothing yet: not asked, or no fix so far.
        case unknown
        /// Permission is denied or restricted.
        case denied
        /// Permitted, but there is no fix to be had.
        case failed
        case at(Coordinate)
    }

    /// - Parameter attractions: in the caller's order; the first two count in two of the modes.
    public func frame(_ attractions: [Coordinate], user: User = .unknown) -> AttractionFrame {
        guard let first = attractions.first else { return AttractionFrame(.keep, displayMode, .noAttractions) }
        switch displayMode {
        case .allAttractions:
            return all(attractions)
        case .firstTwoAttractions:
            guard attractions.count > 1 else { return AttractionFrame(.place(first), displayMode, .tooFew) }
            return AttractionFrame(around(first, first.distance(to: attractions[1])), displayMode)
        case .userAndFirstAttraction, .userAndTheClosestLocation:
            return withUser(attractions, user)
        }
    }

    private func withUser(_ attractions: [Coordinate], _ user: User) -> AttractionFrame {
        let place: Coordinate
        switch user {
        case .at(let coordinate): place = coordinate
        case .denied: return all(attractions, mode: .allAttractions, .denied)
        case .failed: return all(attractions, .failed)
        case .unknown: return all(attractions, .unknown)
        }
        let distances = attractions.map { place.distance(to: $0) }
        if displayMode == .userAndFirstAttraction { return AttractionFrame(around(place, distances[0]), displayMode) }
        let closest = distances.min() ?? .infinity
        guard closest < closestDistanceThreshold else { return all(attractions, mode: .allAttractions, .tooFar) }
        return AttractionFrame(around(place, closest), displayMode)
    }

    private func around(_ center: Coordinate, _ distance: Double) -> AttractionFrame.Camera {
        guard distance >= Self.samePlaceMetres else { return .place(center) }
        return .region(center: center, spanMetres: distance * zoomRadiusMultiplier)
    }

    private func all(
        _ attractions: [Coordinate], mode: DisplayMode? = nil, _ fallback: AttractionFrame.Fallback? = nil
    ) -> AttractionFrame {
        let first = attractions[0]
        let isOnePlace = attractions.allSatisfy { first.distance(to: $0) < Self.samePlaceMetres }
        let camera = isOnePlace ? .place(first) : AttractionFrame.Camera.bounds(CoordinateBounds(around: attractions))
        return AttractionFrame(camera, mode ?? displayMode, fallback)
    }
}

/// Where the camera goes, and why not where the mode says.
public struct AttractionFrame: Sendable, Hashable {
    public enum Camera: Sendable, Hashable {
        /// Stay: there is nothing to show.
        case keep
        /// One place, at `AttractionFraming.placeZoom`.
        case place(Coordinate)
        /// At least so many metres wide and high.
        case region(center: Coordinate, spanMetres: Double)
        /// All of it in view.
        case bounds(CoordinateBounds)
    }

    /// Why the camera does something else than the mode says; the raw value is the name in JSON.
    public enum Fallback: String, Sendable, Hashable, CaseIterable {
        case noAttractions, tooFew, tooFar, denied, failed, unknown
    }

    public var camera: Camera
    /// The mode from here on: `allAttractions` when the one asked for has been given up for good.
    public var displayMode: DisplayMode
    public var fallback: Fallback?

    init(_ camera: Camera, _ displayMode: DisplayMode, _ fallback: Fallback? = nil) {
        self.camera = camera
        self.displayMode = displayMode
        self.fallback = fallback
    }
}
