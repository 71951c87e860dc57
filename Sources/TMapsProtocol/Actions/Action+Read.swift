/// From the wire. Each returns nil for a type that is not its own.
extension Action {
    static func setup(_ type: String, _ fields: FieldReader) throws(Refusal) -> Action? {
        switch type {
        case "SET_TENANT_DATA":
            let payload: JSONValue = try fields.required("payload")
            return .setTenantData(payload == .null ? nil : try [Tenant](json: payload, at: "payload"))
        case "SET_DEFAULT_FEATURE_POPUP_TEMPLATE":
            return .setDefaultFeaturePopupTemplate(
                try fields.required("template"), customData: try fields.optional("template_custom_data"))
        case "SET_THEME": return .setTheme(try fields.required("theme"))
        case "SET_APPLICATION_SECRETS":
            return .setApplicationSecrets(
                clientID: try fields.required("client_id"), clientSecret: try fields.required("client_secret"))
        case "SET_MAPBOX_ACCESS_TOKEN": return .setMapboxAccessToken(try fields.required("access_token"))
        case "SET_DEVICE_DATA":
            return .setDeviceData(
                deviceID: try fields.required("device_id"), deviceType: try fields.required("device_type"))
        case "LOAD_MAP":
            return .loadMap(
                try fields.required("map_id"), theme: try fields.optional("theme"),
                center: try fields.optional("center"), zoom: try fields.optional("zoom"))
        default: return nil
        }
    }

    static func camera(_ type: String, _ fields: FieldReader) throws(Refusal) -> Action? {
        switch type {
        case "CHANGE_RENDER_MODE":
            guard let mode = RenderMode(rawValue: try fields.required("modeToRender")) else {
                throw wrongKind("modeToRender", "\"2D\" or \"3D\"")
            }
            return .changeRenderMode(mode)
        case "SET_ZOOM":
            let zoomType: String? = try fields.optional("zoom_type")
            return .setZoom(
                try fields.required("zoom"), flies: zoomType == "FLY_TO",
                centroid: try fields.optional("centroid_feature_id"))
        case "SET_CENTER": return .setCenter(try fields.required("center"))
        case "HIGHLIGHT_FEATURE": return .highlightFeature(try fields.required("feature_id"))
        case "MARK_FEATURE": return .markFeature(try fields.required("feature_id"))
        case "UPDATE_HEAT_MAP_DATA": return .updateHeatMapData(try fields.required("data"))
        case "SHOW_NAVIGATION_DIALOG":
            let parameters: JSONValue = try fields.required("navigation_params")
            let inner = try FieldReader(parameters, at: "navigation_params")
            return .showNavigationDialog(routeTo: try inner.optional("route_to"))
        case "SEARCH_ITEM":
            return .searchItem(featureIDOrCategoryName: try fields.required("featureIdOrCategoryName"))
        case "NAVIGATION_END":
            return .navigationEnd(
                origin: try fields.optional("origin"), destination: try fields.optional("destination"),
                profile: try fields.optional("profile"))
        case "NAVIGATION_CANCELED": return .navigationCanceled
        default: return nil
        }
    }

    static func location(_ type: String, _ fields: FieldReader) throws(Refusal) -> Action? {
        switch type {
        case "ENABLE_GPS_BUTTON": return .enableGPSButton
        case "ENABLE_BEACON_LOCATION_BUTTON": return .enableBeaconLocationButton
        case "START_UPDATING_LOCATION": return .startUpdatingLocation(try fields.required("is_gps_activated"))
        case "START_UPDATING_BEACON_LOCATION":
            return .startUpdatingBeaconLocation(try fields.required("is_beacon_location_activated"))
        case "SET_USER_BEACON_LOCATION": return .setUserBeaconLocation(try BeaconLocation(fields))
        default: return nil
        }
    }

    static func other(_ type: String, _ fields: FieldReader) throws(Refusal) -> Action? {
        switch type {
        case "SHOW_PINS": return .showPins(try PinBoard(fields))
        case "SHOW_ROUTE": return .showRoute(try Route(fields))
        case "SHOW_ATTRACTIONS":
            return .showAttractions(
                try fields.required("attractions"), options: fields.others(than: ["attractions"]))
        case "SHOW_ORDINAL": return .showOrdinal(try fields.required("ordinal"))
        case "SET_USER_POSITION": return .setUserPosition(try UserPosition(fields))
        case "APPLY_SCENARIO":
            let scenario = try FieldReader(try fields.required("scenario") as JSONValue, at: "scenario")
            return .applyScenario(
                type: try scenario.required("scenarioType"), scenario.others(than: ["scenarioType"]))
        default: return nil
        }
    }

    static func event(_ type: String, _ fields: FieldReader) throws(Refusal) -> Action? {
        switch type {
        case "READY": return .ready
        case "MAP_LOADED": return .mapLoaded
        case "ZOOM_ENDED": return .zoomEnded
        case "CENTER_ENDED": return .centerEnded
        case "CHECK_GPS_AVAILABILITY": return .checkGPSAvailability
        case "CHECK_BEACON_LOCATION_AVAILABILITY": return .checkBeaconLocationAvailability
        case "ERROR":
            let error = try FieldReader(try fields.required("error") as JSONValue, at: "error")
            return .error(stack: try error.optional("stack"), more: error.others(than: ["stack"]))
        case "FEATURES_TAPPED": return .featuresTapped(try fields.required("features"))
        case "ASSOCIATED_FEATURE_TAPPED":
            return .associatedFeatureTapped(
                try fields.required("feature_id"), feature: try fields.required("feature"))
        case "CATEGORY_MARKED": return .categoryMarked(try fields.required("category"))
        case "FEATURE_MARKED": return .featureMarked(try fields.required("feature_id"))
        case "FEATURE_HIGHLIGHTED": return .featureHighlighted(try fields.required("feature_id"))
        case "EVENT_LOGGED": return .eventLogged(try LoggedEvent(fields))
        default: return nil
        }
    }

    static func otherEvent(_ type: String, _ fields: FieldReader) throws(Refusal) -> Action? {
        switch type {
        case "START_POSITION_UPDATES_FOR_BEACON_LOCATION":
            return .startPositionUpdatesForBeaconLocation(try fields.required("start_beacon_manager"))
        case "START_NAVIGATION":
            return .startNavigation(
                origin: try fields.required("origin"), destination: try fields.required("destination"),
                profile: try fields.required("profile"))
        case "PIN_SELECTED": return .pinSelected(url: try fields.required("url"), pin: try fields.required("pin"))
        case "BACK_PRESSED": return .backPressed(url: try fields.optional("url"))
        case "ATTRACTION_TAPPED": return .attractionTapped(id: try fields.required("id"))
        case "ATTRACTION_DETAIL_TAPPED": return .attractionDetailTapped(id: try fields.required("id"))
        case "CALL_RESULT":
            return .callResult(
                call: try fields.required("call"), value: fields.members["value"], error: fields.members["error"])
        default: return nil
        }
    }
}
