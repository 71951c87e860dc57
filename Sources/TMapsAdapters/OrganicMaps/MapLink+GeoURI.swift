internal import TMapsProtocol

extension MapLink {
    /// The link as a `geo:` URI (RFC 5870), which any map app opens; nil for what none can say.
    public var geoURI: String? {
        switch self {
        case .map(let request): request.geoURI
        case .search(let request): request.geoURI
        case .route, .crosshair, .menu, .settings, .incorrect: nil
        }
    }
}

extension MapRequest {
    /// `geo:lat,lon`, with Google's `z=` for the zoom and `q=lat,lon(name)` for the name.
    ///
    /// nil for several points or none, and for a place off the globe. The id and style, and the caller's name and
    /// back URL are left out; a zoom above 20 arrives as 20. All else survives being read again.
    public var geoURI: String? {
        guard points.count == 1, let point = points.first, let place = point.coordinate.geoText else { return nil }
        let label = point.name?.nonEmpty.map { place + "(" + PercentEncoding.encode($0, keeping: .unreserved) + ")" }
        return "geo:" + place + GeoWriter.query(zoom: zoom, query: label)
    }
}

extension SearchRequest {
    /// `geo:lat,lon?q=query`, at 0,0 where the search has no place, as Google has it.
    ///
    /// nil for no query, for one that would be read as a place, and for a place off the globe or at 0,0 itself. The
    /// locale, `mapOnly` and the caller's name are left out; a zoom above 20 arrives as 20.
    public var geoURI: String? {
        guard !query.isEmpty, GeoReader.labelled(query) == nil, let place = (center ?? .geoNowhere).geoText,
            center != .geoNowhere
        else { return nil }
        let text = PercentEncoding.encode(query, keeping: .unreserved)
        return "geo:" + place + GeoWriter.query(zoom: zoom, query: text)
    }
}

private enum GeoWriter {
    /// `q` last, because some apps take the rest of the URI for the query.
    static func query(zoom: Double?, query: String?) -> String {
        let zoom = zoom.flatMap { $0 >= 1 && $0.isFinite ? "z=" + DecimalText.plain($0) : nil }
        let items = [zoom, query.map { "q=" + $0 }].compactMap(\.self)
        return items.isEmpty ? "" : "?" + items.joined(separator: "&")
    }
}

extension Coordinate {
    /// With a query this place means that there is none.
    fileprivate static var geoNowhere: Coordinate { Coordinate(latitude: 0, longitude: 0) }

    fileprivate var geoText: String? {
        isValid ? DecimalText.plain(latitude) + "," + DecimalText.plain(longitude) : nil
    }
}
