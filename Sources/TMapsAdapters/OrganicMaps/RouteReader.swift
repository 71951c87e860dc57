internal import TMapsProtocol

/// Reads `om://v2/dir` and `om://v2/nav`.
struct RouteReader {
    /// Organic Maps routes through this many stops at most.
    static let maxWaypoints = 100

    private enum Origin { case absent, current, place(Coordinate), malformed(IncorrectLink) }

    private var request = RouteRequest()
    private var origin = Origin.absent
    private var originName: String?
    private var originCallback: String?
    private var destination: Coordinate?
    private var destinationName: String?
    private var destinationCallback: String?
    /// With their place in the list, empty ones counted: names and callbacks go by that.
    private var waypoints: [(index: Int, coordinate: Coordinate)] = []
    private var waypointNames: [String] = []
    private var waypointCallbacks: [String] = []

    /// - Parameter rest: the link behind its prefix. Its fragment says nothing here.
    static func read(_ rest: ArraySlice<UInt8>) throws(IncorrectLink) -> RouteRequest {
        let url = LinkURL(afterScheme: rest.prefix { $0 != UInt8(ascii: "#") })
        var reader = RouteReader()
        reader.request.navigate = url.path.elementsEqual("nav".utf8)
        for parameter in url.parameters { try reader.take(parameter.key, parameter.value) }
        return try reader.finished()
    }

    private mutating func take(_ key: String, _ value: String) throws(IncorrectLink) {
        switch key {
        case "origin": takeOrigin(value)
        case "origin_name": originName = value.nonEmpty
        case "origin_callback": originCallback = value.nonEmpty
        case "origin_heading": request.originHeading = try Self.heading(value)
        case "destination": destination = try Coordinate(link: value, of: key)
        case "destination_name": destinationName = value.nonEmpty
        case "destination_callback": destinationCallback = value.nonEmpty
        case "waypoints": try takeWaypoints(value)
        case "waypoint_names": waypointNames = Self.list(value)
        case "waypoint_callbacks": waypointCallbacks = Self.list(value)
        case "mode", "travelmode": request.mode = try Self.mode(value, key)
        case "dir_action": if value == "navigate" { request.navigate = true }
        case "optimize": request.optimize = ["1", "true", "yes"].contains(value.lowercased())
        case "ref_name": request.appName = value.nonEmpty
        case "callback": request.backURL = value.nonEmpty
        default: break
        }
    }

    private mutating func takeOrigin(_ value: String) {
        if value == "currentLocation" || value == "current-location" {
            origin = .current
            return
        }
        do throws(IncorrectLink) {
            origin = .place(try Coordinate(link: value, of: "origin"))
        } catch {
            origin = .malformed(
                IncorrectLink("origin", found: error.found, expected: error.expected + ", or currentLocation"))
        }
    }

    private mutating func takeWaypoints(_ value: String) throws(IncorrectLink) {
        for (index, text) in Self.list(value).enumerated() where !text.isEmpty {
            waypoints.append((index, try Coordinate(link: text, of: "waypoints[\(index)]")))
        }
    }

    private mutating func finished() throws(IncorrectLink) -> RouteRequest {
        guard let destination else {
            throw IncorrectLink("destination", found: nil, expected: "latitude,longitude as two decimal numbers")
        }
        guard waypoints.count <= Self.maxWaypoints else {
            throw IncorrectLink(
                "waypoints", found: "\(waypoints.count) of them", expected: "at most \(Self.maxWaypoints)")
        }
        request.stops = [try start()]
        request.preview = !request.navigate || request.stops != [.current]
        for (index, coordinate) in waypoints {
            request.stops.append(
                .place(
                    coordinate, name: Self.item(index, of: waypointNames),
                    callback: Self.item(index, of: waypointCallbacks)))
        }
        request.stops.append(.place(destination, name: destinationName, callback: destinationCallback))
        return request
    }

    /// Seed 3 previews a `nav` with an explicit origin from there; today's app ignores that origin. The seed counts.
    private func start() throws(IncorrectLink) -> RouteRequest.Stop {
        switch origin {
        case .place(let place): return .place(place, name: originName, callback: originCallback)
        case .malformed(let why) where !request.navigate: throw why
        case .absent, .current, .malformed: return .current
        }
    }

    /// The items of a `|` list, without the space around them.
    static func list(_ text: String) -> [String] {
        if text.isEmpty { return [] }
        return text.utf8.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false).map { item in
            let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
            var rest = item.drop(while: isSpace)
            while let last = rest.last, isSpace(last) { rest.removeLast() }
            return String(Substring(rest))
        }
    }

    private static func item(_ index: Int, of list: [String]) -> String? {
        list.indices.contains(index) ? list[index].nonEmpty : nil
    }

    private static func heading(_ text: String) throws(IncorrectLink) -> Double {
        guard let heading = DecimalText.double(text), (0...360).contains(heading) else {
            throw IncorrectLink("origin_heading", found: text, expected: "degrees in 0...360")
        }
        return heading
    }

    private static func mode(_ text: String, _ key: String) throws(IncorrectLink) -> RouteRequest.Mode {
        switch text.lowercased() {
        case "drive", "driving", "car", "vehicle": return .vehicle
        case "walk", "walking", "pedestrian": return .pedestrian
        case "bike", "bicycling", "bicycle": return .bicycle
        case "transit": return .transit
        default:
            throw IncorrectLink(
                key, found: text,
                expected: "drive, driving, car, vehicle, walk, walking, pedestrian, bike, bicycling, bicycle or transit"
            )
        }
    }
}
