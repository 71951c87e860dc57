internal import TMapsProtocol

/// Reads `om://route`: `sll`, `saddr`, `dll`, `daddr`, each once and in this order, then `type`.
struct LegacyRouteReader {
    private static let order = ["sll", "saddr", "dll", "daddr"]

    private var request = RouteRequest()
    private var places: [Coordinate] = []
    private var names: [String?] = []
    /// How many of `order` have come.
    private var position = 0
    private var mode: RouteRequest.Mode?

    static func read(_ parameters: [LinkURL.Parameter]) throws(IncorrectLink) -> RouteRequest {
        var reader = LegacyRouteReader()
        for parameter in parameters { try reader.take(parameter.key, parameter.value) }
        return try reader.finished()
    }

    private mutating func take(_ key: String, _ value: String) throws(IncorrectLink) {
        switch key {
        case "type": try takeType(value)
        case "appname": request.appName = value.nonEmpty
        case "sll", "dll":
            try advance(key, value)
            places.append(try Coordinate(link: value, of: key))
        case "saddr", "daddr":
            try advance(key, value)
            names.append(value.nonEmpty)
        default: break
        }
    }

    private mutating func advance(_ key: String, _ value: String) throws(IncorrectLink) {
        guard mode == nil, position < Self.order.count, Self.order[position] == key else {
            throw outOfOrder(key, value)
        }
        position += 1
    }

    private mutating func takeType(_ value: String) throws(IncorrectLink) {
        guard let mode = RouteRequest.Mode(rawValue: value.lowercased()) else {
            throw IncorrectLink("type", found: value, expected: "vehicle, pedestrian, bicycle or transit")
        }
        guard position == Self.order.count else { throw outOfOrder("type", value) }
        self.mode = mode
    }

    private func outOfOrder(_ key: String, _ value: String) -> IncorrectLink {
        IncorrectLink(key, found: value, expected: "sll, saddr, dll, daddr, each once and in this order, then type")
    }

    private func finished() throws(IncorrectLink) -> RouteRequest {
        guard position == Self.order.count else {
            throw IncorrectLink(
                Self.order[position], found: nil,
                expected: "sll, saddr, dll, daddr, each once and in this order, then type")
        }
        guard let mode else {
            throw IncorrectLink("type", found: nil, expected: "vehicle, pedestrian, bicycle or transit")
        }
        var request = request
        request.mode = mode
        request.stops = zip(places, names).map { .place($0, name: $1) }
        return request
    }
}
