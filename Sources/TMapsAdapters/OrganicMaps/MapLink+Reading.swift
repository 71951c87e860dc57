internal import TMapsProtocol

extension MapLink {
    /// Reads a link as Organic Maps does; one that says nothing becomes `.incorrect` with the reason.
    public init(_ url: String) { self = LinkReader.read(Array(url.utf8)) }
}

/// Chooses who reads a link: by prefix, then by host. The parts follow `libs/map/map/mwm_url.cpp` of Organic Maps.
enum LinkReader {
    /// In front of API calls, short links and clear coordinates.
    static let prefixes = [
        "https://omaps.app/", "om://", "http://omaps.app/", "ge0://", "http://ge0.me/", "https://ge0.me/",
    ]
    /// In front of API calls alone.
    static let legacyPrefixes = ["mapsme://", "mwm://", "mapswithme://"]

    static func read(_ bytes: [UInt8]) -> MapLink {
        do throws(IncorrectLink) {
            if let prefix = prefixes.first(where: { bytes.starts(with: $0.utf8) }) {
                let rest = bytes[prefix.utf8.count...]
                if let link = try readCall(rest) { return link }
                return .map(try readPlace(rest))
            }
            if let prefix = legacyPrefixes.first(where: { bytes.starts(with: $0.utf8) }) {
                let rest = bytes[prefix.utf8.count...]
                if let link = try readCall(rest) { return link }
                throw unknownHost(LinkURL(afterScheme: rest))
            }
            return bytes.starts(with: "geo:".utf8) ? try GeoReader.read(bytes) : try WebMapReader.read(bytes)
        } catch {
            return .incorrect(error)
        }
    }

    /// nil when the host names no call of the API.
    private static func readCall(_ rest: ArraySlice<UInt8>) throws(IncorrectLink) -> MapLink? {
        let url = LinkURL(afterScheme: rest)
        switch (String(decoding: url.host, as: UTF8.self), String(decoding: url.path, as: UTF8.self)) {
        case ("v2", "dir"), ("v2", "nav"): return .route(try RouteReader.read(rest))
        case ("map", _): return .map(try MapReader.read(url.parameters))
        case ("route", _): return .route(try LegacyRouteReader.read(url.parameters))
        case ("search", _): return .search(try readSearch(url.parameters))
        case ("crosshair", _): return .crosshair(readCrosshair(url.parameters))
        case ("menu", _): return .menu
        case ("settings", _): return .settings
        case ("oauth2", _):
            throw IncorrectLink(
                "host", found: "oauth2", expected: "a link that shows something, not the app's own login")
        default: return nil
        }
    }

    private static func readPlace(_ rest: ArraySlice<UInt8>) throws(IncorrectLink) -> MapRequest {
        if let link = ShortLink(path: rest) { return link.request }
        if let request = try ClearCoordinates.read(rest) { return request }
        throw unknownHost(LinkURL(afterScheme: rest))
    }

    private static func unknownHost(_ url: LinkURL) -> IncorrectLink {
        let path = url.path.isEmpty ? "" : "/" + String(decoding: url.path, as: UTF8.self)
        let found = (String(decoding: url.host, as: UTF8.self) + path).nonEmpty
        return IncorrectLink(
            "host", found: found,
            expected: "map, v2/dir, v2/nav, route, search, crosshair, menu or settings; behind om:// and omaps.app also"
                + " a short link of ten characters or latitude,longitude")
    }

    private static func readSearch(_ parameters: [LinkURL.Parameter]) throws(IncorrectLink) -> SearchRequest {
        var request = SearchRequest(query: "")
        for parameter in parameters {
            switch parameter.key {
            case "query": request.query = parameter.value
            case "locale": request.locale = parameter.value.nonEmpty
            case "map": request.mapOnly = true
            case "cll": request.center = (try? Coordinate(link: parameter.value, of: "cll")) ?? request.center
            case "appname": request.appName = parameter.value.nonEmpty
            default: break
            }
        }
        guard !request.query.isEmpty else { throw IncorrectLink("query", found: nil, expected: "a text to look for") }
        return request
    }

    private static func readCrosshair(_ parameters: [LinkURL.Parameter]) -> CrosshairRequest {
        var request = CrosshairRequest()
        for parameter in parameters {
            switch parameter.key {
            case "cll": request.center = (try? Coordinate(link: parameter.value, of: "cll")) ?? request.center
            case "appname": request.appName = parameter.value.nonEmpty
            default: break
            }
        }
        return request
    }
}
