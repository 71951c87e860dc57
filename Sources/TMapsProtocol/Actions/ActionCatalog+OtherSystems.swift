extension ActionCatalog {
    /// Ours, app → map, for the systems of the other three seeds.
    static let otherSystems: [ActionEntry] = [pins, route, attractions, ordinal, userPosition, scenario]

    private static let latitude = ActionField.required("latitude", .number(.latitude), "North.")
    private static let longitude = ActionField.required("longitude", .number(.longitude), "East.")
    private static let backURL = ActionField.optional("back_url", .string, "Where Back leads.")

    private static let point = ObjectShape([
        latitude, longitude,
        .optional("name", .string, "Its label."), .optional("id", .string, "Given back when it is chosen."),
        .optional("style", .string, "How the pin looks."),
    ])

    private static let pins = ActionEntry(
        "SHOW_PINS", .toMap, .view,
        [
            .required("points", .array(of: .object(point)), "The pins."),
            .optional("app_name", .string, "The title."), backURL,
            .optional("balloon_action", .any, "Whether choosing a pin opens its address."),
            .optional("zoom", .number(.unit("zoom level")), "How near."),
        ],
        "Shows pins, as an Organic Maps link does.",
        examples: [
            #"{"type":"SHOW_PINS","points":[{"latitude":31.95,"longitude":35.91,"name":"Home","id":"h"}],"#
                + #""app_name":"Trips"}"#
        ])

    private static let stop = ObjectShape(
        [
            .optional("latitude", .number(.latitude), "North."), .optional("longitude", .number(.longitude), "East."),
            .optional("name", .string, "Its label."), .optional("callback", .string, "Opened when it is passed."),
            .optional("current", .bool(), "true: where the user is."),
        ], needsOneOf: [["latitude", "longitude"], ["current"]])

    private static let route = ActionEntry(
        "SHOW_ROUTE", .toMap, .view,
        [
            .required("stops", .array(of: .object(stop)), "In the order of travel, the origin first."),
            .required("mode", .choice(["vehicle", "pedestrian", "bicycle", "transit"]), "How one travels."),
            .optional("navigate", .bool(), "Whether to guide along it."),
            .optional("preview", .bool(), "Whether to show it first."), backURL,
        ],
        "Shows a route, as an Organic Maps link does.",
        examples: [
            #"{"type":"SHOW_ROUTE","stops":[{"current":true},{"latitude":31.95,"longitude":35.91}],"#
                + #""mode":"pedestrian"}"#
        ])

    private static let attraction = ObjectShape([
        latitude, longitude,
        .optional("id", .string, "Given back when it is tapped."), .optional("name", .string, "The callout's title."),
        .optional("subname", .string, "The callout's second line."),
        .optional("image", .string, "A URL or a data: URL."),
    ])

    private static let attractions = ActionEntry(
        "SHOW_ATTRACTIONS", .toMap, .view,
        [
            .required("attractions", .array(of: .object(attraction)), "The pins."),
            .optional("displayMode", .choice(displayModes), "What the camera frames."),
            .optional("zoomRadiusMultiplier", .number(), "Width of the framed region in distances; 2 if absent."),
            .optional("closestDistanceThreshold", .number(.unit("metres")), "Beyond, all are framed; 10000 if absent."),
            .optional("calloutDetailButtonTitle", .string, "The callout's button; none if absent."),
            .optional("customPinImage", .string, "A URL or a data: URL."),
            .optional("shouldScrollToPin", .bool(), "Whether a chosen pin is centred; true if absent."),
            .optional("calloutFadeInAnimationDuration", .number(.unit("seconds")), "null for no animation."),
            .optional("calloutViewSize", .any, "Width and height of the callout."),
            .optional("calloutTitleFont", .any, "Of the title."),
            .optional("calloutTitleColor", .color, "Of the title."),
            .optional("calloutSubtitleFont", .any, "Of the second line."),
            .optional("calloutSubtitleColor", .color, "Of the second line."),
            .optional("calloutDetailButtonFont", .any, "Of the button."),
            .optional("calloutDetailButtonTextColor", .color, "Of the button's text."),
        ],
        "Shows attractions with callouts, as SRAttractionsMap does.",
        examples: [
            #"{"type":"SHOW_ATTRACTIONS","attractions":[{"latitude":52.36,"longitude":4.86,"name":"Café"}],"#
                + #""displayMode":"allAttractions"}"#
        ])

    static let displayModes = [
        "allAttractions", "firstTwoAttractions", "userAndFirstAttraction", "userAndTheClosestLocation",
    ]

    /// What `call` in CALL_RESULT says: the default bundle names the action, a pcmap page what was called.
    private static let calls = [
        "SHOW_ORDINAL": "app.map.showOrdinal", "SET_USER_POSITION": "app.map.setUserPosition",
        "APPLY_SCENARIO": "app.scenarios.apply",
    ]

    /// Any CALL_RESULT but that of another of these actions.
    private static func callResult(of type: String) -> ActionEntry.Ending {
        let others = calls.filter { $0.key != type }.flatMap { [$0.key, $0.value] }
        return .event("CALL_RESULT", not: ["call": Set(others)])
    }

    private static let ordinal = ActionEntry(
        "SHOW_ORDINAL", .toMap, .view,
        [.required("ordinal", .integer, "The floor counted from the ground, which is 0.")],
        endings: [callResult(of: "SHOW_ORDINAL")], "Shows a floor.",
        examples: [#"{"type":"SHOW_ORDINAL","ordinal":-1}"#])

    private static let userPosition = ActionEntry(
        "SET_USER_POSITION", .toMap, .view,
        [
            latitude, longitude, .optional("ordinal", .integer, "The floor."),
            .optional("heading", .number(.unit("degrees clockwise from north")), "Where the user looks."),
            .optional("accuracy", .number(.unit("metres", from: 0)), "Radius in which the user is."),
        ],
        endings: [callResult(of: "SET_USER_POSITION")], "Moves the user's dot.",
        examples: [#"{"type":"SET_USER_POSITION","latitude":31.95,"longitude":35.91,"ordinal":0,"heading":90}"#])

    private static let scenario = ActionEntry(
        "APPLY_SCENARIO", .toMap, .view,
        [
            .required(
                "scenario", .object(ObjectShape([.required("scenarioType", .string, "Such as onePOI.")])),
                "What pcmap's `app.scenarios.apply` takes.")
        ],
        endings: [callResult(of: "APPLY_SCENARIO")], "Applies a scenario of pcmap.",
        examples: [#"{"type":"APPLY_SCENARIO","scenario":{"scenarioType":"onePOI","poi":"p1"}}"#])
}
