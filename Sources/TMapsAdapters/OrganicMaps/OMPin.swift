internal import TMapsProtocol

/// A pin of the Organic Maps API, under the names of seed 3.
public struct OMPin: Sendable, Hashable {
    /// Degrees north, -90...90.
    public let latitude: Double
    /// Degrees east, -180...180.
    public let longitude: Double
    public let title: String?
    /// Handed back to the caller; when it is a URL, "More Info" opens it.
    public let identifier: String?

    public init(latitude: Double, longitude: Double, title: String? = nil, identifier: String? = nil) {
        self.latitude = latitude
        self.longitude = longitude
        self.title = title
        self.identifier = identifier
    }
}

// Callbacks: `<backurl>pin?ll=…&n=…&id=…`.
extension OMPin {
    /// The URL that Organic Maps opens when the user selects the pin: what the caller asked for as `backurl`, then
    /// `pin?ll=…` and, where they are not empty, `&n=…` and `&id=…`.
    /// - Parameter backURL: as in the link read; nil or empty means that nobody is called back.
    public func callbackURL(backURL: String?) -> String? {
        guard let backURL = backURL?.nonEmpty else { return nil }
        let place = Coordinate(latitude: latitude, longitude: longitude).linkText
        let encode = { (text: String) in PercentEncoding.encode(text, keeping: .unreserved) }
        let name = title?.nonEmpty.map { "&n=" + encode($0) } ?? ""
        let id = identifier?.nonEmpty.map { "&id=" + encode($0) } ?? ""
        return backURL + "pin?ll=" + place + name + id
    }

    /// Reads a callback; nil when its host is not `pin` or it has no place, which is how "Back" arrives.
    ///
    /// The last `ll`, `n` and `id` count; what has no `=` is skipped. `+` stays `+`, as in `URLComponents`.
    public init?(callbackURL url: String) {
        let bytes = Array(url.utf8)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8) else {
            return nil
        }
        let rest = bytes[(colon + 3)...].prefix { $0 != UInt8(ascii: "#") }
        guard rest.prefix(while: { !"/?".utf8.contains($0) }).elementsEqual("pin".utf8) else { return nil }
        var place: Coordinate?
        var texts: [String: String] = [:]
        for item in rest.drop(while: { $0 != UInt8(ascii: "?") }).dropFirst().split(separator: UInt8(ascii: "&")) {
            guard let equals = item.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let key = String(link: item[..<equals], plusIsSpace: false)
            let value = String(link: item[(equals + 1)...], plusIsSpace: false)
            if key == "ll" { place = Self.place(value) ?? place } else { texts[key] = value }
        }
        guard let place else { return nil }
        self.init(latitude: place.latitude, longitude: place.longitude, title: texts["n"], identifier: texts["id"])
    }

    /// Two numbers between commas, of which there may be more than one.
    private static func place(_ text: String) -> Coordinate? {
        let parts = text.utf8.split(separator: UInt8(ascii: ","))
        guard parts.count == 2, let latitude = DecimalText.double(Substring(parts[0])),
            let longitude = DecimalText.double(Substring(parts[1]))
        else { return nil }
        let place = Coordinate(latitude: latitude, longitude: longitude)
        return place.isValid ? place : nil
    }
}
