internal import TMapsProtocol

/// Reads the links of web maps (Google, OpenStreetMap, 2GIS, Yandex and their like), as `libs/ge0/geo_url_parser.cpp`
/// of Organic Maps does: by their hosts where those have a form of their own, else by the names of their parameters.
struct WebMapReader {
    private var latitude: Double?
    private var longitude: Double?
    private var zoom: Double?
    /// How sure the best place so far is; a place is whole when both are the same.
    private var ranks = (latitude: -1, longitude: -1)
    private let isSwapped: Bool

    private init(isSwapped: Bool) { self.isSwapped = isSwapped }

    static func read(_ bytes: [UInt8]) throws(IncorrectLink) -> MapLink {
        guard let url = LinkURL(bytes) else {
            throw IncorrectLink("scheme", found: nil, expected: "om://, geo:, https:// or one of their like")
        }
        guard url.scheme == "http" || url.scheme == "https" else {
            throw IncorrectLink("scheme", found: url.scheme, expected: "om://, geo:, https:// or one of their like")
        }
        let host = String(decoding: url.host, as: UTF8.self)
        if contains(host, "2gis"), let request = read2GIS(url) { return .map(request) }
        if contains(host, "openstreetmap"), let link = readOpenStreetMap(url) { return link }
        var reader = WebMapReader(isSwapped: contains(host, "2gis") || contains(host, "yandex"))
        reader.take("", hostAndPath(url))
        for parameter in url.parameters { reader.take(parameter.key.lowercased(), parameter.value) }
        guard let latitude = reader.latitude, let longitude = reader.longitude,
            reader.ranks.latitude == reader.ranks.longitude
        else { throw IncorrectLink("address", found: host, expected: "a place in it, such as ?q=52.5,13.4") }
        return .map(request(latitude, longitude, reader.zoom))
    }

    private static func request(_ latitude: Double, _ longitude: Double, _ zoom: Double?) -> MapRequest {
        var request = MapRequest()
        request.zoom = zoom
        request.points = [.init(Coordinate(latitude: latitude, longitude: longitude))]
        return request
    }

    private static func contains(_ text: String, _ part: StaticString) -> Bool {
        NumberScanner.search(Array(text.utf8)) { $0.skip(part) ? true : nil } ?? false
    }

    private static func hostAndPath(_ url: LinkURL) -> String {
        String(decoding: Array(url.host) + [UInt8(ascii: "/")] + url.path, as: UTF8.self)
    }

    private static func clamped(_ zoom: Double) -> Double? {
        zoom >= GeoReader.zooms.lowerBound ? min(zoom, GeoReader.zooms.upperBound) : nil
    }
}

// Forms of single hosts.
extension WebMapReader {
    /// `m=lon,lat/zoom`, or `/lon,lat/zoom/z` in the path.
    private static func read2GIS(_ url: LinkURL) -> MapRequest? {
        let inQuery = url.value("m").flatMap { find($0, before: "", between: ",", then: "/", .any, .scale) }
        let found = inQuery ?? find(hostAndPath(url), before: "/", between: ",", then: "/zoom/", .any, .scale)
        guard let (longitude, latitude, zoom) = found else { return nil }
        return valid(latitude, longitude).map { request($0.latitude, $0.longitude, clamped(zoom)) }
    }

    /// `query=` is a search; else `map=zoom/lat/lon`.
    private static func readOpenStreetMap(_ url: LinkURL) -> MapLink? {
        if let query = url.value("query")?.nonEmpty ?? url.value("q")?.nonEmpty {
            return .search(SearchRequest(query: query))
        }
        guard let map = url.value("map") else { return nil }
        let found = NumberScanner.search(Array(map.utf8)) { scanner -> (Double, Double, Double)? in
            guard let zoom = scanner.number(.wholeScale), scanner.skip("/"), let latitude = scanner.number(.decimal),
                scanner.skip("/"), let longitude = scanner.number(.decimal)
            else { return nil }
            return (zoom, latitude, longitude)
        }
        guard let (zoom, latitude, longitude) = found else { return nil }
        return valid(latitude, longitude).map { .map(request($0.latitude, $0.longitude, clamped(zoom))) }
    }

    private static func find(
        _ text: String, before: StaticString, between: StaticString, then: StaticString, _ form: NumberScanner.Form,
        _ scale: NumberScanner.Form
    ) -> (Double, Double, Double)? {
        NumberScanner.search(Array(text.utf8)) { scanner -> (Double, Double, Double)? in
            guard scanner.skip(before), let first = scanner.number(form), scanner.skip(between),
                let second = scanner.number(form), scanner.skip(then), let zoom = scanner.number(scale)
            else { return nil }
            return (first, second, zoom)
        }
    }

    private static func valid(_ latitude: Double, _ longitude: Double) -> Coordinate? {
        let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        return coordinate.isValid ? coordinate : nil
    }
}

// Forms by the names of parameters.
extension WebMapReader {
    private static let xyRank = 6
    private static let latLonRank = 7

    private static func rank(_ name: String) -> Int? {
        switch name {
        case "": 0
        case "q", "m": 1
        case "saddr", "daddr": 2
        case "sll": 3
        case "ll": 5
        case "x", "y": xyRank
        case "lat", "mlat", "lon", "mlon": latLonRank
        default: contains(name, "point") ? 4 : nil
        }
    }

    private mutating func take(_ name: String, _ value: String) {
        if name == "z" || name == "zoom" {
            if let zoom = DecimalText.double(value).flatMap(Self.clamped) { self.zoom = zoom }
            return
        }
        guard let rank = Self.rank(name), rank >= ranks.latitude, rank >= ranks.longitude else { return }
        if rank < Self.xyRank { takePair(value, rank) } else { takeHalf(name, value, rank) }
    }

    private mutating func takePair(_ value: String, _ rank: Int) {
        let found = NumberScanner.search(Array(value.utf8)) { scanner -> (Double, Double)? in
            guard let first = scanner.number(.decimal), scanner.skip(",") else { return nil }
            scanner.skipSpaces()
            return scanner.number(.decimal).map { (first, $0) }
        }
        guard let (first, second) = found,
            let place = isSwapped ? Self.valid(second, first) : Self.valid(first, second)
        else { return }
        (latitude, longitude) = (place.latitude, place.longitude)
        ranks = (rank, rank)
    }

    private mutating func takeHalf(_ name: String, _ value: String, _ rank: Int) {
        guard let number = DecimalText.double(value) else { return }
        if name == "lat" || name == "mlat" || name == "y" {
            guard (-90...90).contains(number) else { return }
            (latitude, ranks.latitude) = (number, rank)
        } else {
            guard (-180...180).contains(number) else { return }
            (longitude, ranks.longitude) = (number, rank)
        }
    }
}
