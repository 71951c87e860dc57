internal import TMapsAdapters
internal import TMapsNet
internal import TMapsProtocol

extension SessionRoutes {
    /// `POST …/links` `{"url"}`: shows a map link, by the actions that `MapLink` makes of it.
    ///
    /// Answers as `POST …/actions` does, and with the link's meaning in `link`. `?wait=durable` and `Idempotency-Key`
    /// work as there.
    func showLink(in id: String, _ request: HTTPRequest, _ exchange: HTTPExchange) {
        do throws(Refusal) {
            let link = MapLink(try LinkRequest(request.body).url)
            let actions = try Self.actions(of: link)
            dispatch(Self.array(actions), in: id, request, exchange) { json in
                link.json().withUnsafeBytes { json.member("link", raw: $0) }
            }
        } catch {
            exchange.respond(Problem.response(400, error.code, error.message))
        }
    }

    private static func actions(of link: MapLink) throws(Refusal) -> [[UInt8]] {
        do throws(Refusal) {
            return try link.actionsToShow()
        } catch {
            throw Refusal(error.code, "url: \(error.message)")
        }
    }

    private static func array(_ elements: [[UInt8]]) -> [UInt8] {
        var json = JSONWriter()
        json.beginArray()
        for element in elements { json.element(raw: String(decoding: element, as: UTF8.self)) }
        json.endArray()
        return json.bytes
    }
}

/// The body of `POST …/links`: an object with `url`. Other members pass.
private struct LinkRequest {
    let url: String

    init(_ body: [UInt8]) throws(Refusal) {
        var found: String?
        try body.withRawBytes { (bytes) throws(Refusal) in
            try JSONCursor.readObject(bytes) { (cursor, key) throws(Refusal) in
                guard key == "url" else { return try cursor.skipValue(depth: 1) }
                guard cursor.current == UInt8(ascii: "\"") else {
                    throw Refusal(.invalidField, "url: expected a string, found another value at byte \(cursor.offset)")
                }
                found = try cursor.string("a string").string(in: bytes)
            }
        }
        guard let found else { throw Refusal(.invalidField, "url: required, and missing") }
        url = found
    }
}
