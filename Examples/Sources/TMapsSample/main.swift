// The sample app of TMaps (seed 1): sets an indoor map up, shows a feature at first, highlights what is tapped, has a
// button of its own in the popup, and answers the location buttons.
import ExampleSupport
import TMapsClient
import TMapsProtocol

let initialFeature: FeatureID = "w113"
let tenants = [
    Tenant(
        id: "t1", featureID: "w113", name: "Cardamom & Co.", boothID: "G-13", more: ["owner": "Layla Haddad"]),
    Tenant(id: "t2", featureID: "w105", name: "Inkwell Books", boothID: "G-05", more: ["owner": "Omar Nasser"]),
]

/// The sample waits for READY; the bridge keeps all of this for every map that says so. Secrets it sends by itself.
func setUp(_ client: TMapsClient) async throws {
    try await client.setTenantData(tenants)
    try await client.setDefaultFeaturePopupTemplate(popupTemplate, customData: ["profile_title": "Profile"])
    try await client.setTheme(primary: "#6a1b9a", accent: "#ef6c00")
    try await client.setDeviceData(deviceID: "example", deviceType: "IOS")
    try await client.dispatch(.loadMap("demo", zoom: 18))
}

func answer(_ action: Action, _ client: TMapsClient) async throws {
    switch action {
    case .mapLoaded:
        Terminal.say("map loaded")
        try await client.dispatch(.enableGPSButton)
        try await client.dispatch(.enableBeaconLocationButton)
        try await client.dispatch(.setZoom(19, flies: true))
    case .zoomEnded:
        // With a zoom, the first feature is highlighted when that has ended (seed 1, "Highlight initial feature").
        try await client.dispatch(.highlightFeature(initialFeature))
    case .featureHighlighted(let feature): Terminal.say("highlighted \(feature)")
    case .featuresTapped(let features):
        Terminal.say("tapped \(features.map(\.id.rawValue).joined(separator: " "))")
        if let top = features.first { try await client.dispatch(.highlightFeature(top.id)) }
    case .checkGPSAvailability: try await client.dispatch(.startUpdatingLocation(true))
    case .checkBeaconLocationAvailability: try await client.dispatch(.startUpdatingBeaconLocation(true))
    case .startPositionUpdatesForBeaconLocation(true):
        Terminal.say("beacons started")
        let entrance = Coordinate(longitude: 35.91003521, latitude: 31.94971078)
        try await client.dispatch(.setUserBeaconLocation(BeaconLocation(x: 2, y: 12, origin: entrance)))
    case .startPositionUpdatesForBeaconLocation(false): Terminal.say("beacons stopped")
    case .custom("PROFILE_BUTTON_CLICKED", let fields):
        let tenant = tenants.first { fields["feature_id"] == .string($0.featureID?.rawValue ?? "") }
        if case .string(let owner)? = tenant?.more["owner"] { Terminal.say("profile of \(owner)") }
    case .eventLogged(let event): Terminal.say("analytics: \(event.pair.category) \(event.pair.action)")
    case .error(let stack, _): Terminal.say("error: \(stack ?? "no details")")
    default: break
    }
}

let client = try TMapsClient()
let events = client.events
try await client.connect(to: Terminal.server, session: Terminal.session)
try await setUp(client)
Terminal.say("set up; open \(client.pageURL ?? "the map")")
for await case .action(let received) in events where received.role == .map {
    if let action = try? Action(json: received.json) { try await answer(action, client) }
}
