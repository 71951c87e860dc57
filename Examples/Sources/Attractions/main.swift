// The sample app of SRAttractionsMap (seed 2): coffee shops as attractions, with a button that shows the way there.
import ExampleSupport
import TMapsAdapters
import TMapsClient
import TMapsProtocol

/// The sample opens Apple's maps with walking directions; here the session's own map shows them.
@MainActor
func viewDirections(to attraction: SRAttraction, _ client: TMapsClient) async throws {
    var route = RouteRequest()
    route.appName = "Attractions"
    route.mode = .pedestrian
    route.stops = [.current, .place(attraction.coordinate, name: attraction.name)]
    try await client.show(.route(route))
    Terminal.say("directions to \(attraction.name ?? "the attraction")")
}

let client = try TMapsClient()
try await client.connect(to: Terminal.server, session: Terminal.session)
// The sample is on a map of the whole world.
try await client.dispatch(.loadMap("world"))

let attractions = Coffeeshop.all.map(\.attraction)
for attraction in attractions {
    attraction.detailAction = { attraction in Task { try await viewDirections(to: attraction, client) } }
}
let map = AttractionsMap(attractions: attractions, displayMode: .allAttractions)
map.calloutDetailButtonTitle = "View directions"
map.selectionAction = { Terminal.say("selected \($0.name ?? "an attraction")") }
map.failureAction = { Terminal.say("not shown: \($0.message)") }
try await map.present(on: client)

Terminal.say("Type a display mode, or quit: " + DisplayMode.allCases.map(\.rawValue).joined(separator: " "))
for await line in Terminal.lines {
    if line == "quit" { break }
    guard let mode = DisplayMode(rawValue: line) else {
        Terminal.say("no such mode")
        continue
    }
    map.displayMode = mode
}
await map.dismiss()
await client.close()
