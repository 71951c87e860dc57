public import TMapsProtocol

/// A place on a map of attractions, under the names of seed 2.
///
/// A class, as there: `attraction.name = …` works on a `let`, and the same object comes back in `detailAction`.
public final class SRAttraction {
    public let coordinate: Coordinate
    /// Title of the callout.
    public var name: String?
    /// Second line of the callout.
    public var subname: String?
    /// Address of the callout's image: a URL, or a `data:` URL.
    public var image: String?
    /// Called when the button of the callout is pressed, with this attraction.
    public var detailAction: (@MainActor (SRAttraction) -> Void)?

    /// - Parameters:
    ///   - latitude: degrees north, -90...90.
    ///   - longitude: degrees east, -180...180.
    public init(latitude: Double, longitude: Double) {
        coordinate = Coordinate(latitude: latitude, longitude: longitude)
    }
}
