internal import TMapsProtocol

/// Reads the parameters of `om://map`. They depend on their order: `n`, `id` and `s` belong to the `ll` before them.
struct MapReader {
    private var request = MapRequest()
    /// The first `ll` that was no place: skipped, but the likely reason where what follows lacks a point.
    private var skipped: IncorrectLink?

    static func read(_ parameters: [LinkURL.Parameter]) throws(IncorrectLink) -> MapRequest {
        var reader = MapReader()
        for parameter in parameters { try reader.take(parameter.key, parameter.value) }
        guard !reader.request.points.isEmpty else {
            throw reader.skipped
                ?? IncorrectLink("ll", found: nil, expected: "at least one point as latitude,longitude")
        }
        return reader.request
    }

    private mutating func take(_ key: String, _ value: String) throws(IncorrectLink) {
        switch key {
        case "ll": takePoint(value)
        case "n": try takeDetail(key, value) { $0.name = value.nonEmpty }
        case "id": try takeDetail(key, value) { $0.id = value.nonEmpty }
        case "s": if !request.points.isEmpty { request.points[request.points.count - 1].style = value.nonEmpty }
        case "z": if let zoom = DecimalText.double(value) { request.zoom = zoom >= 1 ? zoom : nil }
        case "v": request.version = Int(value) ?? 0
        case "backurl": request.backURL = value.nonEmpty.map(BackURL.completed)
        case "balloonaction": request.balloonAction = true
        case "appname": request.appName = value.nonEmpty
        default: break
        }
    }

    private mutating func takePoint(_ value: String) {
        do throws(IncorrectLink) {
            request.points.append(.init(try Coordinate(link: value, of: "ll")))
        } catch {
            skipped = skipped ?? error
        }
    }

    private mutating func takeDetail(
        _ key: String, _ value: String, _ set: (inout MapRequest.Point) -> Void
    ) throws(IncorrectLink) {
        guard !request.points.isEmpty else {
            throw skipped ?? IncorrectLink(key, found: value, expected: "an ll before it, to which it belongs")
        }
        set(&request.points[request.points.count - 1])
    }
}

/// The beginning of callbacks.
enum BackURL {
    /// A bare scheme gets its `://`.
    static func completed(_ text: String) -> String { contains(text, "://") ? text : text + "://" }

    private static func contains(_ text: String, _ part: String) -> Bool {
        let (text, part) = (Array(text.utf8), Array(part.utf8))
        guard text.count >= part.count else { return false }
        return (0...(text.count - part.count)).contains { text[$0...].starts(with: part) }
    }
}
