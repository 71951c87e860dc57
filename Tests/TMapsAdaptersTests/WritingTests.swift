import TMapsAdapters
import TMapsProtocol
import TMapsTesting
import Testing

@Suite struct WritingTests {
    @Test("a link has its parameters in the order of the Organic Maps API, escaped as there, but + as %2B")
    func order() {
        let url = OrganicMaps.url(
            showing: [
                OMPin(
                    latitude: 53.9, longitude: 27.56667, title: "Minsk & C++",
                    identifier: "https://wikipedia.org/wiki/Minsk?x=1"),
                OMPin(latitude: 1e-5, longitude: -0.5, title: "", identifier: nil),
            ], app: .init(name: "My Capitals", callbackScheme: "capitals"), openUrlOnBalloonClick: true)
        #expect(
            url == "om://map?v=1&appname=My%20Capitals&backurl=capitals&ll=53.9,27.56667&n=Minsk%20%26%20C%2B%2B"
                + "&id=https://wikipedia.org/wiki/Minsk?x%3D1&ll=1e-05,-0.5&balloonaction=openUrlOnBalloonClick")
    }

    @Test("C++ survives the round trip")
    func plus() {
        let pin = OMPin(latitude: 1, longitude: 2, title: "C++", identifier: "a+b c")
        let point = map(OrganicMaps.url(showing: [pin]))?.points.first
        #expect(point?.name == "C++" && point?.id == "a+b c")
    }

    @Test("10,000 random pins with any Unicode come back as they were, number by number and scalar by scalar")
    func pins() throws {
        var generator = SeededGenerator(seed: 1)
        for round in 0..<100 {
            let pins = (0..<100).map { _ in
                OMPin(
                    latitude: .random(in: -90...90, using: &generator),
                    longitude: .random(in: -180...180, using: &generator),
                    title: anyText(using: &generator), identifier: anyText(using: &generator))
            }
            let app = OrganicMaps.App(name: anyText(using: &generator), callbackScheme: "app\(round)")
            let url = OrganicMaps.url(showing: pins, app: app, openUrlOnBalloonClick: round.isMultiple(of: 2))
            let request = try #require(map(url))
            #expect(request.points.map(\.coordinate.latitude) == pins.map(\.latitude))
            #expect(request.points.map(\.coordinate.longitude) == pins.map(\.longitude))
            #expect(request.points.map { scalars($0.name ?? "") } == pins.map { scalars($0.title) })
            #expect(request.points.map { scalars($0.id ?? "") } == pins.map { scalars($0.identifier) })
            #expect(scalars(request.appName ?? "") == scalars(app.name))
            #expect(request.backURL == "app\(round)://" && request.balloonAction == round.isMultiple(of: 2))
        }
    }

    @Test("1,000 random routes come back as they were")
    func routes() throws {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<1_000 {
            var request = RouteRequest()
            request.mode = RouteRequest.Mode.allCases.randomElement(using: &generator) ?? .vehicle
            request.navigate = .random(using: &generator)
            request.optimize = .random(using: &generator)
            request.originHeading = Bool.random(using: &generator) ? .random(in: 0...360, using: &generator) : nil
            request.appName = "App + \(Int.random(in: 0...9, using: &generator))"
            let count = Int.random(in: 2...8, using: &generator)
            request.stops = (0..<count).map { index in
                index == 0 && Bool.random(using: &generator) ? .current : place(using: &generator)
            }
            request.preview = !request.navigate || request.stops[0] != .current
            let url = try #require(request.url)
            #expect(MapLink(url) == .route(request), "\(url)")
        }
    }

    private func place(using generator: inout SeededGenerator) -> RouteRequest.Stop {
        let text = { (generator: inout SeededGenerator) -> String? in
            // In a list | cannot be written and space at the ends is dropped: see RouteRequest.url.
            let text = anyText(using: &generator).unicodeScalars.filter { $0 != "|" }
            return text.isEmpty ? nil : "<" + String(String.UnicodeScalarView(text)) + ">"
        }
        return .place(
            Coordinate(
                latitude: .random(in: -90...90, using: &generator),
                longitude: .random(in: -180...180, using: &generator)),
            name: text(&generator), callback: text(&generator))
    }

    @Test("a route that no link can say has none")
    func noRoute() {
        let here = RouteRequest.Stop.place(Coordinate(latitude: 1, longitude: 2))
        for stops in [[], [here], [here, .current], [.current, .current, here], Array(repeating: here, count: 103)] {
            var request = RouteRequest()
            request.stops = stops
            #expect(request.url == nil)
        }
        var request = RouteRequest()
        request.stops = [here, .place(Coordinate(latitude: 3, longitude: 4), name: "a|b"), here]
        #expect(request.url?.contains("waypoint_names=a%257Cb") == true)
    }

    @Test("the other links are written too")
    func others() {
        for url in [
            "om://search?query=C%2B%2B%20caf%C3%A9&locale=de&map=true&cll=1.5,2&appname=A",
            "om://crosshair?cll=47.5,8.5&appname=A",
            "om://menu", "om://settings",
        ] {
            #expect(MapLink(url).url == url)
        }
        #expect(MapLink("om://map?ll=bad").url == nil)
        #expect(MapLink("ge0://AwAAAAAAAA/Name").url?.hasPrefix("om://map?z=4&ll=") == true)
    }
}

@Suite struct CallbackTests {
    @Test("a callback is the back URL, then pin with what is not empty, all but unreserved signs escaped")
    func written() {
        let pin = OMPin(latitude: 1.5, longitude: -2, title: "C++ & é", identifier: "http://a/?b=c")
        #expect(
            pin.callbackURL(backURL: "myapp://")
                == "myapp://pin?ll=1.5,-2&n=C%2B%2B%20%26%20%C3%A9&id=http%3A%2F%2Fa%2F%3Fb%3Dc")
        let bare = OMPin(latitude: 0, longitude: 0, title: "", identifier: nil)
        #expect(bare.callbackURL(backURL: "myapp://") == "myapp://pin?ll=0,0")
        #expect(bare.callbackURL(backURL: nil) == nil && bare.callbackURL(backURL: "") == nil)
    }

    @Test("10,000 random pins come back to the caller as they were")
    func roundTrip() throws {
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<10_000 {
            let pin = OMPin(
                latitude: .random(in: -90...90, using: &generator),
                longitude: .random(in: -180...180, using: &generator),
                title: anyText(using: &generator), identifier: anyText(using: &generator))
            let url = try #require(pin.callbackURL(backURL: "myapp://"))
            let back = try #require(OrganicMaps.pin(from: url), "\(url)")
            #expect(back.latitude == pin.latitude && back.longitude == pin.longitude)
            #expect(
                scalars(back.title ?? "") == scalars(pin.title)
                    && scalars(back.identifier ?? "") == scalars(pin.identifier))
        }
    }

    @Test(
        "a callback without a pin means that the user went back",
        arguments: [
            "myapp://", "myapp://pin", "myapp://pin?n=A", "myapp://pin?ll", "myapp://pin?ll=", "myapp://pin?ll=1",
            "myapp://pin?ll=1,2,3", "myapp://pin?ll=91,0", "myapp://pin?ll=0,181", "myapp://pin?ll=nan,0",
            "myapp://pin?ll=1,x",
            "myapp://other?ll=1,2", "myapp:pin?ll=1,2", "pin?ll=1,2", "", "myapp://pins?ll=1,2", "myapp://pin#?ll=1,2",
        ])
    func back(url: String) { #expect(OrganicMaps.pin(from: url) == nil) }

    @Test("the last of each counts, what has no = is skipped, empty parts of a place are dropped, + stays +")
    func details() {
        let pin = OrganicMaps.pin(from: "myapp://pin?ll=1,2&n=A&ll=,3,,4,&n=B+C&id&x=y&id=7#ll=5,6")
        #expect(pin == OMPin(latitude: 3, longitude: 4, title: "B+C", identifier: "7"))
        #expect(OrganicMaps.pin(from: "myapp://pin/?ll=90,-180") == OMPin(latitude: 90, longitude: -180))
    }

    @Test("a callback has the app's own scheme, letter by letter")
    func scheme() {
        #expect(OrganicMaps.isOrganicMapsCallback(url: "myapp://pin?ll=1,2", scheme: "myapp"))
        #expect(OrganicMaps.isOrganicMapsCallback(url: "myapp://", scheme: "myapp"))
        for url in ["MyApp://pin", "myapp2://pin", "myap://pin", "myapp", ""] {
            #expect(!OrganicMaps.isOrganicMapsCallback(url: url, scheme: "myapp"), "\(url)")
        }
        #expect(
            !OrganicMaps.isOrganicMapsCallback(url: "://", scheme: "")
                && !OrganicMaps.isOrganicMapsCallback(url: "a:", scheme: nil))
    }
}
