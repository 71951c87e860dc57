// The sample app of the Organic Maps API (seed 3): a list of capitals. One, or all of them, is shown on the map; the
// pin that the user selects there comes back to the app as a URL.
import ExampleSupport
import TMapsAdapters
import TMapsClient
import TMapsProtocol

OrganicMaps.app = .init(name: "Capitals", callbackScheme: "capitals")

/// As `application(_:open:options:)` of the sample.
@MainActor
func open(_ url: String) {
    guard OrganicMaps.isOrganicMapsCallback(url: url) else { return }
    if let pin = OrganicMaps.pin(from: url) {
        let index = pin.identifier.flatMap { Int($0) } ?? -1
        let country = Capital.all.indices.contains(index) ? " of " + Capital.all[index].country : ""
        Terminal.say("selected \(pin.title ?? "a place without a name"), the capital\(country)")
    } else {
        Terminal.say("back without a pin")
    }
}

func pin(_ index: Int) -> OMPin {
    let city = Capital.all[index]
    return OMPin(latitude: city.latitude, longitude: city.longitude, title: city.name, identifier: String(index))
}

let client = try TMapsClient()
OrganicMaps.transport = OrganicMapsBridge(client, prompt: Terminal.say, openURL: open)
try await client.connect(to: Terminal.server, session: Terminal.session)
// The sample is on a map of the whole world.
try await client.dispatch(.loadMap("world"))

for (index, city) in Capital.all.enumerated() { Terminal.say("\(index + 1)  \(city.name), \(city.country)") }
Terminal.say("Type a number, or all, or quit.")
reading: for await line in Terminal.lines {
    switch line {
    case "quit": break reading
    case "all": if OrganicMaps.showPins(Capital.all.indices.map(pin)) { Terminal.say("showing all") }
    default:
        guard let number = Int(line), Capital.all.indices.contains(number - 1) else {
            Terminal.say("expected 1 to \(Capital.all.count), all or quit")
            continue
        }
        if OrganicMaps.showPins([pin(number - 1)]) { Terminal.say("showing \(Capital.all[number - 1].name)") }
    }
}
await client.close()
