/// What an EVENT_LOGGED tells: the 13 pairs of category and action that maps log (seed 1), and any other.
public enum LoggedEvent: Sendable, Hashable {
    case mapLoaded(Details)
    case featureTapped(Details, featureID: FeatureID)
    case featureHighlighted(Details, featureID: FeatureID)
    case featureSearched(Details, featureID: FeatureID)
    case categoryHighlighted(Details)
    case categorySearched(Details)
    /// The label reads `source => target`.
    case routed(Details, source: FeatureID, target: FeatureID)
    case buildingTapped(Details, buildingID: FeatureID)
    case buildingOpened(Details, buildingID: FeatureID)
    case floorOpened(Details, layerID: FeatureID)
    /// The label is the mode.
    case renderModeChanged(Details)
    case locatedByGPS(Details, Coordinate)
    case locatedByBeacon(Details, Coordinate)
    /// A pair that seed 1 does not have, or one of the 13 without the values that belong to it.
    case other(category: String, action: String, label: String?, fields: [String: JSONValue])

    /// What every one of the 13 has.
    public struct Details: Sendable, Hashable {
        /// A display name: of the map, the feature, the category, the building, the floor.
        public var label: String?
        public var mapID: FeatureID
        /// Values in `fields_object` that have no place of their own.
        public var more: [String: JSONValue]

        public init(label: String?, mapID: FeatureID, more: [String: JSONValue] = [:]) {
            self.label = label
            self.mapID = mapID
            self.more = more
        }
    }
}

extension LoggedEvent {
    /// One of each pair, as maps write them.
    static let examples: [String] = [
        example("Maps", "Loaded", "Mall", ""), example("Features", "Tapped", "Hall", feature),
        example("Features", "Highlighted", "Hall", feature), example("Features", "Searched", "Hall", feature),
        example("Categories", "Highlighted", "cafe", ""), example("Categories", "Searched", "cafe", ""),
        example("Routes", "Routed", "Hall => Gate", #","source_feature_id":"w9","target_feature_id":"w8""#),
        example("Buildings", "Tapped", "Mall", building), example("Buildings", "Opened", "Mall", building),
        example("Floors", "Opened", "G", #","layer_id":"l0""#), example("RenderModes", "Changed", "3D", ""),
        example("LocationUpdated", "Gps", "31.95/35.91", place),
        example("LocationUpdated", "Beacon", "31.95/35.91", place),
    ]

    private static let feature = #","feature_id":"w9""#
    private static let building = #","building_id":"b1""#
    private static let place = #","lat":31.95,"lng":35.91"#

    private static func example(_ category: String, _ action: String, _ label: String, _ more: String) -> String {
        let pair = #""event_category":"\#(category)","event_action":"\#(action)","event_label":"\#(label)""#
        return #"{"type":"EVENT_LOGGED",\#(pair),"fields_object":{"map_id":"3"\#(more)}}"#
    }
}
