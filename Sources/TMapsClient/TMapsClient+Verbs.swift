public import TMapsProtocol

/// A verb for each action that an app dispatches, to every map of the session. Each returns when a map has ended the
/// action, or throws with what came instead, as `perform` does; those marked "no event" return at the confirmation. For
/// one map alone, or another time limit: `perform(.setZoom(17), to: "m1", within: .seconds(2))`.
extension TMapsClient {
    /// Says who occupies which feature; nil for nobody. No event.
    @discardableResult
    public func setTenantData(_ tenants: [Tenant]?) async throws -> Outcome {
        try await perform(.setTenantData(tenants))
    }

    /// Changes the popup of features; the template can run code in the page. No event.
    @discardableResult
    public func setDefaultFeaturePopupTemplate(
        _ template: String, customData: [String: JSONValue]? = nil
    ) async throws -> Outcome {
        try await perform(.setDefaultFeaturePopupTemplate(template, customData: customData))
    }

    /// Changes the colours of the map's controls. No event.
    @discardableResult
    public func setTheme(primary: CSSColor? = nil, accent: CSSColor? = nil) async throws -> Outcome {
        try await perform(.setTheme(Theme(primary: primary, accent: accent)))
    }

    /// Gives the map what it signs in with. No event.
    @discardableResult
    public func setApplicationSecrets(clientID: String, clientSecret: String) async throws -> Outcome {
        try await perform(.setApplicationSecrets(clientID: clientID, clientSecret: clientSecret))
    }

    /// Gives the map its Mapbox token. No event.
    @discardableResult
    public func setMapboxAccessToken(_ token: String) async throws -> Outcome {
        try await perform(.setMapboxAccessToken(token))
    }

    /// Says on which device the app runs; `deviceType`: `IOS`, `ANDROID` or another. No event.
    @discardableResult
    public func setDeviceData(deviceID: FeatureID, deviceType: String) async throws -> Outcome {
        try await perform(.setDeviceData(deviceID: deviceID, deviceType: deviceType))
    }

    /// Loads a map. Ends with MAP_LOADED; ERROR is thrown as `map_error`.
    @discardableResult
    public func loadMap(
        _ id: FeatureID, theme: Theme? = nil, center: Coordinate? = nil, zoom: Double? = nil
    ) async throws -> Outcome {
        try await perform(.loadMap(id, theme: theme, center: center, zoom: zoom))
    }
}

// MARK: - Camera and features

extension TMapsClient {
    /// Shows the map flat or with heights. Ends with EVENT_LOGGED, RenderModes Changed.
    @discardableResult
    public func changeRenderMode(_ mode: RenderMode) async throws -> Outcome {
        try await perform(.changeRenderMode(mode))
    }

    /// Zooms the camera, to a feature where `centroid` is given. Ends with ZOOM_ENDED.
    @discardableResult
    public func setZoom(_ zoom: Double, flies: Bool = false, centroid: FeatureID? = nil) async throws -> Outcome {
        try await perform(.setZoom(zoom, flies: flies, centroid: centroid))
    }

    /// Moves the camera; degrees. Ends with CENTER_ENDED.
    @discardableResult
    public func setCenter(longitude: Double, latitude: Double) async throws -> Outcome {
        try await perform(.setCenter(Coordinate(longitude: longitude, latitude: latitude)))
    }

    /// Highlights a feature. Ends with FEATURE_HIGHLIGHTED of this feature.
    @discardableResult
    public func highlight(_ feature: FeatureID) async throws -> Outcome {
        try await perform(.highlightFeature(feature))
    }

    /// Puts a marker on a feature. Ends with FEATURE_MARKED of this feature.
    @discardableResult
    public func mark(_ feature: FeatureID) async throws -> Outcome { try await perform(.markFeature(feature)) }
}

// MARK: - Location

extension TMapsClient {
    /// Shows the GPS button. No event.
    @discardableResult
    public func enableGPSButton() async throws -> Outcome { try await perform(.enableGPSButton) }

    /// Shows the beacon location button. No event.
    @discardableResult
    public func enableBeaconLocationButton() async throws -> Outcome {
        try await perform(.enableBeaconLocationButton)
    }

    /// Starts showing the user's place by GPS; false stops it. No event.
    @discardableResult
    public func startUpdatingLocation(_ isOn: Bool = true) async throws -> Outcome {
        try await perform(.startUpdatingLocation(isOn))
    }

    /// Starts showing the user's place by beacons; false stops it. No event.
    @discardableResult
    public func startUpdatingBeaconLocation(_ isOn: Bool = true) async throws -> Outcome {
        try await perform(.startUpdatingBeaconLocation(isOn))
    }

    /// Moves the user's dot to a place found by beacons. No event.
    @discardableResult
    public func setUserBeaconLocation(_ location: BeaconLocation) async throws -> Outcome {
        try await perform(.setUserBeaconLocation(location))
    }
}

// MARK: - Tools

extension TMapsClient {
    /// Replaces the heat map. No event.
    @discardableResult
    public func updateHeatMapData(_ points: [HeatPoint]) async throws -> Outcome {
        try await perform(.updateHeatMapData(points))
    }

    /// Opens the dialog for a route. No event.
    @discardableResult
    public func showNavigationDialog(routeTo target: FeatureID? = nil) async throws -> Outcome {
        try await perform(.showNavigationDialog(routeTo: target))
    }

    /// Searches a feature by its id, or a category by its name. No event.
    @discardableResult
    public func searchItem(_ featureIDOrCategoryName: String) async throws -> Outcome {
        try await perform(.searchItem(featureIDOrCategoryName: featureIDOrCategoryName))
    }

    /// Tells the map that the app's navigation has ended. No event.
    @discardableResult
    public func navigationEnd(
        origin: Coordinate? = nil, destination: Coordinate? = nil, profile: String? = nil
    ) async throws -> Outcome {
        try await perform(.navigationEnd(origin: origin, destination: destination, profile: profile))
    }

    /// Tells the map that the app's navigation was given up. No event.
    @discardableResult
    public func navigationCanceled() async throws -> Outcome { try await perform(.navigationCanceled) }
}

// MARK: - The other systems

extension TMapsClient {
    /// Shows pins, as an Organic Maps link does. No event.
    @discardableResult
    public func showPins(_ pins: [Pin]) async throws -> Outcome { try await perform(.showPins(PinBoard(pins))) }

    /// The same with a title and more. No event.
    @discardableResult
    public func showPins(_ board: PinBoard) async throws -> Outcome { try await perform(.showPins(board)) }

    /// Shows a route, as an Organic Maps link does. No event.
    @discardableResult
    public func showRoute(_ route: Route) async throws -> Outcome { try await perform(.showRoute(route)) }

    /// Shows attractions with callouts; `options`: `displayMode` and the other fields of the catalogue. No event.
    @discardableResult
    public func showAttractions(
        _ attractions: [Attraction], options: [String: JSONValue] = [:]
    ) async throws -> Outcome {
        try await perform(.showAttractions(attractions, options: options))
    }

    /// Shows a floor, counted from the ground, which is 0. Ends with CALL_RESULT; its error is thrown as `map_error`.
    @discardableResult
    public func showOrdinal(_ ordinal: Int) async throws -> Outcome { try await perform(.showOrdinal(ordinal)) }

    /// Moves the user's dot. Ends with CALL_RESULT; its error is thrown as `map_error`.
    @discardableResult
    public func setUserPosition(_ position: UserPosition) async throws -> Outcome {
        try await perform(.setUserPosition(position))
    }

    /// Applies a scenario of pcmap. Ends with CALL_RESULT; its error is thrown as `map_error`.
    @discardableResult
    public func applyScenario(_ type: String, _ more: [String: JSONValue] = [:]) async throws -> Outcome {
        try await perform(.applyScenario(type: type, more))
    }
}
