internal import TMapsProtocol

/// Selects one point of interest and decides what the page shows around it, under the names of seed 4.
///
/// What is nil has no key, so the page uses its own default.
public struct WebMapOnePOIScenario: Sendable, Hashable, Encodable {
    public let scenarioType: String = "onePOI"
    /// Its id, such as "150".
    public let poi: String
    public var showSearch: Bool?
    public var showLevelChoice: Bool?
    public var showCallout: Bool?
    public var showZoomControl: Bool?
    public var zoomLevel: Int?

    public init(
        poi: String, showSearch: Bool? = nil, showLevelChoice: Bool? = nil, showCallout: Bool? = nil,
        showZoomControl: Bool? = nil, zoomLevel: Int? = nil
    ) {
        self.poi = poi
        self.showSearch = showSearch
        self.showLevelChoice = showLevelChoice
        self.showCallout = showCallout
        self.showZoomControl = showZoomControl
        self.zoomLevel = zoomLevel
    }

    /// The argument of `app.scenarios.apply`.
    public func json() -> [UInt8] { JSONWriter.object(write) }

    /// The action `APPLY_SCENARIO`, which makes a map call `app.scenarios.apply`.
    public func action() -> [UInt8] { json().withUnsafeBytes { WebMap.applyScenario($0) } }

    private func write(to writer: inout JSONWriter) {
        writer.member("scenarioType", scenarioType)
        writer.member("poi", poi)
        writer.memberIfAny("showSearch", showSearch)
        writer.memberIfAny("showLevelChoice", showLevelChoice)
        writer.memberIfAny("showCallout", showCallout)
        writer.memberIfAny("showZoomControl", showZoomControl)
        writer.memberIfAny("zoomLevel", zoomLevel)
    }
}
