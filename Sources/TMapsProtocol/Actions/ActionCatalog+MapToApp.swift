extension ActionCatalog {
    /// What maps dispatch.
    static let mapToApp: [ActionEntry] = states + features + analytics + navigation + otherEvents

    private static func event(
        _ name: String, _ fields: [ActionField], _ about: String, examples: [String]
    ) -> ActionEntry {
        ActionEntry(name, .toApp, .pass, fields, about, examples: examples)
    }

    /// An event without fields.
    private static func event(_ name: String, _ about: String) -> ActionEntry {
        event(name, [], about, examples: [#"{"type":"\#(name)"}"#])
    }

    private static let states: [ActionEntry] = [
        event("READY", "The page can take actions. Sent again after a reload."),
        event("MAP_LOADED", "The map is loaded and visible."),
        event("ZOOM_ENDED", "SET_ZOOM has ended."),
        event("CENTER_ENDED", "SET_CENTER has ended."),
        event("CHECK_GPS_AVAILABILITY", "The GPS button was tapped: answer with START_UPDATING_LOCATION."),
        event(
            "CHECK_BEACON_LOCATION_AVAILABILITY",
            "The beacon button was tapped: answer with START_UPDATING_BEACON_LOCATION."),
        event(
            "ERROR",
            [
                .required(
                    "error", .object(ObjectShape([.optional("stack", .string, "What went wrong and where.")])),
                    "The error.")
            ],
            "Something went wrong in the map.",
            examples: [#"{"type":"ERROR","error":{"stack":"Error: no such map"}}"#]),
    ]

    private static let properties = ActionField.optional(
        "properties", .object(ObjectShape([])), "What the map's data says of it.")

    private static let features: [ActionEntry] = [
        event(
            "FEATURES_TAPPED",
            [
                .required(
                    "features", .array(of: .object(ObjectShape([.required("id", .id, "The feature."), properties]))),
                    "From the top down; may be empty.")
            ],
            "Features were tapped.",
            examples: [#"{"type":"FEATURES_TAPPED","features":[{"id":"w9","properties":{"name":{"en":"Hall"}}}]}"#]),
        event(
            "ASSOCIATED_FEATURE_TAPPED",
            [
                .required("feature_id", .id, "The top visible feature."),
                .required("feature", .object(ObjectShape([.optional("id", .id, "The same."), properties])), "It."),
            ],
            "The top one of tapped features.",
            examples: [#"{"type":"ASSOCIATED_FEATURE_TAPPED","feature_id":"w9","feature":{"id":"w9","properties":{}}}"#]
        ),
        event(
            "CATEGORY_MARKED", [.required("category", .string, "The category.")], "A category was chosen.",
            examples: [#"{"type":"CATEGORY_MARKED","category":"cafe"}"#]),
        event(
            "FEATURE_MARKED", [.required("feature_id", .id, "The feature.")], "MARK_FEATURE has ended.",
            examples: [#"{"type":"FEATURE_MARKED","feature_id":"w9"}"#]),
        event(
            "FEATURE_HIGHLIGHTED", [.required("feature_id", .id, "The feature.")], "HIGHLIGHT_FEATURE has ended.",
            examples: [#"{"type":"FEATURE_HIGHLIGHTED","feature_id":"w9"}"#]),
    ]

    private static let analytics: [ActionEntry] = [
        event(
            "EVENT_LOGGED",
            [
                .required("event_category", .string, "Such as Features."),
                .required("event_action", .string, "Such as Tapped."),
                .optional("event_label", .string, "Name of what it was about."),
                .optional("fields_object", .object(ObjectShape([])), "Ids and places that belong to it."),
            ],
            "Something worth an analytics event happened.",
            examples: LoggedEvent.examples)
    ]

    private static let navigation: [ActionEntry] = [
        event(
            "START_POSITION_UPDATES_FOR_BEACON_LOCATION",
            [.required("start_beacon_manager", .bool(), "Whether to start or to stop.")],
            "The app's beacon manager is to start or stop.",
            examples: [#"{"type":"START_POSITION_UPDATES_FOR_BEACON_LOCATION","start_beacon_manager":true}"#]),
        event(
            "START_NAVIGATION",
            [
                .required("origin", .object(latLng), "From."), .required("destination", .object(latLng), "To."),
                .required(
                    "profile", .choice(["mapbox/walking", "mapbox/cycling", "mapbox/driving"], isOpen: true),
                    "How one travels."),
            ],
            "The app is to navigate.",
            examples: [
                #"{"type":"START_NAVIGATION","origin":{"lat":31.95,"lng":35.91},"destination":{"lat":31.96,"#
                    + #""lng":35.9},"profile":"mapbox/walking"}"#
            ]),
    ]

    private static let pin = ObjectShape([
        .optional("latitude", .number(.latitude), "North."), .optional("longitude", .number(.longitude), "East."),
        .optional("name", .string, "Its label."), .optional("id", .string, "Its id in SHOW_PINS."),
    ])

    private static let otherEvents: [ActionEntry] = [
        event(
            "PIN_SELECTED",
            [
                .required("url", .string, "The address that Organic Maps would open."),
                .required("pin", .object(pin), "The pin of SHOW_PINS."),
            ],
            "A pin was chosen (ours).",
            examples: [
                #"{"type":"PIN_SELECTED","url":"trips://pin?ll=31.95,35.91","pin":{"latitude":31.95,"#
                    + #""longitude":35.91}}"#
            ]),
        event(
            "BACK_PRESSED", [.optional("url", .string, "Where Back leads.")], "Back was chosen (ours).",
            examples: [#"{"type":"BACK_PRESSED","url":"trips://"}"#]),
        event(
            "ATTRACTION_TAPPED", [.required("id", .string, "The attraction.")], "An attraction was tapped (ours).",
            examples: [#"{"type":"ATTRACTION_TAPPED","id":"a1"}"#]),
        event(
            "ATTRACTION_DETAIL_TAPPED", [.required("id", .string, "The attraction.")],
            "An attraction's button was tapped (ours).", examples: [#"{"type":"ATTRACTION_DETAIL_TAPPED","id":"a1"}"#]),
        event(
            "CALL_RESULT",
            [
                .required("call", .string, "What was called."), .optional("value", .any, "What it returned."),
                .optional("error", .any, "What it threw."),
            ],
            "A call into a pcmap page has ended (ours).",
            examples: [#"{"type":"CALL_RESULT","call":"app.map.showOrdinal","value":true}"#]),
    ]
}
