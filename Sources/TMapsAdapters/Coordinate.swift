/// A place on the globe: WGS 84, degrees.
public struct Coordinate: Sendable, Hashable {
    /// Degrees north, -90...90.
    public var latitude: Double
    /// Degrees east, -180...180; both ends are the same meridian.
    public var longitude: Double

    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Within the ranges above, ends included; not so for NaN.
    public var isValid: Bool { (-90...90).contains(latitude) && (-180...180).contains(longitude) }
}
