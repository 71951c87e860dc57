public import TMapsProtocol

extension Coordinate {
    /// The order of map links and of the other three systems.
    public init(latitude: Double, longitude: Double) { self.init(longitude: longitude, latitude: latitude) }

    /// A latitude in -90...90 and a longitude in -180...180, ends included; not so for NaN.
    public var isValid: Bool { (-90...90).contains(latitude) && (-180...180).contains(longitude) }
}
