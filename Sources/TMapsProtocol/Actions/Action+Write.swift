/// To the wire: what each case is called there, and its fields.
extension Action {
    typealias Parts = (type: String, fields: [String: JSONValue])

    var parts: Parts {
        if case .custom(let type, let fields) = self { return (type, fields) }
        return setupParts ?? cameraParts ?? toolParts ?? otherParts ?? stateParts ?? eventParts ?? ("", [:])
    }

    private func of(_ type: String, _ fields: KeyValuePairs<String, JSONValue?> = [:]) -> Parts {
        (type, .init(fields: fields))
    }

    private var setupParts: Parts? {
        switch self {
        case .setTenantData(let tenants): of("SET_TENANT_DATA", ["payload": tenants?.jsonValue ?? .null])
        case .setDefaultFeaturePopupTemplate(let template, let data):
            of(
                "SET_DEFAULT_FEATURE_POPUP_TEMPLATE",
                ["template": template.jsonValue, "template_custom_data": data?.jsonValue])
        case .setTheme(let theme): of("SET_THEME", ["theme": theme.jsonValue])
        case .setApplicationSecrets(let id, let secret):
            of("SET_APPLICATION_SECRETS", ["client_id": id.jsonValue, "client_secret": secret.jsonValue])
        case .setMapboxAccessToken(let token): of("SET_MAPBOX_ACCESS_TOKEN", ["access_token": token.jsonValue])
        case .setDeviceData(let id, let type):
            of("SET_DEVICE_DATA", ["device_id": id.jsonValue, "device_type": type.jsonValue])
        case .loadMap(let id, let theme, let center, let zoom):
            of(
                "LOAD_MAP",
                [
                    "map_id": id.jsonValue, "theme": theme?.jsonValue, "center": center?.jsonValue,
                    "zoom": zoom?.jsonValue,
                ])
        default: nil
        }
    }

    private var cameraParts: Parts? {
        switch self {
        case .changeRenderMode(let mode): of("CHANGE_RENDER_MODE", ["modeToRender": mode.rawValue.jsonValue])
        case .setZoom(let zoom, let flies, let centroid):
            of(
                "SET_ZOOM",
                [
                    "zoom": zoom.jsonValue, "zoom_type": flies ? "FLY_TO" : nil,
                    "centroid_feature_id": centroid?.jsonValue,
                ])
        case .setCenter(let center): of("SET_CENTER", ["center": center.jsonValue])
        case .highlightFeature(let id): of("HIGHLIGHT_FEATURE", ["feature_id": id.jsonValue])
        case .markFeature(let id): of("MARK_FEATURE", ["feature_id": id.jsonValue])
        case .enableGPSButton: of("ENABLE_GPS_BUTTON")
        case .enableBeaconLocationButton: of("ENABLE_BEACON_LOCATION_BUTTON")
        case .startUpdatingLocation(let isOn): of("START_UPDATING_LOCATION", ["is_gps_activated": isOn.jsonValue])
        case .startUpdatingBeaconLocation(let isOn):
            of("START_UPDATING_BEACON_LOCATION", ["is_beacon_location_activated": isOn.jsonValue])
        case .setUserBeaconLocation(let location): ("SET_USER_BEACON_LOCATION", location.fields)
        default: nil
        }
    }

    private var toolParts: Parts? {
        switch self {
        case .updateHeatMapData(let points): of("UPDATE_HEAT_MAP_DATA", ["data": points.jsonValue])
        case .showNavigationDialog(let target):
            of("SHOW_NAVIGATION_DIALOG", ["navigation_params": .object(.init(fields: ["route_to": target?.jsonValue]))])
        case .searchItem(let item): of("SEARCH_ITEM", ["featureIdOrCategoryName": item.jsonValue])
        case .navigationEnd(let origin, let destination, let profile):
            of(
                "NAVIGATION_END",
                ["origin": origin?.jsonValue, "destination": destination?.jsonValue, "profile": profile?.jsonValue])
        case .navigationCanceled: of("NAVIGATION_CANCELED")
        default: nil
        }
    }

    private var otherParts: Parts? {
        switch self {
        case .showPins(let pins): ("SHOW_PINS", pins.fields)
        case .showRoute(let route): ("SHOW_ROUTE", route.fields)
        case .showAttractions(let attractions, let options):
            ("SHOW_ATTRACTIONS", options.merging(["attractions": attractions.jsonValue]) { $1 })
        case .showOrdinal(let ordinal): of("SHOW_ORDINAL", ["ordinal": ordinal.jsonValue])
        case .setUserPosition(let position): ("SET_USER_POSITION", position.fields)
        case .applyScenario(let type, let more):
            of("APPLY_SCENARIO", ["scenario": .object(more.merging(["scenarioType": type.jsonValue]) { $1 })])
        default: nil
        }
    }

    private var stateParts: Parts? {
        switch self {
        case .ready: of("READY")
        case .mapLoaded: of("MAP_LOADED")
        case .zoomEnded: of("ZOOM_ENDED")
        case .centerEnded: of("CENTER_ENDED")
        case .checkGPSAvailability: of("CHECK_GPS_AVAILABILITY")
        case .checkBeaconLocationAvailability: of("CHECK_BEACON_LOCATION_AVAILABILITY")
        case .error(let stack, let more):
            of("ERROR", ["error": .object(more.merging(.init(fields: ["stack": stack?.jsonValue])) { $1 })])
        default: nil
        }
    }

    private var eventParts: Parts? {
        switch self {
        case .featuresTapped(let features): of("FEATURES_TAPPED", ["features": features.jsonValue])
        case .associatedFeatureTapped(let id, let feature):
            of("ASSOCIATED_FEATURE_TAPPED", ["feature_id": id.jsonValue, "feature": feature.jsonValue])
        case .categoryMarked(let category): of("CATEGORY_MARKED", ["category": category.jsonValue])
        case .featureMarked(let id): of("FEATURE_MARKED", ["feature_id": id.jsonValue])
        case .featureHighlighted(let id): of("FEATURE_HIGHLIGHTED", ["feature_id": id.jsonValue])
        case .eventLogged(let event): ("EVENT_LOGGED", event.fields)
        case .startPositionUpdatesForBeaconLocation(let starts):
            of("START_POSITION_UPDATES_FOR_BEACON_LOCATION", ["start_beacon_manager": starts.jsonValue])
        case .startNavigation(let origin, let destination, let profile):
            of(
                "START_NAVIGATION",
                ["origin": origin.latLng, "destination": destination.latLng, "profile": profile.jsonValue])
        case .pinSelected(let url, let pin): of("PIN_SELECTED", ["url": url.jsonValue, "pin": pin.jsonValue])
        case .backPressed(let url): of("BACK_PRESSED", ["url": url?.jsonValue])
        case .attractionTapped(let id): of("ATTRACTION_TAPPED", ["id": id.jsonValue])
        case .attractionDetailTapped(let id): of("ATTRACTION_DETAIL_TAPPED", ["id": id.jsonValue])
        case .callResult(let call, let value, let error):
            of("CALL_RESULT", ["call": call.jsonValue, "value": value, "error": error])
        default: nil
        }
    }
}
