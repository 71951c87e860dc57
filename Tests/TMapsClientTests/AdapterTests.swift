import TMapsAdapters
import TMapsClient
import TMapsTesting
import Testing

/// The APIs of the other three systems, as an app uses them, against the real server.
@MainActor @Suite(.serialized, .timeLimit(.minutes(1))) struct AdapterTests {
    /// What came, to be waited for.
    private let heard = Lines()

    private func connect(_ server: TestServer) async throws -> TMapsClient {
        let client = try TMapsClient()
        try await client.connect(to: server.url, session: "hall")
        return client
    }

    /// A page with a loaded map, known to the client.
    private func openMap(_ server: TestServer, _ client: TMapsClient) async throws -> FakeMap {
        let events = client.events
        let map = try FakeMap(port: server.port, session: "hall")
        map.dispatch(#"{"type":"MAP_LOADED"}"#)
        try await withTimeLimit(.seconds(20), "the map was not loaded") {
            for await case .presence(let presence) in events where presence.isLoaded { break }
        }
        return map
    }

    // MARK: Organic Maps

    /// An app named Capitals, whose prompts and callbacks are heard.
    private func capitals(on client: TMapsClient) -> OrganicMapsBridge {
        OrganicMaps.app = .init(name: "Capitals", callbackScheme: "capitals")
        return OrganicMapsBridge(client, prompt: { [heard] in heard.add($0) }) { [heard] in heard.add($0) }
    }

    @Test("seed 3's calls show pins on the session's map, or say how to open one")
    func pins() async throws {
        let server = try TestServer()
        let client = try await connect(server)
        OrganicMaps.transport = capitals(on: client)
        #expect(!OrganicMaps.isInstalled && !OrganicMaps.openApp())
        #expect(!OrganicMaps.showPin(latitude: 53.9, longitude: 27.5))
        let page = "\(server.url)/tmapswww/?session=hall"
        #expect(try await heard.next() == "No map is connected. Open one in a browser: \(page)")

        let map = try await openMap(server, client)
        #expect(OrganicMaps.isInstalled && OrganicMaps.openApp())
        let minsk = OMPin(latitude: 53.9, longitude: 27.5, title: "C++ & Minsk", identifier: "1")
        #expect(OrganicMaps.showPins([minsk], openUrlOnBalloonClick: true))
        #expect(
            try await map.heard.next() == #"{"type":"SHOW_PINS","points":[{"latitude":53.9,"longitude":27.5,"#
                + #""name":"C++ & Minsk","id":"1"}],"app_name":"Capitals","back_url":"capitals://","#
                + #""balloon_action":true}"#)

        let events = client.events
        map.leave()
        try await withTimeLimit(.seconds(20), "the map did not go") {
            for await case .presence(let presence) in events where !presence.isReady { break }
        }
        #expect(!OrganicMaps.isInstalled && !OrganicMaps.openApp())
        OrganicMaps.transport = nil
        await client.close()
        await server.stop()
    }

    @Test("the map's callbacks arrive as URLs, those of the app's own scheme and no others")
    func callbacks() async throws {
        let server = try TestServer()
        let client = try await connect(server)
        let bridge = capitals(on: client)
        let map = try await openMap(server, client)
        let minsk = OMPin(latitude: 53.9, longitude: 27.5, title: "C++ & Minsk", identifier: "1")
        let url = try #require(minsk.callbackURL(backURL: "capitals://"))
        for url in ["https://example.org/", "other://pin?ll=1,2", "", url] {
            map.dispatch(#"{"type":"PIN_SELECTED","url":"\#(url)","pin":{"latitude":53.9,"longitude":27.5}}"#)
        }
        map.dispatch(#"{"type":"BACK_PRESSED"}"#)
        map.dispatch(#"{"type":"BACK_PRESSED","url":"capitals://"}"#)
        let selected = try await heard.next()
        #expect(OrganicMaps.isOrganicMapsCallback(url: selected) && OrganicMaps.pin(from: selected) == minsk)
        let back = try await heard.next()
        #expect(OrganicMaps.isOrganicMapsCallback(url: back) && OrganicMaps.pin(from: back) == nil)
        #expect(bridge.isMapConnected)
        map.leave()
        await client.close()
        await server.stop()
    }

    @Test("a program that shows pins and ends at once has shown them, in order")
    func flushed() async throws {
        let server = try TestServer()
        let client = try await connect(server)
        let bridge = capitals(on: client)
        let map = try await openMap(server, client)
        for number in 1...50 {
            #expect(
                bridge.dispatch(Array(#"{"type":"SHOW_PINS","points":[{"latitude":\#(number),"longitude":0}]}"#.utf8)))
        }
        await bridge.flush()
        await client.close()
        for number in 1...50 { #expect(try await map.heard.next().contains(#""latitude":\#(number),"#)) }
        await bridge.flush()
        map.leave()
        await server.stop()
    }

    @Test("without a connection the prompt says so, and what the bridge refuses is told")
    func notConnected() async throws {
        let server = try TestServer()
        let client = try TMapsClient()
        let bridge = OrganicMapsBridge(client, prompt: { _ in }, failed: { [heard] in heard.add($0.description) }) {
            _ in
        }
        #expect(bridge.installPrompt == "No map is connected: connect to a bridge first." && !bridge.isMapConnected)
        try await client.connect(to: server.url + "/", session: "hall")
        #expect(bridge.dispatch(Array(#"{"type":"SHOW_PINS","points":[{"latitude":91,"longitude":0}]}"#.utf8)))
        #expect(try await heard.next().hasPrefix("invalid_field: points[0].latitude"))
        await client.close()
        #expect(!bridge.isMapConnected)
        #expect(
            bridge.installPrompt.hasPrefix("The bridge cannot be reached; its map would be at \(server.url)/tmapswww"))
        await server.stop()
    }

    @Test("a link is shown, in as many actions as it takes; one that says nothing is refused by its reason")
    func links() async throws {
        let server = try TestServer()
        let client = try await connect(server)
        let map = try await openMap(server, client)
        let places = try await client.show(MapLink("om://crosshair?cll=47.5,8.25"))
        #expect(places.count == 2 && places[0] < places[1])
        #expect(try await map.heard.next() == #"{"type":"SET_CENTER","center":[8.25,47.5]}"#)
        #expect(try await map.heard.next() == #"{"type":"SET_ZOOM","zoom":16}"#)
        for (link, reason) in [
            ("om://map?ll=91,0", "ll: found \"91,0\", expected a latitude in -90...90"),
            ("om://settings", #"a map has nothing to show for {"kind":"settings"}"#),
        ] {
            do {
                try await client.show(MapLink(link))
                Issue.record("\(link) was shown")
            } catch let error as TMapsError {
                #expect(error.code == .invalidArgument && error.message.hasPrefix(reason), "\(error)")
            }
        }
        map.leave()
        await client.close()
        await server.stop()
    }

    // MARK: SRAttractionsMap

    private func coffeeshops() -> [SRAttraction] {
        let first = SRAttraction(latitude: 52.362315, longitude: 4.857548)
        first.name = "First"
        first.detailAction = { [heard] in heard.add("directions to \($0.name ?? "")") }
        let second = SRAttraction(latitude: 52.37, longitude: 4.9)
        second.subname = "By the canal"
        return [first, second]
    }

    @Test("attractions are shown with every property of seed 2, and a tap calls the attraction's own closure")
    func attractions() async throws {
        let server = try TestServer()
        let client = try await connect(server)
        let page = try await openMap(server, client)
        let map = AttractionsMap(
            customPinImage: "/pin.png", attractions: coffeeshops(), displayMode: .userAndTheClosestLocation)
        map.calloutDetailButtonTitle = "View directions"
        map.zoomRadiusMultiplier = 3
        map.calloutFadeInAnimationDuration = nil
        map.calloutViewSize = .init(width: 300, height: 150)
        map.calloutTitleColor = "#0a3d62"
        map.shouldScrollToPin = false
        map.selectionAction = { [heard] in heard.add("tapped \($0.subname ?? "")") }
        try await map.present(on: client)
        let shown = try await page.heard.next()
        let ids = shown.matches(of: #/"id":"([^"]+)"/#).map { String($0.output.1) }
        try #require(ids.count == 2)
        #expect(
            shown == #"{"type":"SHOW_ATTRACTIONS","attractions":["#
                + #"{"id":"\#(ids[0])","latitude":52.362315,"longitude":4.857548,"name":"First"},"#
                + #"{"id":"\#(ids[1])","latitude":52.37,"longitude":4.9,"subname":"By the canal"}],"#
                + #""displayMode":"userAndTheClosestLocation","zoomRadiusMultiplier":3,"#
                + #""closestDistanceThreshold":10000,"calloutDetailButtonTitle":"View directions","#
                + #""calloutFadeInAnimationDuration":null,"calloutViewSize":{"width":300,"height":150},"#
                + ##""calloutTitleColor":"#0a3d62","shouldScrollToPin":false,"customPinImage":"/pin.png"}"##)
        page.dispatch(#"{"type":"ATTRACTION_TAPPED","id":"\#(ids[1])"}"#)
        page.dispatch(#"{"type":"ATTRACTION_DETAIL_TAPPED","id":"\#(ids[0])"}"#)
        #expect(try await heard.next() == "tapped By the canal")
        #expect(try await heard.next() == "directions to First")
        await map.dismiss()
        #expect(try await page.heard.next().hasPrefix(#"{"type":"SHOW_ATTRACTIONS","attractions":[],"#))
        page.leave()
        await client.close()
        await server.stop()
    }

    @Test("changes of one turn are shown at once, and a tap on what was there before means nothing")
    func changes() async throws {
        let server = try TestServer()
        let client = try await connect(server)
        let page = try await openMap(server, client)
        let map = AttractionsMap(attractions: coffeeshops(), displayMode: .firstTwoAttractions)
        try await map.present(on: client)
        let before = try #require(try await page.heard.next().firstMatch(of: #/"id":"([^"]+)"/#)?.output.1)
        map.displayMode = .allAttractions
        map.calloutTitleFont = "600 17px Georgia"
        map.attractions = [coffeeshops()[0]]
        let shown = try await page.heard.next()
        #expect(shown.contains(#""displayMode":"allAttractions""#) && shown.contains("Georgia"))
        let after = try #require(shown.firstMatch(of: #/"id":"([^"]+)"/#)?.output.1)
        map.selectionAction = { [heard] in heard.add("tapped \($0.name ?? "")") }
        page.dispatch(#"{"type":"ATTRACTION_DETAIL_TAPPED","id":"\#(before)"}"#)
        page.dispatch(#"{"type":"ATTRACTION_TAPPED","id":"\#(after)"}"#)
        #expect(try await heard.next() == "tapped First")
        page.leave()
        await client.close()
        await server.stop()
    }

    @Test("an attraction off the globe is refused by its place, when presented and when changed")
    func refused() async throws {
        let server = try TestServer()
        let client = try await connect(server)
        let wrong = SRAttraction(latitude: 91, longitude: 0)
        let map = AttractionsMap(attractions: [wrong], displayMode: .allAttractions)
        map.failureAction = { [heard] in heard.add($0.message) }
        await #expect(throws: TMapsError(.init(rawValue: "invalid_field"), "")) { try await map.present(on: client) }
        map.attractions = coffeeshops()
        try await map.present(on: client)
        map.attractions = [wrong]
        #expect(try await heard.next().hasPrefix("attractions[0].latitude"))
        await client.close()
        await server.stop()
    }

    // MARK: pcmap

    @Test("a web map's messages arrive, its functions are called, their results come back")
    func webMap() async throws {
        let server = try TestServer()
        let client = try await connect(server)
        let map = WebMapClient(client)
        var messages = map.messages.makeAsyncIterator()
        let page = try await openMap(server, client)
        #expect(await messages.next() == WebMapMessage(messageType: .mapReady))
        page.dispatch(#"{"type":"ERROR","error":{"stack":"Error details"}}"#)
        #expect(await messages.next() == WebMapMessage(messageType: .error, error: "Error details"))
        var later = map.messages.makeAsyncIterator()
        #expect(await later.next() == WebMapMessage(messageType: .mapReady))

        #expect(try await map.showOrdinal(ordinal: 2) == "1")
        #expect(try await page.heard.next() == #"{"type":"SHOW_ORDINAL","ordinal":2}"#)
        #expect(try await map.setUserPosition(latitude: 47.4523, longitude: 8.5622, heading: 91.5) == nil)
        #expect(
            try await page.heard.next()
                == #"{"type":"SET_USER_POSITION","latitude":47.4523,"longitude":8.5622,"heading":91.5}"#)
        var scenario = WebMapOnePOIScenario(poi: "broken")
        scenario.showSearch = true
        do {
            try await map.applyScenario(scenario: scenario)
            Issue.record("the page's exception was not thrown")
        } catch let error as TMapsError {
            #expect(error.code == .mapError && error.message == "Error: no such scenario")
        }
        let applied = try await page.heard.next()
        for member in [#""scenarioType":"onePOI""#, #""poi":"broken""#, #""showSearch":true"#] {
            #expect(applied.contains(member), "\(applied)")
        }
        #expect(!applied.contains("null") && !applied.contains("zoomLevel"))
        await #expect(throws: TMapsError(.init(rawValue: "invalid_field"), "")) {
            try await map.setUserPosition(latitude: .nan, longitude: 0)
        }
        page.leave()
        await client.close()
        await server.stop()
    }
}
