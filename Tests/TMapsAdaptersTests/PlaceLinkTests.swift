import TMapsAdapters
import TMapsProtocol
import TMapsTesting
import Testing

/// Links that are a place and no call: short links, clear coordinates, geo:, web maps.
@Suite struct PlaceLinkTests {
    @Test(
        "a short link holds a place and a zoom, behind all prefixes but those of the API alone",
        arguments: ["om://", "https://omaps.app/", "http://omaps.app/", "ge0://", "http://ge0.me/", "https://ge0.me/"])
    func shortLink(prefix: String) throws {
        let request = try #require(map(prefix + "o4B4pYZsRs/Zoo_Zürich"))
        let point = try #require(request.points.first)
        #expect(abs(point.coordinate.latitude - 47.3859) < 1e-4 && abs(point.coordinate.longitude - 8.5766) < 1e-4)
        #expect(point.name == "Zoo Zürich" && request.zoom == 14)
        #expect(map("mapsme://o4B4pYZsRs/Zoo_Zürich") == nil)
    }

    @Test(
        "short links of the app's own tests",
        arguments: [
            ("ge0://8wAAAAAAAA/Name", 0.0, 0.0, 19.0, "Name"), ("ge0://AwAAAAAAAA/Name", 0, 0, 4, "Name"),
            ("ge0://B4srhdHVVt/Name", 64.5234, 12.1234, 4.25, "Name"), ("ge0://AwAAAAAAAA", 0, 0, 4, nil),
            ("ge0://AwAAAAAAAA/", 0, 0, 4, nil), ("ge0://AwAAAAAAAA/Super%5fPoi", 0, 0, 4, "Super Poi"),
            ("ge0://AwAAAAAAAA/Super%20Poi", 0, 0, 4, "Super_Poi"), ("ge0://AwAAAAAAAA/Name%2", 0, 0, 4, "Name"),
            ("ge0://AwAAAAAAAA/Na%g0me", 0, 0, 4, "Na"), ("ge0://AwAAAAAAAA/Name%", 0, 0, 4, "Name"),
        ] as [(String, Double, Double, Double, String?)])
    func shortLinks(url: String, latitude: Double, longitude: Double, zoom: Double, name: String?) throws {
        let request = try #require(map(url))
        let point = try #require(request.points.first)
        #expect(abs(point.coordinate.latitude - latitude) < 1e-5 && abs(point.coordinate.longitude - longitude) < 1e-5)
        #expect(request.zoom == zoom && point.name == name)
    }

    @Test(
        "nine characters, eleven, or one of another alphabet make no short link",
        arguments: [
            "om://o4B4pYZsR", "om://o4B4pYZsRsX", "om://o4B4pYZsR!", "om://o4B4pYZsRs?x=1", "om://o4B4pYZs,s/Zoo",
        ])
    func noShortLink(url: String) throws { #expect(try #require(reason(url)).hasPrefix("host: found")) }

    @Test("a name is read up to 256 encoded bytes, and a character is not cut in two")
    func longName() throws {
        let name = try #require(
            map("om://o4B4pYZsRs/" + String(repeating: "ü", count: 100) + "x" + "€é" + "tail")?.points[0].name)
        #expect(name.utf8.count <= 256 && name.hasSuffix("x€étail"))
        let cut = try #require(map("om://o4B4pYZsRs/a" + String(repeating: "€", count: 200))?.points[0].name)
        #expect(cut == "a" + String(repeating: "€", count: 85))
    }

    @Test("10,000 random short links come back within their cells, names scalar by scalar")
    func shortLinkRoundTrip() throws {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<10_000 {
            let link = ShortLink(
                Coordinate(
                    latitude: .random(in: -90...90, using: &generator),
                    longitude: .random(in: -180..<180, using: &generator)),
                zoom: .random(in: 0...25, using: &generator), name: anyText(using: &generator))
            let url = link.url()
            let request = try #require(map(url), "\(url)")
            let point = request.points[0]
            #expect(abs(point.coordinate.latitude - link.coordinate.latitude) < 180 / 0x8000000 * 0.6, "\(url)")
            let turn = (point.coordinate.longitude - link.coordinate.longitude).remainder(dividingBy: 360)
            #expect(abs(turn) < 360 / 0x8000000 * 0.6, "\(url)")
            #expect(request.zoom == (min(max(link.zoom, 4), 19.75) * 4).rounded(.down) / 4, "\(url)")
            if url.utf8.count < 256 { #expect(scalars(point.name ?? "") == scalars(link.name), "\(url)") }
        }
    }

    @Test("the globe's ends and its seam have short links")
    func edges() throws {
        for (latitude, longitude) in [(90.0, 180.0), (-90, -180), (90, 179.99999999), (0, 180), (0, 540)] {
            let url = ShortLink(Coordinate(latitude: latitude, longitude: longitude), zoom: 10).url()
            let place = try #require(map(url)).points[0].coordinate
            #expect(
                abs(place.latitude - latitude) < 2e-6
                    && abs((place.longitude - longitude).remainder(dividingBy: 360)) < 4e-6)
        }
    }

    @Test(
        "F60: clear coordinates",
        arguments: [
            ("https://omaps.app/48.858093,2.294694", 48.858093, 2.294694, 14.0, nil),
            ("https://omaps.app/48.858093,2.294694?z=17", 48.858093, 2.294694, 17, nil),
            ("https://omaps.app/48.858093,2.294694/Eiffel_Tower?z=16", 48.858093, 2.294694, 16, "Eiffel Tower"),
            ("https://omaps.app/48.858093,2.294694/7-Eleven#x", 48.858093, 2.294694, 14, "7-Eleven"),
            ("https://omaps.app/-33.868800,151.209300/Sydney", -33.8688, 151.2093, 14, "Sydney"),
            ("om://48.858093,2.294694", 48.858093, 2.294694, 14, nil), ("om://50,14?z=20", 50, 14, 20, nil),
            ("https://omaps.app/90.000000,180.000000", 90, 180, 14, nil),
            ("https://omaps.app/50.087,14.421?z=bad", 50.087, 14.421, 14, nil),
            ("https://omaps.app/50.087,14.421?z=0", 50.087, 14.421, 14, nil),
            ("https://omaps.app/50.087,14.421?z=21", 50.087, 14.421, 14, nil),
            ("https://omaps.app/50.087,14.421?z=1.5", 50.087, 14.421, 14, nil),
            ("https://omaps.app/50.087,14.421?z=-3", 50.087, 14.421, 14, nil),
            ("https://omaps.app/50.087,14.421?z=", 50.087, 14.421, 14, nil),
        ] as [(String, Double, Double, Double, String?)])
    func clear(url: String, latitude: Double, longitude: Double, zoom: Double, name: String?) throws {
        let request = try #require(map(url))
        #expect(request.points == [.init(Coordinate(latitude: latitude, longitude: longitude), name: name)])
        #expect(request.zoom == zoom)
    }

    @Test(
        "F60: what only looks like clear coordinates",
        arguments: [
            ("https://omaps.app/123.4,14.4", #"path: found "123.4,14.4", expected a latitude"#),
            ("https://omaps.app/foo/50.1,14.4", #"host: found "foo/50.1,14.4""#),
            ("om://48.8,2.2suffix", "host: found"),
            ("om://48.,2.2", "host: found"), ("om://+48.8,2.2", "host: found"), ("om://48.8,2.2,3.3", "host: found"),
            ("om://1e1,2", "host: found"), ("mwm://48.8,2.2", "host: found"),
        ])
    func notClear(url: String, start: String) throws { #expect(try #require(reason(url)).hasPrefix(start)) }

    @Test(
        "F59: geo: with a place",
        arguments: [
            ("geo:53.9,27.5,250", 53.9, 27.5, nil, nil), ("geo:53.666, -27.666", 53.666, -27.666, nil, nil),
            ("geo:0,0?q=", 0, 0, nil, nil), ("geo:48.2,16.4;crs=wgs84;u=40", 48.2, 16.4, nil, nil),
            ("geo:-7.5%2C-61.2", -7.5, -61.2, nil, nil), ("geo:53.666%2C-27.666%2C+1000", 53.666, -27.666, nil, nil),
            ("geo:1,2?z=22", 1, 2, 20, nil), ("geo:1,2?z=nineteen", 1, 2, nil, nil), ("geo:1,2?z=-1", 1, 2, nil, nil),
            ("geo:1,2?z=0.5", 1, 2, nil, nil), ("geo:1,2?z=15.", 1, 2, 15, nil),
            ("geo:35.34156,33.32210?z=16", 35.34156, 33.3221, 16, nil),
            ("geo:0,0?z=14&q=-54.683486138,25.289361259", -54.683486138, 25.289361259, 14, nil),
            ("geo:?q=35.20488357543945, 33.345027923583984", 35.20488357543945, 33.345027923583984, nil, nil),
            ("geo:-32.899583,139.043969&z=12", -32.899583, 139.043969, 12, nil),
            ("geo:0,0?z=14&q=-54.5,25.5 (Forto%20dvaras)", -54.5, 25.5, 14, "Forto dvaras"),
            ("geo:0,0?q=-54.5,25.5&z=14     (Forto%20dvaras)", -54.5, 25.5, 14, "Forto dvaras"),
            ("geo:0,0(Forto%20dvaras)", 0, 0, nil, "Forto dvaras"),
            ("geo:0,0?q=1.5,2.5&z=19(North%20gate)", 1.5, 2.5, 19, "North gate"),
            ("geo:0,0?q=1.5,2.5(North%20gate)&z=19", 1.5, 2.5, 19, "North gate"),
            ("geo://ul?q=49.4%2C8.7%28Inn%29", 49.4, 8.7, nil, "Inn"),
        ] as [(String, Double, Double, Double?, String?)])
    func geo(url: String, latitude: Double, longitude: Double, zoom: Double?, name: String?) throws {
        let request = try #require(map(url), "\(json(url))")
        #expect(request.points == [.init(Coordinate(latitude: latitude, longitude: longitude), name: name)])
        #expect(request.zoom == zoom)
    }

    @Test(
        "F59: geo: with a text to look for",
        arguments: [
            ("geo:0,0?q=Old%20Castle", #"{"kind":"search","query":"Old Castle","map_only":false}"#),
            (
                "geo:35.3381607,33.3290564?q=Kyrenia%20Castle",
                #"{"kind":"search","query":"Kyrenia Castle","map_only":false,"#
                    + #""center":{"latitude":35.3381607,"longitude":33.3290564}}"#
            ),
            ("geo:0,0?q=-200000,12", #"{"kind":"search","query":"-200000,12","map_only":false}"#),
            ("geo:0,0?q=Forto%20dvaras)", #"{"kind":"search","query":"Forto dvaras)","map_only":false}"#),
            ("geo:0,0?q=12+Main+St,+WA", #"{"kind":"search","query":"12 Main St, WA","map_only":false}"#),
        ])
    func geoSearch(url: String, expected: String) { #expect(json(url) == expected) }

    @Test(
        "F59: geo: without either",
        arguments: [
            "geo:0,0junk", "geo:garbage0,0", "geo:53.9", "geo://point/?lon=1", "geo:", "geo:random,garbage",
            "geo://random,garbage", "geo:(Forto%20dvaras)", "geo:91,0", "geo:0,181", "geo:1,2,3,4", "geo:junk?q=Castle",
            "geo:1.,2", "geo:)", "geo:(", "geo:()",
        ])
    func geoRefused(url: String) throws { #expect(try #require(reason(url)).hasPrefix("coordinates: ")) }

    @Test(
        "links of web maps",
        arguments: [
            ("https://maps.google.com/maps?z=16&q=Mezza9%401.3067198,103.83282", 1.3067198, 103.83282, 16.0),
            (
                "https://maps.google.com/maps?z=16&q=House+of+Seafood+%40+180%40-1.356706,103.87591", -1.356706,
                103.87591, 16
            ),
            (
                "https://www.google.com/maps/place/Falafel+M.+Sahyoun/@33.8904447,35.5044618,16z", 33.8904447,
                35.5044618, nil
            ),
            ("https://www.google.com/maps?q=55.751809,-37.6130029", 55.751809, -37.6130029, nil),
            ("https://yandex.ru/maps/213/moscow/?ll=37.000000%2C55.000000&z=10", 55, 37, 10),
            (
                "https://2gis.ru/moscow/firm/4504127908589159/center/37.6186,55.7601/zoom/15.9764", 55.7601, 37.6186,
                15.9764
            ),
            ("https://2gis.ru/moscow/firm/4504127908589159/center/-37,55/zoom/15", 55, -37, 15),
            ("https://2gis.ru/moscow/firm/4504?m=37.618632%2C-55.760069%2F15", -55.760069, 37.618632, 15),
            ("https://www.openstreetmap.org/#map=16/33.89041/35.50664", 33.89041, 35.50664, 16),
            ("https://www.openstreetmap.org/way/45394171#map=21/53.90323/-27.55806", 53.90323, -27.55806, 20),
            (
                "https://www.openstreetmap.org/index.html?mlat=48.277222&mlon=24.152222&zoom=15", 48.277222, 24.152222,
                15
            ),
        ] as [(String, Double, Double, Double?)])
    func webMaps(url: String, latitude: Double, longitude: Double, zoom: Double?) throws {
        let request = try #require(map(url), "\(json(url))")
        #expect(request.points == [.init(Coordinate(latitude: latitude, longitude: longitude))])
        #expect(request.zoom == zoom)
        #expect(reason("https://www.openstreetmap.org/about") != nil)
    }

    @Test("any text is read or refused, and never ends the program")
    func anything() {
        var generator = SeededGenerator(seed: 11)
        let starts = [
            "", "om://", "geo:", "https://2gis.ru/", "om://map?", "om://v2/dir?destination=1,1&", "ge0://AwAAAAAAAA/",
        ]
        for _ in 0..<20_000 {
            let url = (starts.randomElement(using: &generator) ?? "") + anyText(using: &generator)
            #expect(json(url).hasPrefix(#"{"kind":""#))
        }
    }
}
