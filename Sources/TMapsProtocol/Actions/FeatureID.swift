/// The id of a feature, tenant, map, building or floor: a string on the wire, compared as a string, so "007" is not
/// "7". Written as a string always; a whole number is read too, because some pages send one.
public struct FeatureID: RawRepresentable, Sendable, Hashable, ExpressibleByStringInterpolation {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ text: String) { rawValue = text }
    public init(stringLiteral value: String) { rawValue = value }

    /// Byte by byte, as maps do. Swift's strings are equal too where "é" is one character here and two there.
    public static func == (a: FeatureID, b: FeatureID) -> Bool { a.rawValue.utf8.elementsEqual(b.rawValue.utf8) }

    public func hash(into hasher: inout Hasher) {
        for byte in rawValue.utf8 { hasher.combine(byte) }
    }
}

extension FeatureID: CustomStringConvertible {
    public var description: String { rawValue }
}

extension FeatureID: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            rawValue = text
        } else if let number = try? container.decode(Int64.self) {
            rawValue = String(number)
        } else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "an id is a string, or a whole number that is read as one")
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

/// A place on the earth, in degrees of WGS 84. Actions write it as `[longitude, latitude]`, `{lat, lng}` or
/// `{latitude, longitude}`; here the order is in the labels.
public struct Coordinate: Sendable, Hashable {
    /// East, -180…180.
    public var longitude: Double
    /// North, -90…90.
    public var latitude: Double

    public init(longitude: Double, latitude: Double) {
        self.longitude = longitude
        self.latitude = latitude
    }
}

/// A CSS colour as the page will read it: `navy`, `#0a3d62`, `rgb(10 61 98)`.
public struct CSSColor: RawRepresentable, Sendable, Hashable, Codable, ExpressibleByStringLiteral {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }

    /// `#rrggbb`.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        let digits = [red, green, blue].map { byte in
            let text = String(byte, radix: 16)
            return text.utf8.count < 2 ? "0" + text : text
        }
        rawValue = "#" + digits.joined()
    }
}
