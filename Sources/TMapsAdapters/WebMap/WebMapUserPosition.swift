internal import TMapsProtocol

/// Where the user is, for the blue dot, under the names of seed 4. What is nil has no key.
public struct WebMapUserPosition: Sendable, Hashable, Encodable {
    /// Degrees north, -90...90.
    public let latitude: Double
    /// Degrees east, -180...180.
    public let longitude: Double
    /// The floor, as in IMDF: 0 is the ground floor.
    public var ordinal: Int?
    /// Degrees clockwise from north.
    public var heading: Double?

    public init(latitude: Double, longitude: Double, ordinal: Int? = nil, heading: Double? = nil) {
        self.latitude = latitude
        self.longitude = longitude
        self.ordinal = ordinal
        self.heading = heading
    }

    /// The argument of `app.map.setUserPosition`; nil where a number is not finite, which JSON cannot say.
    public func json() -> [UInt8]? {
        isFinite ? JSONWriter.object(write) : nil
    }

    /// The action `SET_USER_POSITION`, which makes a map call `app.map.setUserPosition`; nil as for `json()`.
    public func action() -> [UInt8]? {
        guard isFinite else { return nil }
        return JSONWriter.object { writer in
            writer.member("type", "SET_USER_POSITION")
            write(to: &writer)
        }
    }

    private var isFinite: Bool { latitude.isFinite && longitude.isFinite && heading?.isFinite != false }

    private func write(to writer: inout JSONWriter) {
        writer.member("latitude", latitude)
        writer.member("longitude", longitude)
        writer.memberIfAny("ordinal", ordinal)
        writer.memberIfAny("heading", heading)
    }
}

/// The actions for the other calls of seed 4.
public enum WebMap {
    /// The action `SHOW_ORDINAL`, which makes a map call `app.map.showOrdinal`.
    /// - Parameter ordinal: the floor, as in IMDF: 0 is the ground floor.
    public static func showOrdinal(_ ordinal: Int) -> [UInt8] {
        JSONWriter.object { writer in
            writer.member("type", "SHOW_ORDINAL")
            writer.member("ordinal", ordinal)
        }
    }

    /// The action `APPLY_SCENARIO`, which makes a map call `app.scenarios.apply` with `scenario`, a JSON object.
    package static func applyScenario(_ scenario: UnsafeRawBufferPointer) -> [UInt8] {
        JSONWriter.object { writer in
            writer.member("type", "APPLY_SCENARIO")
            writer.member("scenario", raw: scenario)
        }
    }
}
