import TMapsAdapters
import TMapsProtocol
import TMapsTesting
import Testing

@Suite struct GeoURITests {
    private func point(
        _ latitude: Double, _ longitude: Double, name: String? = nil, zoom: Double? = nil
    ) -> MapRequest {
        var request = MapRequest()
        request.zoom = zoom
        request.points = [.init(Coordinate(latitude: latitude, longitude: longitude), name: name)]
        return request
    }

    @Test("a place is written as RFC 5870 has it, name and zoom as Google has them")
    func written() {
        #expect(point(53.9, 27.56667).geoURI == "geo:53.9,27.56667")
        #expect(point(-33.25, -70, zoom: 12.5).geoURI == "geo:-33.25,-70?z=12.5")
        #expect(
            point(48, 2, name: "C++ (Café) & more", zoom: 17).geoURI
                == "geo:48,2?z=17&q=48,2(C%2B%2B%20%28Caf%C3%A9%29%20%26%20more)")
        var search = SearchRequest(query: "café (open)")
        #expect(search.geoURI == "geo:0,0?q=caf%C3%A9%20%28open%29")
        search.center = Coordinate(latitude: 1.5, longitude: -2)
        search.zoom = 14
        #expect(search.geoURI == "geo:1.5,-2?z=14&q=caf%C3%A9%20%28open%29")
    }

    @Test("numbers have no exponent, which RFC 5870 does not know")
    func plain() {
        #expect(point(1e-5, -2.5e-7).geoURI == "geo:0.00001,-0.00000025")
        #expect(point(1.25e-300, 0).geoURI?.contains("e-") == false)
    }

    @Test("what geo: cannot say has none")
    func none() {
        #expect(MapRequest().geoURI == nil && point(91, 0).geoURI == nil && point(.nan, 0).geoURI == nil)
        var two = point(1, 2)
        two.points += two.points
        #expect(two.geoURI == nil)
        #expect(SearchRequest(query: "").geoURI == nil && SearchRequest(query: "1.5,2(x)").geoURI == nil)
        for url in ["om://v2/dir?destination=1,2", "om://crosshair?cll=1,2", "om://menu", "om://nothing"] {
            #expect(MapLink(url).geoURI == nil)
        }
    }

    @Test("10,000 random places with any Unicode come back as they were")
    func places() throws {
        var generator = SeededGenerator(seed: 11)
        for round in 0..<10_000 {
            let scale = round.isMultiple(of: 3) ? 1e-9 : 1
            let request = point(
                .random(in: -90...90, using: &generator) * scale, .random(in: -180...180, using: &generator) * scale,
                name: anyText(using: &generator),
                zoom: Bool.random(using: &generator) ? .random(in: 1...20, using: &generator) : nil)
            let url = try #require(request.geoURI)
            let back = try #require(map(url), "\(url)")
            #expect(back.points.map(\.coordinate) == request.points.map(\.coordinate), "\(url)")
            #expect(back.zoom == request.zoom, "\(url)")
            #expect(scalars(back.points[0].name ?? "") == scalars(request.points[0].name), "\(url)")
        }
    }

    @Test("10,000 random searches come back as they were")
    func searches() throws {
        var generator = SeededGenerator(seed: 13)
        for _ in 0..<10_000 {
            var request = SearchRequest(query: anyText(using: &generator))
            if Bool.random(using: &generator) {
                request.center = Coordinate(
                    latitude: .random(in: 1...90, using: &generator), longitude: .random(in: 1...180, using: &generator)
                )
            }
            guard let url = request.geoURI else { continue }
            guard case .search(let back) = MapLink(url) else {
                Issue.record("\(url) is no search")
                continue
            }
            #expect(scalars(back.query) == scalars(request.query) && back.center == request.center, "\(url)")
        }
    }
}
