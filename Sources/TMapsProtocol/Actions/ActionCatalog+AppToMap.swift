extension ActionCatalog {
    /// Seed 1, app → map, and what the vendor's public samples show beside it.
    static let appToMap: [ActionEntry] = setup + camera + location + tools

    private static let colors = ObjectShape([
        .optional("primary", .color, "Colour of buttons and loading."),
        .optional("accent", .color, "Colour of what is selected."),
    ])

    private static let tenant = ObjectShape([
        .required("id", .id, "The tenant's own id."),
        .optional("feature_id", .id, "The feature it occupies."),
        .optional("name", .string, "Shown in place of the feature's name."),
        .optional("booth_id", .id, "The booth or shop number."),
        .optional("icon", .string, "Address of an image."),
        .optional("type", .any, "A kind of the app's own. Any other key passes to the popup template."),
    ])

    private static let setup: [ActionEntry] = [
        ActionEntry(
            "SET_TENANT_DATA", .toMap, .setup,
            [.nullable("payload", .array(of: .object(tenant)), "All tenants; null for none.")],
            "Says who occupies which feature.",
            examples: [
                #"{"type":"SET_TENANT_DATA","payload":[{"id":"t1","feature_id":"w101","name":"Hall","stars":4}]}"#,
                #"{"type":"SET_TENANT_DATA","payload":null}"#,
            ]),
        ActionEntry(
            "SET_DEFAULT_FEATURE_POPUP_TEMPLATE", .toMap, .setup,
            [
                .required("template", .string, "AngularJS template with a PopupScope. It can run code in the page."),
                .optional("template_custom_data", .object(ObjectShape([])), "What the template reads as `customData`."),
            ],
            "Changes the popup of features.",
            examples: [
                #"{"type":"SET_DEFAULT_FEATURE_POPUP_TEMPLATE","template":"<b>{{poi.getDisplayName()}}</b>"}"#
            ]),
        ActionEntry(
            "SET_THEME", .toMap, .setup, [.required("theme", .object(colors), "The colours.")],
            "Changes the colours of the map's controls.",
            examples: [##"{"type":"SET_THEME","theme":{"primary":"navy","accent":"#f80"}}"##]),
        ActionEntry(
            "SET_APPLICATION_SECRETS", .toMap, .secret,
            [
                .required("client_id", .string, "The application's id at the map's vendor."),
                .required("client_secret", .string, "Its secret."),
            ],
            "Gives the map what it signs in with.",
            examples: [#"{"type":"SET_APPLICATION_SECRETS","client_id":"app","client_secret":"secret"}"#]),
        ActionEntry(
            "SET_MAPBOX_ACCESS_TOKEN", .toMap, .secret, [.required("access_token", .string, "The token.")],
            "Gives the map its Mapbox token.",
            examples: [#"{"type":"SET_MAPBOX_ACCESS_TOKEN","access_token":"pk.token"}"#]),
        ActionEntry(
            "SET_DEVICE_DATA", .toMap, .setup,
            [
                .required("device_id", .id, "The device."),
                .required("device_type", .choice(["IOS", "ANDROID"], isOpen: true), "Its kind."),
            ],
            "Says on which device the app runs.",
            examples: [#"{"type":"SET_DEVICE_DATA","device_id":"d1","device_type":"IOS"}"#]),
        ActionEntry(
            "LOAD_MAP", .toMap, .load,
            [
                .required("map_id", .id, "The map."),
                .optional("theme", .object(colors), "Colours while loading and after."),
                .optional("center", .coordinate, "Where the camera begins."),
                .optional("zoom", .number(.unit("zoom level")), "How near the camera begins."),
            ],
            endings: [.event("MAP_LOADED"), .event("ERROR")], "Loads a map and shows it.",
            examples: [
                #"{"type":"LOAD_MAP","map_id":"3","center":[35.91,31.95],"zoom":17}"#,
                #"{"type":"LOAD_MAP","map_id":"3","theme":{"primary":"navy","accent":null},"center":null,"zoom":null}"#,
            ]),
    ]

    private static let camera: [ActionEntry] = [
        ActionEntry(
            "CHANGE_RENDER_MODE", .toMap, .view, [.required("modeToRender", .choice(["2D", "3D"]), "The mode.")],
            endings: [
                .event("EVENT_LOGGED", values: ["event_category": "RenderModes", "event_action": "Changed"])
            ],
            "Shows the map flat or with heights.", examples: [#"{"type":"CHANGE_RENDER_MODE","modeToRender":"3D"}"#]),
        ActionEntry(
            "SET_ZOOM", .toMap, .view,
            [
                .required("zoom", .number(.unit("zoom level")), "How near."),
                .optional("zoom_type", .choice(["FLY_TO"]), "How the camera moves."),
                .optional("centroid_feature_id", .id, "The feature to zoom to."),
            ],
            endings: [.event("ZOOM_ENDED")], "Zooms the camera.",
            examples: [
                #"{"type":"SET_ZOOM","zoom":18}"#, #"{"type":"SET_ZOOM","zoom":18.5,"zoom_type":"FLY_TO"}"#,
            ]),
        ActionEntry(
            "SET_CENTER", .toMap, .view, [.required("center", .coordinate, "Where to.")],
            endings: [.event("CENTER_ENDED")], "Moves the camera.",
            examples: [#"{"type":"SET_CENTER","center":[35.91,31.95]}"#]),
        ActionEntry(
            "HIGHLIGHT_FEATURE", .toMap, .view, [.required("feature_id", .id, "The feature.")],
            endings: [.event("FEATURE_HIGHLIGHTED", same: ["feature_id"])], "Highlights a feature.",
            examples: [#"{"type":"HIGHLIGHT_FEATURE","feature_id":"w101"}"#]),
        ActionEntry(
            "MARK_FEATURE", .toMap, .view, [.required("feature_id", .id, "The feature.")],
            endings: [.event("FEATURE_MARKED", same: ["feature_id"])], "Puts a marker on a feature.",
            examples: [#"{"type":"MARK_FEATURE","feature_id":"w101"}"#]),
    ]

    private static let location: [ActionEntry] = [
        ActionEntry(
            "ENABLE_GPS_BUTTON", .toMap, .view, [], "Shows the GPS button.",
            examples: [#"{"type":"ENABLE_GPS_BUTTON"}"#]),
        ActionEntry(
            "ENABLE_BEACON_LOCATION_BUTTON", .toMap, .view, [], "Shows the beacon location button.",
            examples: [#"{"type":"ENABLE_BEACON_LOCATION_BUTTON"}"#]),
        ActionEntry(
            "START_UPDATING_LOCATION", .toMap, .view,
            [.required("is_gps_activated", .bool(readsDigits: true), "false stops the dot.")],
            "Starts or stops showing the user's place by GPS.",
            examples: [
                #"{"type":"START_UPDATING_LOCATION","is_gps_activated":true}"#,
                #"{"type":"START_UPDATING_LOCATION","is_gps_activated":1}"#,
            ]),
        ActionEntry(
            "START_UPDATING_BEACON_LOCATION", .toMap, .view,
            [.required("is_beacon_location_activated", .bool(readsDigits: true), "false stops the dot.")],
            "Starts or stops showing the user's place by beacons.",
            examples: [#"{"type":"START_UPDATING_BEACON_LOCATION","is_beacon_location_activated":false}"#]),
        ActionEntry(
            "SET_USER_BEACON_LOCATION", .toMap, .view,
            [
                .required("x", .number(.unit("metres east of the origin")), "0 is a place, not its absence."),
                .required("y", .number(.unit("metres north of the origin")), "0 is a place, not its absence."),
                .required("origin_lat", .number(.latitude), "The origin."),
                .required("origin_lng", .number(.longitude), "The origin."),
                .optional("floor", .any, "The floor's id or number (ours)."),
                .optional("ordinal", .integer, "The floor counted from the ground, which is 0 (ours)."),
            ],
            "Moves the user's dot to a place found by beacons.",
            examples: [
                #"{"type":"SET_USER_BEACON_LOCATION","x":10,"y":0,"origin_lat":31.95,"origin_lng":35.91,"ordinal":1}"#
            ]),
    ]

    private static let heat = ObjectShape(
        [
            .optional("location", .coordinate, "A place,"),
            .optional("feature_id", .id, "or a feature."),
            .optional("value", .number(), "How hot."),
        ], needsOneOf: [["location"], ["feature_id"]])

    private static let place = FieldKind.either([.coordinate, .object(latLng)])

    static let latLng = ObjectShape([
        .required("lat", .number(.latitude), "North."), .required("lng", .number(.longitude), "East."),
    ])

    private static let tools: [ActionEntry] = [
        ActionEntry(
            "UPDATE_HEAT_MAP_DATA", .toMap, .view, [.required("data", .array(of: .object(heat)), "The points.")],
            "Replaces the heat map.",
            examples: [
                #"{"type":"UPDATE_HEAT_MAP_DATA","data":[{"location":[35.91,31.95],"value":3},{"feature_id":"w101","#
                    + #""value":1}]}"#
            ]),
        ActionEntry(
            "SHOW_NAVIGATION_DIALOG", .toMap, .pass,
            [
                .required(
                    "navigation_params", .object(ObjectShape([.optional("route_to", .id, "The feature to go to.")])),
                    "What the dialog begins with.")
            ],
            "Opens the dialog for a route.",
            examples: [#"{"type":"SHOW_NAVIGATION_DIALOG","navigation_params":{"route_to":"w101"}}"#]),
        ActionEntry(
            "SEARCH_ITEM", .toMap, .pass,
            [.required("featureIdOrCategoryName", .string, "A feature's id, or a category's name.")],
            "Searches a feature or a category.",
            examples: [#"{"type":"SEARCH_ITEM","featureIdOrCategoryName":"cafe"}"#]),
        ActionEntry(
            "NAVIGATION_END", .toMap, .pass,
            [
                .optional("origin", place, "Where it began."), .optional("destination", place, "Where it was to end."),
                .optional("profile", .string, "As in START_NAVIGATION."),
            ],
            "Tells the map that the app's navigation has ended.",
            examples: [
                #"{"type":"NAVIGATION_END","origin":[35.91,31.95],"destination":{"lat":31.96,"lng":35.9},"#
                    + #""profile":"mapbox/walking"}"#
            ]),
        ActionEntry(
            "NAVIGATION_CANCELED", .toMap, .pass, [], "Tells the map that the app's navigation was given up.",
            examples: [#"{"type":"NAVIGATION_CANCELED"}"#]),
    ]
}
