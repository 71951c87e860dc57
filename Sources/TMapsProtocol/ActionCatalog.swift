/// What the bridge knows of one action type (design: actions).
public struct ActionEntry: Sendable, Hashable {
    public enum Direction: Sendable, Hashable { case toMap, toApp }

    public let name: String
    public let direction: Direction
    package let retention: Retention
    /// The types a caller waits for after dispatching this one; empty where nothing ends it.
    public let endsWith: [String]
}

/// Every action the bridge knows by name. A type that is not here is custom and passes untouched.
public enum ActionCatalog {
    public static let entries: [ActionEntry] =
        [
            toMap("SET_TENANT_DATA", .setup),
            toMap("SET_DEFAULT_FEATURE_POPUP_TEMPLATE", .setup),
            toMap("SET_THEME", .setup),
            toMap("SET_APPLICATION_SECRETS", .secret),
            toMap("SET_MAPBOX_ACCESS_TOKEN", .secret),
            toMap("SET_DEVICE_DATA", .setup),
            toMap("LOAD_MAP", .load, ["MAP_LOADED", "ERROR"]),
            toMap("CHANGE_RENDER_MODE", .view, ["EVENT_LOGGED"]),
            toMap("SET_ZOOM", .view, ["ZOOM_ENDED"]),
            toMap("SET_CENTER", .view, ["CENTER_ENDED"]),
            toMap("HIGHLIGHT_FEATURE", .view, ["FEATURE_HIGHLIGHTED"]),
            toMap("MARK_FEATURE", .view, ["FEATURE_MARKED"]),
            toMap("ENABLE_GPS_BUTTON", .view),
            toMap("ENABLE_BEACON_LOCATION_BUTTON", .view),
            toMap("START_UPDATING_LOCATION", .view),
            toMap("START_UPDATING_BEACON_LOCATION", .view),
            toMap("SET_USER_BEACON_LOCATION", .view),
            toMap("UPDATE_HEAT_MAP_DATA", .view),
            toMap("SHOW_NAVIGATION_DIALOG", .pass),
            toMap("SEARCH_ITEM", .pass),
            toMap("NAVIGATION_END", .pass),
            toMap("NAVIGATION_CANCELED", .pass),
            toMap("SHOW_PINS", .view),
            toMap("SHOW_ROUTE", .view),
            toMap("SHOW_ATTRACTIONS", .view),
            toMap("SHOW_ORDINAL", .view, ["CALL_RESULT"]),
            toMap("SET_USER_POSITION", .view, ["CALL_RESULT"]),
            toMap("APPLY_SCENARIO", .view, ["CALL_RESULT"]),
        ]
        + [
            "READY", "MAP_LOADED", "ZOOM_ENDED", "CENTER_ENDED", "CHECK_GPS_AVAILABILITY",
            "CHECK_BEACON_LOCATION_AVAILABILITY", "FEATURES_TAPPED", "ASSOCIATED_FEATURE_TAPPED", "CATEGORY_MARKED",
            "FEATURE_MARKED", "FEATURE_HIGHLIGHTED", "ERROR", "EVENT_LOGGED",
            "START_POSITION_UPDATES_FOR_BEACON_LOCATION", "START_NAVIGATION", "PIN_SELECTED", "BACK_PRESSED",
            "ATTRACTION_TAPPED", "ATTRACTION_DETAIL_TAPPED", "CALL_RESULT",
        ].map { ActionEntry(name: $0, direction: .toApp, retention: .pass, endsWith: []) }

    /// The entry for a type, or nil for a custom one.
    public static func entry(named name: String) -> ActionEntry? {
        var name = name
        return name.withUTF8 { entry(for: UnsafeRawBufferPointer($0)) }
    }

    /// The same on raw bytes, for the message path: by length first, then byte by byte; nothing is allocated.
    package static func entry(for name: UnsafeRawBufferPointer) -> ActionEntry? {
        guard name.count < byLength.count else { return nil }
        for candidate in byLength[name.count] where candidate.utf8.elementsEqual(name) { return candidate.entry }
        return nil
    }

    private struct Candidate {
        let utf8: [UInt8]
        let entry: ActionEntry
    }

    private static let byLength: [[Candidate]] = {
        var table: [[Candidate]] = []
        for entry in entries {
            let utf8 = Array(entry.name.utf8)
            while table.count <= utf8.count { table.append([]) }
            table[utf8.count].append(Candidate(utf8: utf8, entry: entry))
        }
        return table
    }()

    private static func toMap(_ name: String, _ retention: Retention, _ endsWith: [String] = []) -> ActionEntry {
        ActionEntry(name: name, direction: .toMap, retention: retention, endsWith: endsWith)
    }
}
