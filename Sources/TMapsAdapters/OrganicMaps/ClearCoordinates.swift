internal import TMapsProtocol

/// `https://omaps.app/48.858093,2.294694/Eiffel_Tower?z=16`.
enum ClearCoordinates {
    /// What the link gets that has no zoom, or one that is no whole number in `zooms`.
    static let defaultZoom = 14
    static let zooms = 1...20

    /// nil when the path does not begin with two numbers and a comma; whole numbers count too, as in newer apps.
    /// - Parameter rest: the link behind its prefix.
    static func read(_ rest: ArraySlice<UInt8>) throws(IncorrectLink) -> MapRequest? {
        let path = rest.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let head = path.prefix { $0 != UInt8(ascii: "/") }
        let halves = head.split(separator: UInt8(ascii: ","), maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2, halves.allSatisfy(isPlain) else { return nil }
        let coordinate = try Coordinate(link: String(decoding: head, as: UTF8.self), of: "path")
        var request = MapRequest()
        let zoom = LinkURL(afterScheme: rest).value("z").flatMap(wholeNumber)
        request.zoom = Double(zoom.flatMap { zooms.contains($0) ? $0 : nil } ?? defaultZoom)
        request.points = [.init(coordinate, name: LinkName.decode(path[head.endIndex...].dropFirst()))]
        return request
    }

    /// An optional minus, digits, and at most one point between digits.
    private static func isPlain(_ number: ArraySlice<UInt8>) -> Bool {
        let unsigned = number.first == UInt8(ascii: "-") ? number.dropFirst() : number
        let parts = unsigned.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count <= 2 && parts.allSatisfy { part in !part.isEmpty && part.allSatisfy(isDigit) }
    }

    private static func wholeNumber(_ text: String) -> Int? { text.utf8.allSatisfy(isDigit) ? Int(text) : nil }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}
