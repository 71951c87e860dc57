public import TMapsProtocol

/// A place in ten characters, `om://o4B4pYZsRs/Zoo_Zürich`: one for the zoom, nine for where
/// (Organic Maps, `libs/ge0`).
///
/// Nine characters hold 27 of 30 bits a coordinate: within 0.00000013° of latitude and twice that of longitude. A name
/// is read up to 256 encoded bytes.
public struct ShortLink: Sendable, Hashable {
    public var coordinate: Coordinate
    /// 4...19.75 in steps of a quarter; what lies between is rounded down, what lies outside goes to the nearer end.
    public var zoom: Double
    public var name: String?

    public init(_ coordinate: Coordinate, zoom: Double, name: String? = nil) {
        self.coordinate = coordinate
        self.zoom = zoom
        self.name = name
    }

    /// - Parameter prefix: one of `om://`, `ge0://`, `https://omaps.app/`, `http://omaps.app/`, `https://ge0.me/` and
    ///   `http://ge0.me/`.
    public func url(prefix: String = "om://") -> String {
        let latitude = Self.latitudeBits(coordinate.latitude)
        let longitude = Self.longitudeBits(coordinate.longitude)
        var code = [Self.alphabet[Self.zoomStep(zoom)]]
        for shift in stride(from: Self.bits - 3, to: 0, by: -3) {
            var value = 0
            for bit in stride(from: shift + 2, through: shift, by: -1) {
                value = value << 2 | (latitude >> bit & 1) << 1 | longitude >> bit & 1
            }
            code.append(Self.alphabet[value])
        }
        let name = name?.nonEmpty.map { "/" + LinkName.encode($0) } ?? ""
        return prefix + String(decoding: code, as: UTF8.self) + name
    }

    /// What follows a prefix; nil when it is no short link.
    init?(path: ArraySlice<UInt8>) {
        let values = path.prefix(Self.length).compactMap(Self.value)
        guard values.count == Self.length else { return nil }
        let name = path.dropFirst(Self.length)
        guard name.isEmpty || name.first == UInt8(ascii: "/") else { return nil }
        var latitude = 0
        var longitude = 0
        for value in values.dropFirst() {
            for bit in stride(from: 4, through: 0, by: -2) {
                latitude = latitude << 1 | value >> (bit + 1) & 1
                longitude = longitude << 1 | value >> bit & 1
            }
        }
        // The middle of the cell whose last three bits are not in the link.
        latitude = latitude << 3 | 4
        longitude = longitude << 3 | 4
        coordinate = Coordinate(
            latitude: Double(latitude) / Double(Self.top) * 180 - 90,
            longitude: Double(longitude) / Double(Self.top + 1) * 360 - 180)
        zoom = Double(values[0]) / 4 + 4
        self.name = LinkName.decode(name.dropFirst())
    }

    var request: MapRequest {
        var request = MapRequest()
        request.zoom = zoom
        request.points = [.init(coordinate, name: name)]
        return request
    }
}

extension ShortLink {
    private static let length = 10
    private static let bits = 30
    private static let top = 1 << bits - 1
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    private static func value(_ character: UInt8) -> Int? { alphabet.firstIndex(of: character) }

    private static func zoomStep(_ zoom: Double) -> Int {
        if zoom >= 19.75 { return 63 }
        return zoom > 4 ? Int((zoom - 4) * 4) : 0
    }

    private static func latitudeBits(_ degrees: Double) -> Int {
        let x = (degrees + 90) / 180 * Double(top)
        return x >= Double(top) ? top : x > 0 ? Int(x.rounded()) : 0
    }

    /// A longitude is a circle: what lies beyond 180 comes in from the other side.
    private static func longitudeBits(_ degrees: Double) -> Int {
        guard degrees.isFinite else { return 0 }
        let turns = (degrees + 180) / 360
        let x = (turns - turns.rounded(.down)) * Double(top + 1) + 0.5
        return x >= Double(top + 1) ? 0 : Int(x)
    }
}

/// The name at the end of short links and clear coordinates: spaces and underscores change places.
enum LinkName {
    private static let maxBytes = 256
    /// What the app's generator escapes; the rest, non-ASCII too, stays as it is.
    private static let reserved = Set("<>#%\"!*'();:@&=+$,/?[]{}\\|^` ".utf8)

    static func encode(_ name: String) -> String {
        var bytes: [UInt8] = []
        for byte in swapped(name.utf8) {
            if byte < 0x20 || byte == 0x7F || reserved.contains(byte) {
                bytes += PercentEncoding.escape(byte)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    static func decode(_ encoded: ArraySlice<UInt8>) -> String? {
        let kept = encoded.prefix(maxBytes)
        var bytes = swapped(PercentEncoding.decode(kept.prefix(validLength(kept)), plusIsSpace: true))
        if kept.count < encoded.count { dropCutCharacter(&bytes) }
        return String(decoding: bytes, as: UTF8.self).nonEmpty
    }

    /// Up to the first `%` that starts no escape.
    private static func validLength(_ bytes: ArraySlice<UInt8>) -> Int {
        for (offset, index) in bytes.indices.enumerated() where bytes[index] == UInt8(ascii: "%") {
            let digits = bytes[(index + 1)...].prefix(2)
            if digits.count < 2 || digits.contains(where: { PercentEncoding.value($0) == nil }) { return offset }
        }
        return bytes.count
    }

    /// The limit may have cut through a character of several bytes.
    private static func dropCutCharacter(_ bytes: inout [UInt8]) {
        guard let lead = bytes.lastIndex(where: { $0 & 0xC0 != 0x80 }) else { return }
        let length = max(1, (~bytes[lead]).leadingZeroBitCount)
        if bytes.count - lead < length { bytes.removeSubrange(lead...) }
    }

    private static func swapped(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        bytes.map { byte in
            switch byte {
            case UInt8(ascii: " "): UInt8(ascii: "_")
            case UInt8(ascii: "_"): UInt8(ascii: " ")
            default: byte
            }
        }
    }
}
