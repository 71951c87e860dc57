internal import TMapsNet
internal import TMapsProtocol

/// `POST /v1/tickets`: a ticket for one WebSocket, for who has a token (wire contract §8).
enum TicketRoutes {
    static let path = "/v1/tickets"

    static func answer(_ request: HTTPRequest, _ token: AccessToken?, _ gatekeeper: Gatekeeper) -> HTTPResponse {
        guard request.method == "POST" else { return Problem.methodNotAllowed("POST") }
        let ticket = gatekeeper.ticket(for: token)
        return SessionRoutes.json(200, JSONWriter.object { $0.member("ticket", ticket) })
    }
}
