internal import TMapsProtocol

/// Reads `geo:` (RFC 5870) with Google's `q=` and `z=` and its label in brackets, behind `q` or at the very end.
struct GeoReader {
    static let zooms = 1.0...20.0

    static func read(_ bytes: [UInt8]) throws(IncorrectLink) -> MapLink {
        let (head, label) = cutLabel(bytes)
        guard let url = LinkURL(questionMarkAdded(head)) else {
            throw IncorrectLink("scheme", found: nil, expected: "geo:")
        }
        let zoom = url.value("z").flatMap(Self.zoom)
        let place = try? coordinates(url)
        guard let query = url.value("q")?.nonEmpty else {
            return .map(point(try coordinates(url), label, zoom))
        }
        if let (coordinate, name) = labelled(query) { return .map(point(coordinate, name ?? label, zoom)) }
        if place == nil, !url.host.isEmpty { _ = try coordinates(url) }
        var search = SearchRequest(query: query)
        // With a query 0,0 means that there is no place.
        search.center = place.flatMap { abs($0.latitude) < 1e-10 && abs($0.longitude) < 1e-10 ? nil : $0 }
        search.zoom = zoom
        return .search(search)
    }

    private static func point(_ coordinate: Coordinate, _ name: String?, _ zoom: Double?) -> MapRequest {
        var request = MapRequest()
        request.zoom = zoom
        request.points = [.init(coordinate, name: name)]
        return request
    }

    /// `…(label)` at the very end.
    private static func cutLabel(_ bytes: [UInt8]) -> (head: [UInt8], label: String?) {
        guard bytes.last == UInt8(ascii: ")"), let open = bytes.lastIndex(of: UInt8(ascii: "(")) else {
            return (bytes, nil)
        }
        var head = Array(bytes[..<open])
        while head.last == UInt8(ascii: " ") || head.last == UInt8(ascii: "+") { head.removeLast() }
        return (head, String(link: bytes[(open + 1)..<(bytes.count - 1)]).nonEmpty)
    }

    /// Some write `geo:1,2&z=12`.
    private static func questionMarkAdded(_ bytes: [UInt8]) -> [UInt8] {
        guard let first = bytes.firstIndex(where: { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "?") }),
            bytes[first] == UInt8(ascii: "&")
        else { return bytes }
        var bytes = bytes
        bytes[first] = UInt8(ascii: "?")
        return bytes
    }

    /// Before `;`, as they are or encoded.
    private static func coordinates(_ url: LinkURL) throws(IncorrectLink) -> Coordinate {
        let text = Array(url.host.prefix { $0 != UInt8(ascii: ";") })
        let found = pair(text) ?? pair(PercentEncoding.decode(text, plusIsSpace: true))
        guard let (coordinate, rest) = found, rest.isEmpty else {
            throw IncorrectLink(
                "coordinates", found: String(decoding: url.host, as: UTF8.self).nonEmpty,
                expected: "latitude,longitude or q=")
        }
        guard coordinate.isValid else {
            throw IncorrectLink(
                "coordinates", found: String(decoding: text, as: UTF8.self),
                expected: "a latitude in -90...90 and a longitude in -180...180")
        }
        return coordinate
    }

    /// A place in `q=`, maybe with a label behind it; nil when it is a text to look for.
    static func labelled(_ query: String) -> (Coordinate, String?)? {
        guard let (coordinate, rest) = pair(Array(query.utf8)), coordinate.isValid else { return nil }
        let label = rest.drop { $0 == UInt8(ascii: " ") }
        if label.isEmpty, rest.isEmpty { return (coordinate, nil) }
        guard label.first == UInt8(ascii: "("), label.last == UInt8(ascii: ")") else { return nil }
        return (coordinate, String(decoding: label.dropFirst().dropLast(), as: UTF8.self).nonEmpty)
    }

    /// `lat,lon` or `lat,lon,altitude` at the start, and what follows.
    private static func pair(_ bytes: [UInt8]) -> (Coordinate, rest: ArraySlice<UInt8>)? {
        var scanner = NumberScanner(bytes)
        func next() -> Double? {
            guard scanner.skip(",") else { return nil }
            scanner.skipSpaces()
            return scanner.number(.geo)
        }
        guard let latitude = scanner.number(.geo), let longitude = next() else { return nil }
        let end = scanner
        if next() == nil { scanner = end }
        return (Coordinate(latitude: latitude, longitude: longitude), bytes[scanner.offset...])
    }

    private static func zoom(_ text: String) -> Double? {
        var scanner = NumberScanner(Array(text.utf8))
        guard let zoom = scanner.number(.scale), scanner.isAtEnd, zoom >= zooms.lowerBound else { return nil }
        return min(zoom, zooms.upperBound)
    }
}
