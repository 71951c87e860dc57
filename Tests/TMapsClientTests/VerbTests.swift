import TMapsClient
import TMapsProtocol
import TMapsTesting
import Testing

/// A verb, the action it must put on the wire, and the event that ends it.
private struct Verb: Sendable, CustomTestStringConvertible {
    let json: String
    let end: String?
    let call: @Sendable (TMapsClient) async throws -> TMapsClient.Outcome

    init(
        _ json: String, ends end: String? = nil,
        _ call: @escaping @Sendable (TMapsClient) async throws -> TMapsClient.Outcome
    ) {
        self.json = json
        self.end = end
        self.call = call
    }

    var type: String? { (try? Action(json: json))?.type }
    var testDescription: String { json }
}

private let place = Coordinate(longitude: 35.91, latitude: 31.95)

private let verbs: [Verb] = [
    Verb(#"{"type":"SET_TENANT_DATA","payload":[{"feature_id":"w9","id":"007","stars":4}]}"#) {
        try await $0.setTenantData([Tenant(id: "007", featureID: "w9", more: ["stars": 4])])
    },
    Verb(#"{"type":"SET_DEFAULT_FEATURE_POPUP_TEMPLATE","template":"<b>","template_custom_data":{"n":1}}"#) {
        try await $0.setDefaultFeaturePopupTemplate("<b>", customData: ["n": 1])
    },
    Verb(##"{"type":"SET_THEME","theme":{"accent":"#f80","primary":"navy"}}"##) {
        try await $0.setTheme(primary: "navy", accent: "#f80")
    },
    Verb(#"{"type":"SET_APPLICATION_SECRETS","client_id":"i","client_secret":"s"}"#) {
        try await $0.setApplicationSecrets(clientID: "i", clientSecret: "s")
    },
    Verb(#"{"type":"SET_MAPBOX_ACCESS_TOKEN","access_token":"pk"}"#) { try await $0.setMapboxAccessToken("pk") },
    Verb(#"{"type":"SET_DEVICE_DATA","device_id":"d1","device_type":"IOS"}"#) {
        try await $0.setDeviceData(deviceID: "d1", deviceType: "IOS")
    },
    Verb(#"{"type":"LOAD_MAP","center":[35.91,31.95],"map_id":"007","zoom":17.0}"#, ends: "MAP_LOADED") {
        try await $0.loadMap("007", center: place, zoom: 17)
    },
    Verb(#"{"type":"CHANGE_RENDER_MODE","modeToRender":"3D"}"#, ends: "EVENT_LOGGED") {
        try await $0.changeRenderMode(.raised)
    },
    Verb(#"{"type":"SET_ZOOM","zoom":17.5,"zoom_type":"FLY_TO"}"#, ends: "ZOOM_ENDED") {
        try await $0.setZoom(17.5, flies: true)
    },
    Verb(#"{"type":"SET_CENTER","center":[35.91,31.95]}"#, ends: "CENTER_ENDED") {
        try await $0.setCenter(longitude: 35.91, latitude: 31.95)
    },
    Verb(#"{"type":"HIGHLIGHT_FEATURE","feature_id":"w12"}"#, ends: "FEATURE_HIGHLIGHTED") {
        try await $0.highlight("w12")
    },
    Verb(#"{"type":"MARK_FEATURE","feature_id":"12"}"#, ends: "FEATURE_MARKED") { try await $0.mark("12") },
    Verb(#"{"type":"ENABLE_GPS_BUTTON"}"#) { try await $0.enableGPSButton() },
    Verb(#"{"type":"ENABLE_BEACON_LOCATION_BUTTON"}"#) { try await $0.enableBeaconLocationButton() },
    Verb(#"{"type":"START_UPDATING_LOCATION","is_gps_activated":true}"#) { try await $0.startUpdatingLocation() },
    Verb(#"{"type":"START_UPDATING_BEACON_LOCATION","is_beacon_location_activated":false}"#) {
        try await $0.startUpdatingBeaconLocation(false)
    },
    Verb(#"{"type":"SET_USER_BEACON_LOCATION","origin_lat":31.95,"origin_lng":35.91,"x":0.0,"y":-2.5}"#) {
        try await $0.setUserBeaconLocation(BeaconLocation(x: 0, y: -2.5, origin: place))
    },
    Verb(#"{"type":"UPDATE_HEAT_MAP_DATA","data":[{"feature_id":"w9","value":1.0}]}"#) {
        try await $0.updateHeatMapData([HeatPoint(.feature("w9"), value: 1)])
    },
    Verb(#"{"type":"SHOW_NAVIGATION_DIALOG","navigation_params":{"route_to":"w9"}}"#) {
        try await $0.showNavigationDialog(routeTo: "w9")
    },
    Verb(#"{"type":"SEARCH_ITEM","featureIdOrCategoryName":"cafe"}"#) { try await $0.searchItem("cafe") },
    Verb(#"{"type":"NAVIGATION_END","destination":[35.91,31.95]}"#) { try await $0.navigationEnd(destination: place) },
    Verb(#"{"type":"NAVIGATION_CANCELED"}"#) { try await $0.navigationCanceled() },
    Verb(#"{"type":"SHOW_PINS","points":[{"id":"h","latitude":31.95,"longitude":35.91}]}"#) {
        try await $0.showPins([Pin(place, id: "h")])
    },
    Verb(#"{"type":"SHOW_ROUTE","mode":"pedestrian","stops":[{"current":true}]}"#) {
        try await $0.showRoute(Route([.current], mode: .pedestrian))
    },
    Verb(#"{"type":"SHOW_ATTRACTIONS","attractions":[],"displayMode":"allAttractions"}"#) {
        try await $0.showAttractions([], options: ["displayMode": "allAttractions"])
    },
    Verb(#"{"type":"SHOW_ORDINAL","ordinal":-1}"#, ends: "CALL_RESULT") { try await $0.showOrdinal(-1) },
    Verb(#"{"type":"SET_USER_POSITION","latitude":31.95,"longitude":35.91,"ordinal":0}"#, ends: "CALL_RESULT") {
        try await $0.setUserPosition(UserPosition(place, ordinal: 0))
    },
    Verb(#"{"type":"APPLY_SCENARIO","scenario":{"poi":"p1","scenarioType":"onePOI"}}"#, ends: "CALL_RESULT") {
        try await $0.applyScenario("onePOI", ["poi": "p1"])
    },
]

@Suite(.timeLimit(.minutes(1))) struct VerbTests {
    private func withMap(
        _ configure: (inout TMapsClient.Configuration) -> Void = { _ in },
        _ body: (TMapsClient, FakeMap) async throws -> Void
    ) async throws {
        let server = try TestServer()
        var configuration = TMapsClient.Configuration()
        configure(&configuration)
        let client = try TMapsClient(configuration)
        try await client.connect(to: server.url)
        let map = try await readyMap(server, client)
        try await body(client, map)
        map.leave()
        await client.close()
        await server.stop()
    }

    private func readyMap(_ server: TestServer, _ client: TMapsClient, peer: String = "m1") async throws -> FakeMap {
        let events = client.events
        let map = try FakeMap(port: server.port, session: "default", peer: peer)
        for await case .action(let action) in events where action.type == "READY" && action.peer == peer { break }
        return map
    }

    private func message(_ verb: () async throws -> TMapsClient.Outcome) async -> String {
        do { return "\(try await verb())" } catch { return "\(error)" }
    }

    @Test("every action that an app dispatches has a verb, and the table ends it with the same event as this test")
    func complete() throws {
        let known = ActionCatalog.entries.filter { $0.direction == .toMap }
        #expect(verbs.compactMap(\.type) == known.map(\.name))
        for (verb, entry) in zip(verbs, known) { #expect(verb.end == entry.endsWith.first, "\(entry.name)") }
    }

    @Test("a verb puts its action on the wire and returns with the map's own event, or at the confirmation")
    func onTheWire() async throws {
        try await withMap { client, map in
            for verb in verbs {
                let outcome = try await verb.call(client)
                #expect(try await map.heard.next() == verb.json)
                #expect(outcome.event?.type == verb.end, "\(verb.json)")
            }
        }
    }

    @Test("what a map could not take is refused before it is sent, by the field's name (F11, F17)")
    func refused() async throws {
        try await withMap { client, map in
            #expect(
                await message { try await client.setZoom(.nan) }
                    == "invalid_field: zoom: nan is not a number that JSON has")
            #expect(
                await message { try await client.setCenter(longitude: .infinity, latitude: 1) }
                    == "invalid_field: center[0]: inf is not a number that JSON has")
            #expect(
                await message { try await client.setCenter(longitude: 31.95, latitude: 135.91) }
                    == "invalid_field: center: latitude 135.91 is outside -90…90 (order is [lng, lat])")
            #expect(
                await message { try await client.perform(.custom(type: "SET_ZOOM", fields: [:])) }
                    == "invalid_field: zoom: required, and missing")
            try await client.dispatch(Action.custom(type: "LAST", fields: [:]))
            #expect(try await map.heard.next() == #"{"type":"LAST"}"#, "nothing was sent before")
        }
    }

    @Test("what comes in place of the end is thrown: the map's error, by its text")
    func failing() async throws {
        try await withMap { client, _ in
            let error = "map_error: no such map\n at x"
            #expect(await message { try await client.loadMap("broken") } == error)
            #expect(await message { try await client.highlight("broken") } == error)
            #expect(
                await message { try await client.applyScenario("broken") }
                    == "map_error: Error: no such scenario")
            #expect(
                await message { try await client.perform(.ready) }.hasPrefix("wrong_direction: "))
        }
    }

    @Test("an error that is not about the action does not fail it: the end still counts when it follows")
    func unrelatedError() async throws {
        try await withMap { client, map in
            async let outcome = client.mark("silent")
            _ = try await map.heard.next()
            map.dispatch(#"{"type":"ERROR","error":{"stack":"a tile is missing"}}"#)
            map.dispatch(#"{"type":"FEATURE_MARKED","feature_id":"silent"}"#)
            #expect(try await outcome.event?.string("feature_id") == "silent")
        }
    }

    @Test("the map that goes before the end, and does not come back, is told before the whole time is over")
    func mapGone() async throws {
        try await withMap { client, _ in
            await #expect(throws: TMapsError(.mapGone, "")) { try await client.mark("last") }
        }
    }

    @Test("an end that does not come is told after the configured time, and that no map is ready where that is so")
    func late() async throws {
        try await withMap({ $0.actionTimeout = .milliseconds(200) }) { client, map in
            #expect(
                await message { try await client.mark("silent") } == "timed_out: FEATURE_MARKED did not come in time")
            let events = client.events
            map.leave()
            for await case .presence(let presence) in events where !presence.isReady { break }
            #expect(
                await message { try await client.setZoom(17) }
                    == "timed_out: ZOOM_ENDED did not come in time: no map of the session is ready")
        }
    }

    @Test("performing on one map waits for that map's end, not another's")
    func oneMap() async throws {
        let server = try TestServer()
        let client = try TMapsClient()
        try await client.connect(to: server.url)
        let first = try await readyMap(server, client)
        let second = try await readyMap(server, client, peer: "m2")
        async let outcome = client.perform(.markFeature("silent"), to: "m2")
        #expect(try await second.heard.next() == #"{"type":"MARK_FEATURE","feature_id":"silent"}"#)
        first.dispatch(#"{"type":"ERROR","error":{"stack":"not the map in question"}}"#)
        first.dispatch(#"{"type":"FEATURE_MARKED","feature_id":"silent"}"#)
        try await client.expect("FEATURE_MARKED") {
            first.dispatch(#"{"type":"FEATURE_MARKED","feature_id":"silent"}"#)
        }
        second.dispatch(#"{"type":"FEATURE_MARKED","feature_id":"silent"}"#)
        #expect(try await outcome.event?.peer == "m2")
        first.leave()
        second.leave()
        await client.close()
        await server.stop()
    }
}
