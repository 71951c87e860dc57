/// How the pins and callouts of a map of attractions look, under the names of seed 2.
///
/// Lengths are CSS pixels. A font is a CSS `font` such as `600 17px Georgia`, a colour a CSS colour such as `#0a3d62`,
/// an image a URL or a `data:` URL. What is nil is the page's own choice, but for the first two.
public struct AttractionsLook: Sendable, Hashable {
    public struct Size: Sendable, Hashable {
        public var width: Double
        public var height: Double

        public init(width: Double, height: Double) {
            self.width = width
            self.height = height
        }
    }

    /// Of the button that calls `detailAction`; nil: no button.
    public var calloutDetailButtonTitle: String?
    /// Seconds; nil: no animation.
    public var calloutFadeInAnimationDuration: Double? = 0.25
    public var calloutViewSize: Size?
    public var calloutTitleFont: String?
    public var calloutTitleColor: String?
    public var calloutSubtitleFont: String?
    public var calloutSubtitleColor: String?
    public var calloutDetailButtonFont: String?
    public var calloutDetailButtonTextColor: String?
    /// Moves a selected pin to the centre.
    public var shouldScrollToPin = true
    /// Custom marker for attractions on the map.
    public var customPinImage: String?

    public init() {}
}
