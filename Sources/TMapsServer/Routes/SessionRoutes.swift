internal import TMapsNet
internal import TMapsProtocol
internal import TMapsRelay

/// `/v1/sessions…`: wire contract §2. Loop thread only.
struct SessionRoutes {
    let relay: Relay
    let events: EventRoute
    let gatekeeper: Gatekeeper
    /// Whether the addresses in answers are https and wss.
    let isSecure: Bool

    /// Answers what is below `/v1/sessions`, now or later.
    func respond(to request: HTTPRequest, _ token: AccessToken?, through exchange: HTTPExchange) {
        let parts = request.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst(3).map(String.init)
        if let id = parts.first, !Identifier.isValid(id) {
            return exchange.respond(
                Problem.response(400, .invalidField, "session: expected an id of [A-Za-z0-9_-]{1,64}"))
        }
        switch (parts.count, request.method) {
        case (0, "GET"), (0, "HEAD"): exchange.respond(list())
        case (0, "POST"): exchange.respond(create(request))
        case (0, _): exchange.respond(Problem.methodNotAllowed("GET, HEAD, POST"))
        case (1, "GET"), (1, "HEAD"): exchange.respond(show(parts[0]))
        case (1, "DELETE"): delete(parts[0], exchange)
        case (1, _): exchange.respond(Problem.methodNotAllowed("GET, HEAD, DELETE"))
        case (2, let method) where parts[1] == "actions": actions(parts[0], method, request, token, exchange)
        case (2, "GET") where parts[1] == "peers", (2, "HEAD") where parts[1] == "peers":
            exchange.respond(listPeers(of: parts[0]))
        case (2, _) where parts[1] == "peers": exchange.respond(Problem.methodNotAllowed("GET, HEAD"))
        case (2, "POST") where parts[1] == "links": showLink(in: parts[0], request, exchange)
        case (2, _) where parts[1] == "links": exchange.respond(Problem.methodNotAllowed("POST"))
        case (2, "GET") where Role(rawValue: parts[1]) != nil: exchange.respond(Problem.upgradeRequired)
        default: exchange.respond(Problem.response(404, .notFound, "nothing is at this address"))
        }
    }

    private func actions(
        _ id: String, _ method: String, _ request: HTTPRequest, _ token: AccessToken?, _ exchange: HTTPExchange
    ) {
        switch method {
        case "GET" where EventRoute.isAskedFor(request): events.respond(in: id, to: request, token, through: exchange)
        case "GET", "HEAD": readActions(of: id, request, exchange)
        case "POST": dispatch(request.body, in: id, request, exchange)
        default: exchange.respond(Problem.methodNotAllowed("GET, HEAD, POST"))
        }
    }

    // MARK: The sessions themselves

    private func list() -> HTTPResponse {
        var json = JSONWriter()
        json.beginArray()
        for state in relay.sessions.all() { write(state, to: &json) }
        json.endArray()
        return Self.json(200, json.bytes)
    }

    private func show(_ id: String) -> HTTPResponse {
        guard let state = relay.sessions.state(of: id) else { return Self.unknown(id) }
        var json = JSONWriter()
        write(state, to: &json)
        return Self.json(200, json.bytes)
    }

    private func write(_ state: SessionDirectory.State, to json: inout JSONWriter) {
        json.beginObject()
        json.member("id", state.summary.session)
        json.memberIfAny("name", state.summary.name)
        json.member("seq", state.summary.seq)
        json.member("ready", state.presence.isReady)
        json.member("loaded", state.presence.isLoaded)
        json.member("maps", state.presence.maps)
        json.member("clients", state.presence.clients)
        json.member("observers", state.observers)
        if state.presence.hidden > 0 { json.member("hidden", state.presence.hidden) }
        json.member("created", Timestamp(milliseconds: state.summary.created).iso8601)
        json.member("last_active", Timestamp(milliseconds: state.summary.lastActive).iso8601)
        json.endObject()
    }

    private func create(_ request: HTTPRequest) -> HTTPResponse {
        do throws(Refusal) {
            let wanted = try SessionRequest(request.body)
            let id = wanted.id ?? Identifier.random()
            guard !relay.sessions.exists(id) else {
                return Problem.response(409, .sessionExists, "session \(id) exists already")
            }
            if let refusal = refusalForWantOfRoom() { return refusal }
            if let fault = relay.sessions.storageFault { return Problem.response(503, .storage, fault.message) }
            let session = relay.create(id, name: wanted.name)
            let body = JSONWriter.object { json in
                json.member("id", id)
                json.memberIfAny("name", session.summary.name)
                json.member("created", Timestamp(milliseconds: session.summary.created).iso8601)
                // By the name that the caller has for us, which was accepted: on 0.0.0.0 ours is none.
                let address = "\(isSecure ? "s" : "")://\(request.headers["host"] ?? "")"
                json.member("map_url", "http\(address)/tmapswww/?session=\(id)")
                json.member("client_url", "ws\(address)/v1/sessions/\(id)/client")
                addTokens(for: id, to: &json)
            }
            return Self.json(201, body, [("Location", "/v1/sessions/\(id)")])
        } catch {
            return Problem.response(400, error.code, error.message)
        }
    }

    /// Why no session comes into being by being dispatched to.
    func refusalToBegin(_ id: String) -> HTTPResponse? {
        guard relay.options.hasImplicitSessions else { return Self.unknown(id) }
        return refusalForWantOfRoom()
    }

    private func refusalForWantOfRoom() -> HTTPResponse? {
        let most = relay.options.maxSessions
        guard relay.sessions.count >= most else { return nil }
        return Problem.response(429, .rateLimited, "\(most) sessions exist: no room for another")
    }

    /// Good for an hour, as those of `tmaps token`; nothing where no tokens are asked for.
    private func addTokens(for id: String, to json: inout JSONWriter) {
        guard let map = gatekeeper.token(.map, session: id, lifetime: .seconds(3_600)),
            let client = gatekeeper.token(.client, session: id, lifetime: .seconds(3_600))
        else { return }
        json.beginObject("tokens")
        json.member("map", map)
        json.member("client", client)
        json.endObject()
    }

    private func delete(_ id: String, _ exchange: HTTPExchange) {
        guard relay.sessions.exists(id) else { return exchange.respond(Self.unknown(id)) }
        relay.delete(id) { result in
            switch result {
            case .success: exchange.respond(HTTPResponse(status: 204))
            case .failure(let error): exchange.respond(Problem.response(503, .storage, error.message))
            }
        }
    }

    static func json(
        _ status: Int, _ body: [UInt8], _ headers: [(name: String, value: String)] = []
    ) -> HTTPResponse {
        let common = [(name: "Content-Type", value: "application/json"), (name: "Cache-Control", value: "no-store")]
        return HTTPResponse(status: status, headers: common + headers, body: .bytes(body))
    }

    static func unknown(_ id: String) -> HTTPResponse { Problem.response(404, .notFound, "there is no session \(id)") }
}

/// The body of `POST /v1/sessions`: nothing, or an object with `id` and `name`.
private struct SessionRequest {
    private(set) var id: String?
    private(set) var name: String?

    init(_ body: [UInt8]) throws(Refusal) {
        guard !body.isEmpty else { return }
        self = try body.withRawBytes { (bytes) throws(Refusal) in try SessionRequest(reading: bytes) }
    }

    private init(reading bytes: UnsafeRawBufferPointer) throws(Refusal) {
        var found: [String: String] = [:]
        try JSONCursor.readObject(bytes) { (cursor, key) throws(Refusal) in
            let isAbsent = cursor.current == UInt8(ascii: "n")  // null
            guard key == "id" || key == "name", !isAbsent else { return try cursor.skipValue(depth: 1) }
            guard cursor.current == UInt8(ascii: "\"") else {
                throw Refusal(.invalidField, "\(key): expected a string, found another value at byte \(cursor.offset)")
            }
            found[key] = try cursor.string("a string").string(in: bytes)
        }
        id = found["id"]
        name = found["name"]
        if let id, !Identifier.isValid(id) {
            throw Refusal(.invalidField, "id: expected [A-Za-z0-9_-]{1,64}")
        }
        if let name, name.utf8.count > 200 { throw Refusal(.invalidField, "name: expected at most 200 bytes") }
    }
}
