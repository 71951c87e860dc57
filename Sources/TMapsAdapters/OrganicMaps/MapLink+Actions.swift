package import TMapsProtocol

extension MapLink {
    /// Close to the street, where a place can be chosen. Ours: the link has none.
    private static let crosshairZoom = 16.0

    /// What to dispatch to a map so that it shows the link, in order: `SHOW_PINS`, `SHOW_ROUTE`, or `SET_CENTER` and
    /// `SET_ZOOM` and `SEARCH_ITEM`. Each is one JSON object. Empty for what a map has no action for: menu, settings,
    /// and an incorrect link.
    public func actions() -> [[UInt8]] {
        switch self {
        case .map(let request): [request.action]
        case .route(let request): [request.action]
        case .search(let request): Self.view(request.center, request.zoom) + [request.action]
        case .crosshair(let request): Self.view(request.center, Self.crosshairZoom)
        case .menu, .settings, .incorrect: []
        }
    }

    /// The same for who is told why there is nothing to dispatch.
    /// - Throws: `invalid_field`: what is wrong with the link, or that a map has no action for it.
    package func actionsToShow() throws(Refusal) -> [[UInt8]] {
        if case .incorrect(let fault) = self { throw Refusal(.invalidField, fault.reason) }
        let actions = actions()
        guard !actions.isEmpty else {
            let meaning = String(decoding: json(), as: UTF8.self)
            throw Refusal(.invalidField, "a map has nothing to show for \(meaning)")
        }
        return actions
    }

    /// A zoom alone says nothing: the map is somewhere else.
    private static func view(_ center: Coordinate?, _ zoom: Double?) -> [[UInt8]] {
        guard let center else { return [] }
        let setCenter = JSONWriter.object { writer in
            writer.member("type", "SET_CENTER")
            writer.beginArray("center")
            writer.element(center.longitude)
            writer.element(center.latitude)
            writer.endArray()
        }
        guard let zoom else { return [setCenter] }
        let setZoom = JSONWriter.object { writer in
            writer.member("type", "SET_ZOOM")
            writer.member("zoom", zoom)
        }
        return [setCenter, setZoom]
    }
}

extension MapRequest {
    fileprivate var action: [UInt8] {
        JSONWriter.object { writer in
            writer.member("type", "SHOW_PINS")
            writePoints(to: &writer)
            writer.memberIfAny("app_name", appName)
            writer.memberIfAny("back_url", backURL)
            writer.member("balloon_action", balloonAction)
            writer.memberIfAny("zoom", zoom)
        }
    }
}

extension RouteRequest {
    fileprivate var action: [UInt8] {
        JSONWriter.object { writer in
            writer.member("type", "SHOW_ROUTE")
            writeFields(to: &writer)
        }
    }
}

extension SearchRequest {
    fileprivate var action: [UInt8] {
        JSONWriter.object { writer in
            writer.member("type", "SEARCH_ITEM")
            writer.member("featureIdOrCategoryName", query)
        }
    }
}
