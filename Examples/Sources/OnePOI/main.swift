// The app of seed 4, a pcmap web map in a web view: when the map is ready it selects one point of interest and shows
// where the user is.
import ExampleSupport
import TMapsAdapters
import TMapsClient

let poi = CommandLine.arguments.dropFirst().first ?? "w216"
let client = try TMapsClient()
let webMap = WebMapClient(client)

func showOnePOI(poi: String) async throws {
    var scenario = WebMapOnePOIScenario(poi: poi)
    scenario.showSearch = true
    scenario.showLevelChoice = true
    scenario.showCallout = true
    scenario.showZoomControl = true
    scenario.zoomLevel = 20
    try await report("applied") { try await webMap.applyScenario(scenario: scenario) }
}

/// As the completion handlers of `evaluateJavaScript` in the seed.
func report(_ what: String, _ call: () async throws -> String?) async throws {
    do {
        Terminal.say("\(what): \(try await call() ?? "nothing returned")")
    } catch let error as TMapsError where error.code == .mapError {
        Terminal.say("an error occurred: \(error.message)")
    }
}

let messages = webMap.messages
try await client.connect(to: Terminal.server, session: Terminal.session)
for await message in messages {
    switch message.messageType {
    case .mapReady:
        Terminal.say("map is ready")
        try await showOnePOI(poi: poi)
        try await report("moved") {
            try await webMap.setUserPosition(latitude: 31.94988, longitude: 35.91036, ordinal: 1, heading: 91.5)
        }
    case .error:
        Terminal.say(message.error ?? "an error without details")
    }
}
