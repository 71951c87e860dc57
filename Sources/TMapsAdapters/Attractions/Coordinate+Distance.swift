public import TMapsProtocol

extension Coordinate {
    /// The mean radius of the Earth in metres (IUGG R₁).
    public static let earthRadius = 6_371_008.8

    /// Metres along the great circle, as `CLLocation.distance(from:)` measures: without altitude.
    ///
    /// The haversine formula on a sphere of `earthRadius`: 2R·atan2(√a, √(1−a)) with
    /// a = sin²(Δφ/2) + cos φ₁·cos φ₂·sin²(Δλ/2). Apple does not say which formula it uses; against the ellipsoid
    /// WGS 84 this one is off by at most 0.56 %. 180° and −180° are the same meridian.
    public func distance(to other: Coordinate) -> Double {
        let radians = Double.pi / 180
        let halfLatitude = Trigonometry.sin((other.latitude - latitude) * radians / 2)
        let turn = (other.longitude - longitude).remainder(dividingBy: 360)
        let halfLongitude = Trigonometry.sin(turn * radians / 2)
        let cosines = Trigonometry.cos(latitude * radians) * Trigonometry.cos(other.latitude * radians)
        let a = min(1, halfLatitude * halfLatitude + cosines * halfLongitude * halfLongitude)
        return 2 * Self.earthRadius * Trigonometry.atan2(a.squareRoot(), (1 - a).squareRoot())
    }
}
