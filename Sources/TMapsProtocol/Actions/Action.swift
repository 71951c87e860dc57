/// A typed action: a case for every type of `ActionCatalog`, and `.custom` for the rest.
///
/// Reading keeps what the cases name and drops other fields of a known type; where these matter, keep the action's
/// text.
public enum Action: Sendable, Hashable {
    // MARK: App → map
    /// nil: no tenants.
    case setTenantData([Tenant]?)
    /// The template can run code in the page.
    case setDefaultFeaturePopupTemplate(String, customData: [String: JSONValue]? = nil)
    case setTheme(Theme)
    case setApplicationSecrets(clientID: String, clientSecret: String)
    case setMapboxAccessToken(String)
    /// `deviceType`: `IOS`, `ANDROID` or another.
    case setDeviceData(deviceID: FeatureID, deviceType: String)
    case loadMap(FeatureID, theme: Theme? = nil, center: Coordinate? = nil, zoom: Double? = nil)
    case changeRenderMode(RenderMode)
    case setZoom(Double, flies: Bool = false, centroid: FeatureID? = nil)
    case setCenter(Coordinate)
    case highlightFeature(FeatureID)
    case markFeature(FeatureID)
    case enableGPSButton
    case enableBeaconLocationButton
    case startUpdatingLocation(Bool)
    case startUpdatingBeaconLocation(Bool)
    case setUserBeaconLocation(BeaconLocation)
    case updateHeatMapData([HeatPoint])
    case showNavigationDialog(routeTo: FeatureID? = nil)
    case searchItem(featureIDOrCategoryName: String)
    case navigationEnd(origin: Coordinate? = nil, destination: Coordinate? = nil, profile: String? = nil)
    case navigationCanceled

    // MARK: App → map, for the other systems
    case showPins(PinBoard)
    case showRoute(Route)
    /// `options`: `displayMode` and the other fields of the catalogue.
    case showAttractions([Attraction], options: [String: JSONValue] = [:])
    case showOrdinal(Int)
    case setUserPosition(UserPosition)
    case applyScenario(type: String, [String: JSONValue] = [:])

    // MARK: Map → app
    case ready
    case mapLoaded
    case zoomEnded
    case centerEnded
    case checkGPSAvailability
    case checkBeaconLocationAvailability
    /// `more`: what the error has beside its stack.
    case error(stack: String?, more: [String: JSONValue] = [:])
    case featuresTapped([TappedFeature])
    case associatedFeatureTapped(FeatureID, feature: [String: JSONValue])
    case categoryMarked(String)
    case featureMarked(FeatureID)
    case featureHighlighted(FeatureID)
    case eventLogged(LoggedEvent)
    case startPositionUpdatesForBeaconLocation(Bool)
    case startNavigation(origin: Coordinate, destination: Coordinate, profile: String)
    case pinSelected(url: String, pin: [String: JSONValue])
    case backPressed(url: String? = nil)
    case attractionTapped(id: String)
    case attractionDetailTapped(id: String)
    case callResult(call: String, value: JSONValue? = nil, error: JSONValue? = nil)

    /// A type of the app's own, such as one that a popup dispatches; also a known type written out by hand.
    case custom(type: String, fields: [String: JSONValue])

    /// An action by its type and fields: the case of a known type, else `.custom`.
    /// - Throws: `Refusal`, `invalid_field`, where a known type lacks a field or has one of the wrong kind.
    public init(type: String, fields: [String: JSONValue]) throws(Refusal) {
        self = try Action.known(type, FieldReader(fields)) ?? .custom(type: type, fields: fields)
    }

    private static func known(_ type: String, _ fields: FieldReader) throws(Refusal) -> Action? {
        if let action = try setup(type, fields) { return action }
        if let action = try camera(type, fields) { return action }
        if let action = try location(type, fields) { return action }
        if let action = try other(type, fields) { return action }
        if let action = try event(type, fields) { return action }
        return try otherEvent(type, fields)
    }

    /// The value of `type` on the wire.
    public var type: String { parts.type }
    /// The other fields on the wire; what is nil is left out.
    public var fields: [String: JSONValue] { parts.fields }

    /// What the catalogue says of this type; nil for a custom one.
    public var entry: ActionEntry? { ActionCatalog.entry(named: type) }
}

public enum RenderMode: String, Sendable, Hashable, CaseIterable {
    case flat = "2D"
    case raised = "3D"
}
