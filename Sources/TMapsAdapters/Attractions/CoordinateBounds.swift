public import TMapsProtocol

/// A box of latitudes and longitudes, across the antimeridian where that is shorter.
public struct CoordinateBounds: Sendable, Hashable {
    public var south: Double
    /// In -180..<180.
    public var west: Double
    public var north: Double
    /// At least `west`; more than 180 where the box crosses the antimeridian.
    public var east: Double

    public init(south: Double, west: Double, north: Double, east: Double) {
        self.south = south
        self.west = west
        self.north = north
        self.east = east
    }

    /// The narrowest box round all of them: it leaves out the widest gap between neighbours, and of gaps of equal width
    /// the one across the antimeridian, so that a box crosses it only where it must.
    init(around coordinates: [Coordinate]) {
        let latitudes = coordinates.map(\.latitude)
        let longitudes = coordinates.map { Self.normalised($0.longitude) }.sorted()
        let (least, greatest) = (longitudes.first ?? 0, longitudes.last ?? 0)
        self.init(south: latitudes.min() ?? 0, west: least, north: latitudes.max() ?? 0, east: greatest)
        var widest = least + 360 - greatest
        for (left, right) in zip(longitudes, longitudes.dropFirst()) where right - left > widest {
            widest = right - left
            (west, east) = (right, left + 360)
        }
    }

    /// The middle; its longitude in -180..<180.
    public var center: Coordinate {
        Coordinate(latitude: (south + north) / 2, longitude: Self.normalised((west + east) / 2))
    }

    /// The same meridian in -180..<180.
    private static func normalised(_ longitude: Double) -> Double {
        let rest = longitude.remainder(dividingBy: 360)
        return rest == 180 ? -180 : rest
    }
}
