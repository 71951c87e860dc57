internal import TMapsProtocol

extension MapLink {
    /// The link's text behind `om://`; nil for what has none (`RouteRequest.url`) and for an incorrect link.
    ///
    /// Every value survives being read again, `+` too: it is written `%2B`, because Organic Maps reads `+` as a space.
    public var url: String? {
        switch self {
        case .map(let request): request.url
        case .route(let request): request.url
        case .search(let request): request.url
        case .crosshair(let request):
            LinkWriter("om://crosshair")
                .adding("cll", request.center?.linkText).adding("appname", request.appName).url
        case .menu: "om://menu"
        case .settings: "om://settings"
        case .incorrect: nil
        }
    }
}

extension MapRequest {
    /// `om://map`, its parameters in the order of the Organic Maps API. Ranges are not checked, as there.
    public var url: String {
        var writer = LinkWriter("om://map")
            .adding("v", version > 0 ? String(version) : nil).adding("appname", appName).adding("backurl", backURL)
            .adding("z", zoom.map(DecimalText.text))
        for point in points {
            writer = writer.adding("ll", point.coordinate.linkText)
                .adding("n", point.name).adding("id", point.id).adding("s", point.style)
        }
        return writer.adding("balloonaction", balloonAction ? "openUrlOnBalloonClick" : nil).url
    }
}

extension RouteRequest {
    /// `om://v2/dir`, or `om://v2/nav` when it is to be navigated.
    ///
    /// nil with fewer than two stops, more than 100 between the ends, or the user's place elsewhere than at the start:
    /// there is no link for those. Stops in between lose the space around their names, and `|` in their names and
    /// callbacks arrives as `%7C`: in a list it cannot be written otherwise.
    public var url: String? {
        guard stops.count >= 2, stops.count - 2 <= RouteReader.maxWaypoints, let first = stops.first,
            let last = stops.last,
            case .place(let destination, let name, let callback) = last, !stops.dropFirst().contains(.current)
        else { return nil }
        var writer = LinkWriter(navigate ? "om://v2/nav" : "om://v2/dir")
        if case .place(let origin, let name, let callback) = first {
            writer = writer.adding("origin", origin.linkText)
                .adding("origin_name", name).adding("origin_callback", callback)
        }
        return
            writer
            .adding("destination", destination.linkText)
            .adding("destination_name", name).adding("destination_callback", callback)
            .adding("waypoints", list { coordinate, _, _ in coordinate.linkText })
            .adding("waypoint_names", list { _, name, _ in name })
            .adding("waypoint_callbacks", list { _, _, callback in callback })
            .adding("mode", mode.linkText)
            .adding("origin_heading", originHeading.map(DecimalText.text))
            .adding("optimize", optimize ? "true" : nil)
            .adding("ref_name", appName).adding("callback", backURL).url
    }

    /// One item for each stop in between; nil when all are empty.
    private func list(_ item: (Coordinate, String?, String?) -> String?) -> String? {
        let items = stops.dropFirst().dropLast().map { stop in
            guard case .place(let coordinate, let name, let callback) = stop else { return "" }
            let bytes = (item(coordinate, name, callback) ?? "").utf8.flatMap { byte in
                byte == UInt8(ascii: "|") ? PercentEncoding.escape(byte) : [byte]
            }
            return String(decoding: bytes, as: UTF8.self)
        }
        return items.allSatisfy(\.isEmpty) ? nil : items.joined(separator: "|")
    }
}

extension RouteRequest.Mode {
    fileprivate var linkText: String {
        switch self {
        case .vehicle: "drive"
        case .pedestrian: "walk"
        case .bicycle: "bike"
        case .transit: "transit"
        }
    }
}

extension SearchRequest {
    /// `om://search`.
    public var url: String {
        LinkWriter("om://search")
            .adding("query", query).adding("locale", locale).adding("map", mapOnly ? "true" : nil)
            .adding("cll", center?.linkText).adding("appname", appName).url
    }
}

/// Adds parameters to a link.
struct LinkWriter {
    private(set) var url: String
    private var hasParameters = false

    init(_ start: String) { url = start }

    /// Nothing for nil and the empty text.
    func adding(_ key: StaticString, _ value: String?) -> LinkWriter {
        guard let value, !value.isEmpty else { return self }
        var writer = self
        writer.url += hasParameters ? "&" : "?"
        writer.url += key.description + "=" + PercentEncoding.encode(value, keeping: .queryItem)
        writer.hasParameters = true
        return writer
    }
}
