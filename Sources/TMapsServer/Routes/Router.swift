internal import TMapsNet
internal import TMapsProtocol

/// Which part of the server answers a request. Loop thread only.
final class Router {
    private let access: AccessRules
    private let gatekeeper: Gatekeeper
    private let mounts: [(prefix: String, folder: AssetFolder)]
    private let health: HealthRoutes
    private let metrics: MetricsRoute
    private let sessions: SessionRoutes
    private let handshake: Handshake

    init(
        access: AccessRules, gatekeeper: Gatekeeper, mounts: [(prefix: String, folder: AssetFolder)],
        health: HealthRoutes, metrics: MetricsRoute, sessions: SessionRoutes, handshake: Handshake
    ) {
        self.access = access
        self.gatekeeper = gatekeeper
        self.mounts = mounts
        self.health = health
        self.metrics = metrics
        self.sessions = sessions
        self.handshake = handshake
    }

    /// Nobody who is not let in can make the server hold bodies.
    func refusal(beforeBodyOf request: HTTPRequest) -> HTTPResponse? {
        if let refusal = access.refusal(of: request) { return refusal }
        guard isCall(request), case .failure(let refusal) = gatekeeper.admit(request, isUpgrade: false) else {
            return nil
        }
        return refusal.response
    }

    func respond(to request: HTTPRequest, through exchange: HTTPExchange) {
        if let answer = health.answer(request) { return exchange.respond(answer) }
        if let refusal = access.refusal(of: request) { return exchange.respond(refusal) }
        if isCall(request) { return call(request, exchange) }
        for (prefix, folder) in mounts where request.path.hasPrefix(prefix + "/") {
            let path = String(request.path.dropFirst(prefix.count + 1))
            return folder.respond(to: request, path: path, through: exchange)
        }
        exchange.respond(elsewhere(request))
    }

    func upgrade(_ request: HTTPRequest) -> UpgradeDecision {
        if let refusal = access.refusal(of: request) { return .refuse(refusal) }
        switch gatekeeper.admit(request, isUpgrade: true) {
        case .failure(let refusal): return .refuse(refusal.response)
        case .success(let token): return handshake.decide(request, token)
        }
    }

    private func isCall(_ request: HTTPRequest) -> Bool {
        request.path == "/v1" || request.path.hasPrefix("/v1/") || request.path == MetricsRoute.path
    }

    /// `/v1` and `/metrics`: past the gatekeeper, and then to the route.
    private func call(_ request: HTTPRequest, _ exchange: HTTPExchange) {
        switch (gatekeeper.admit(request, isUpgrade: false), request.path) {
        case (.failure(let refusal), _): exchange.respond(refusal.response)
        case (.success, MetricsRoute.path): exchange.respond(metrics.answer(request))
        case (.success, ActionRoutes.path): exchange.respond(ActionRoutes.answer(request))
        case (.success(let token), TicketRoutes.path):
            exchange.respond(TicketRoutes.answer(request, token, gatekeeper))
        case (.success(let token), let path) where path == "/v1/sessions" || path.hasPrefix("/v1/sessions/"):
            sessions.respond(to: request, token, through: exchange)
        case (.success, _): exchange.respond(elsewhere(request))
        }
    }

    private func elsewhere(_ request: HTTPRequest) -> HTTPResponse {
        if request.path == "/" { return home(request) }
        for (prefix, _) in mounts where request.path == prefix {
            return redirect(request, to: prefix.dropFirst(), status: 308)
        }
        return Problem.response(404, .notFound, "nothing is at this address")
    }

    private func home(_ request: HTTPRequest) -> HTTPResponse { redirect(request, to: "tmapswww", status: 302) }

    /// Relative, so that it is right behind a proxy that serves this under another prefix or port (field case F47).
    private func redirect(_ request: HTTPRequest, to folder: some StringProtocol, status: Int) -> HTTPResponse {
        guard request.method == "GET" || request.method == "HEAD" else { return Problem.methodNotAllowed("GET, HEAD") }
        let location = RelativeLocation.folder(named: folder.utf8, query: request.query)
        return HTTPResponse(status: status, headers: [("Location", location), ("Cache-Control", "no-cache")])
    }
}

/// `Host` and `Origin`, always (wire contract §8).
struct AccessRules {
    let host: HostPolicy
    let origin: OriginPolicy

    func refusal(of request: HTTPRequest) -> HTTPResponse? {
        guard let host = request.headers["host"], self.host.accepts(host) else {
            return Problem.response(403, .forbidden, "this Host is not served here; --allow-host adds one")
        }
        guard origin.accepts(origin: request.headers["origin"], host: host) else {
            return Problem.response(403, .forbidden, "pages of this Origin may not connect; --allow-origin adds one")
        }
        return nil
    }
}

/// `/healthz` and `/readyz`: for load balancers, which know neither our Host nor a token.
struct HealthRoutes {
    /// Why the server is not ready, or nil.
    let notReady: () -> String?

    func answer(_ request: HTTPRequest) -> HTTPResponse? {
        guard request.path == "/healthz" || request.path == "/readyz" else { return nil }
        guard request.method == "GET" || request.method == "HEAD" else { return Problem.methodNotAllowed("GET, HEAD") }
        if request.path == "/readyz", let reason = notReady() { return plain(503, reason) }
        return plain(200, "ok")
    }

    private func plain(_ status: Int, _ text: String) -> HTTPResponse {
        HTTPResponse(
            status: status, headers: [("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", "no-store")],
            body: .bytes(Array((text + "\n").utf8)))
    }
}
