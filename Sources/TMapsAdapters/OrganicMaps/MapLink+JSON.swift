internal import TMapsProtocol

extension MapLink {
    /// What `tmaps link URL` prints: one JSON object whose `kind` is `map`, `route`, `search`, `crosshair`, `menu`,
    /// `settings` or `incorrect`. Numbers are the shortest that read back the same; absent values have no key.
    public func json() -> [UInt8] {
        JSONWriter.object { writer in
            switch self {
            case .map(let request): request.write(to: &writer)
            case .route(let request): request.write(to: &writer)
            case .search(let request): request.write(to: &writer)
            case .crosshair(let request):
                writer.member("kind", "crosshair")
                writer.memberIfAny("center", request.center)
                writer.memberIfAny("app_name", request.appName)
            case .menu: writer.member("kind", "menu")
            case .settings: writer.member("kind", "settings")
            case .incorrect(let link):
                writer.member("kind", "incorrect")
                writer.member("reason", link.reason)
            }
        }
    }
}

extension MapRequest {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.member("kind", "map")
        writer.member("version", version)
        writer.memberIfAny("app_name", appName)
        writer.memberIfAny("back_url", backURL)
        writer.memberIfAny("zoom", zoom)
        writer.member("balloon_action", balloonAction)
        writePoints(to: &writer)
    }

    func writePoints(to writer: inout JSONWriter) {
        writer.beginArray("points")
        for point in points {
            writer.beginObject()
            writer.members(point.coordinate)
            writer.memberIfAny("name", point.name)
            writer.memberIfAny("id", point.id)
            writer.memberIfAny("style", point.style)
            writer.endObject()
        }
        writer.endArray()
    }
}

extension RouteRequest {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.member("kind", "route")
        writeFields(to: &writer)
    }

    func writeFields(to writer: inout JSONWriter) {
        writer.member("mode", mode.rawValue)
        writer.member("navigate", navigate)
        writer.member("preview", preview)
        writer.memberIfAny("app_name", appName)
        writer.memberIfAny("back_url", backURL)
        writer.memberIfAny("origin_heading", originHeading)
        writer.member("optimize", optimize)
        writer.beginArray("stops")
        for stop in stops {
            writer.beginObject()
            switch stop {
            case .current: writer.member("current", true)
            case .place(let coordinate, let name, let callback):
                writer.members(coordinate)
                writer.memberIfAny("name", name)
                writer.memberIfAny("callback", callback)
            }
            writer.endObject()
        }
        writer.endArray()
    }
}

extension SearchRequest {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.member("kind", "search")
        writer.member("query", query)
        writer.memberIfAny("locale", locale)
        writer.member("map_only", mapOnly)
        writer.memberIfAny("center", center)
        writer.memberIfAny("app_name", appName)
    }
}

extension JSONWriter {
    mutating func memberIfAny(_ key: StaticString, _ value: Coordinate?) {
        guard let value else { return }
        beginObject(key)
        members(value)
        endObject()
    }

    /// `latitude` and `longitude`.
    mutating func members(_ coordinate: Coordinate) {
        member("latitude", coordinate.latitude)
        member("longitude", coordinate.longitude)
    }
}
