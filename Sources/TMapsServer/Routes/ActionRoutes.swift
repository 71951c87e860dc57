internal import TMapsNet
internal import TMapsProtocol

/// `GET /v1/actions`: the catalogue of actions as JSON Schema, from the table that validates (wire contract §1).
enum ActionRoutes {
    static let path = "/v1/actions"
    private static let schema = ActionCatalog.schema()

    static func answer(_ request: HTTPRequest) -> HTTPResponse {
        guard request.method == "GET" || request.method == "HEAD" else { return Problem.methodNotAllowed("GET, HEAD") }
        return HTTPResponse(
            status: 200, headers: [("Content-Type", "application/schema+json"), ("Cache-Control", "no-cache")],
            body: .bytes(schema))
    }
}
