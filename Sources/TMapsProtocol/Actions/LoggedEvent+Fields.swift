extension LoggedEvent {
    /// One of the 13 where all that belongs to it is there, else `.other`.
    init(_ fields: FieldReader) throws(Refusal) {
        let category: String = try fields.required("event_category")
        let action: String = try fields.required("event_action")
        let label: String? = try fields.optional("event_label")
        let object: [String: JSONValue] = try fields.optional("fields_object") ?? [:]
        let known = try? LoggedEvent(category, action, Values(label: label, reader: FieldReader(object)))
        self = known ?? .other(category: category, action: action, label: label, fields: object)
    }

    private struct Values {
        let label: String?
        let reader: FieldReader

        func details(_ names: String...) throws(Refusal) -> Details {
            Details(label: label, mapID: try reader.required("map_id"), more: reader.others(than: names + ["map_id"]))
        }

        func id(_ name: String) throws(Refusal) -> FeatureID { try reader.required(name) }

        func place() throws(Refusal) -> Coordinate {
            Coordinate(longitude: try reader.required("lng"), latitude: try reader.required("lat"))
        }
    }

    private init?(_ category: String, _ action: String, _ values: Values) throws(Refusal) {
        switch (category, action) {
        case ("Maps", "Loaded"): self = .mapLoaded(try values.details())
        case ("Features", "Tapped"):
            self = .featureTapped(try values.details("feature_id"), featureID: try values.id("feature_id"))
        case ("Features", "Highlighted"):
            self = .featureHighlighted(try values.details("feature_id"), featureID: try values.id("feature_id"))
        case ("Features", "Searched"):
            self = .featureSearched(try values.details("feature_id"), featureID: try values.id("feature_id"))
        case ("Categories", "Highlighted"): self = .categoryHighlighted(try values.details())
        case ("Categories", "Searched"): self = .categorySearched(try values.details())
        case ("Routes", "Routed"):
            self = .routed(
                try values.details("source_feature_id", "target_feature_id"),
                source: try values.id("source_feature_id"), target: try values.id("target_feature_id"))
        case ("Buildings", "Tapped"):
            self = .buildingTapped(try values.details("building_id"), buildingID: try values.id("building_id"))
        case ("Buildings", "Opened"):
            self = .buildingOpened(try values.details("building_id"), buildingID: try values.id("building_id"))
        case ("Floors", "Opened"):
            self = .floorOpened(try values.details("layer_id"), layerID: try values.id("layer_id"))
        case ("RenderModes", "Changed"): self = .renderModeChanged(try values.details())
        case ("LocationUpdated", "Gps"): self = .locatedByGPS(try values.details("lat", "lng"), try values.place())
        case ("LocationUpdated", "Beacon"):
            self = .locatedByBeacon(try values.details("lat", "lng"), try values.place())
        default: return nil
        }
    }

    /// `event_category` and `event_action`.
    public var pair: (category: String, action: String) {
        switch self {
        case .mapLoaded: ("Maps", "Loaded")
        case .featureTapped: ("Features", "Tapped")
        case .featureHighlighted: ("Features", "Highlighted")
        case .featureSearched: ("Features", "Searched")
        case .categoryHighlighted: ("Categories", "Highlighted")
        case .categorySearched: ("Categories", "Searched")
        case .routed: ("Routes", "Routed")
        case .buildingTapped: ("Buildings", "Tapped")
        case .buildingOpened: ("Buildings", "Opened")
        case .floorOpened: ("Floors", "Opened")
        case .renderModeChanged: ("RenderModes", "Changed")
        case .locatedByGPS: ("LocationUpdated", "Gps")
        case .locatedByBeacon: ("LocationUpdated", "Beacon")
        case .other(let category, let action, _, _): (category, action)
        }
    }

    /// The fields of the action that tells it.
    var fields: [String: JSONValue] {
        let (label, object) = labelAndObject
        return .init(fields: [
            "event_category": pair.category.jsonValue, "event_action": pair.action.jsonValue,
            "event_label": label?.jsonValue,
            "fields_object": object.jsonValue,
        ])
    }

    private var labelAndObject: (String?, [String: JSONValue]) {
        switch self {
        case .other(_, _, let label, let fields): (label, fields)
        case .mapLoaded(let details), .categoryHighlighted(let details), .categorySearched(let details),
            .renderModeChanged(let details):
            details.with([:])
        case .featureTapped(let details, let id), .featureHighlighted(let details, let id),
            .featureSearched(let details, let id):
            details.with(["feature_id": id.jsonValue])
        case .routed(let details, let source, let target):
            details.with(["source_feature_id": source.jsonValue, "target_feature_id": target.jsonValue])
        case .buildingTapped(let details, let id), .buildingOpened(let details, let id):
            details.with(["building_id": id.jsonValue])
        case .floorOpened(let details, let id): details.with(["layer_id": id.jsonValue])
        case .locatedByGPS(let details, let place), .locatedByBeacon(let details, let place):
            details.with(["lat": place.latitude.jsonValue, "lng": place.longitude.jsonValue])
        }
    }
}

extension LoggedEvent.Details {
    fileprivate func with(_ fields: [String: JSONValue]) -> (String?, [String: JSONValue]) {
        (label, more.merging(fields) { $1 }.merging(["map_id": mapID.jsonValue]) { $1 })
    }
}
