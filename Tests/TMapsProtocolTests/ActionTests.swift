import FoundationEssentials
import TMapsProtocol
import Testing

@Suite struct ActionTests {
    private static let examples = ActionCatalog.entries.flatMap(\.examples)

    /// What an example reads as, without the nulls that a typed action leaves out, and with 1 for a flag read as true.
    private func plain(_ json: String) throws -> [String: JSONValue] {
        guard case .object(var members) = try JSONValue(json: json) else { return [:] }
        if case .object(let theme)? = members["theme"] {
            members["theme"] = .object(theme.filter { $0.value != .null })
        }
        if members["is_gps_activated"] == 1 { members["is_gps_activated"] = true }
        if members["type"] == "NAVIGATION_END" { members["destination"] = [35.9, 31.96] }
        return members.filter { $0.value != .null || $0.key == "payload" }
    }

    @Test("every type of the catalogue has a case, and comes back as it went", arguments: examples)
    func roundTrip(example: String) throws {
        let action = try Action(json: example)
        if case .custom = action { Issue.record("no case for \(action.type)") }
        let text = try action.json()
        #expect(try Action(json: text) == action)
        #expect(try same(plain(text), plain(example)), "\(text)")
        #expect(text.hasPrefix(#"{"type":"\#(action.type)""#))
    }

    /// 18 and 18.0 are the same number.
    private func same(_ a: [String: JSONValue], _ b: [String: JSONValue]) -> Bool {
        level(.object(a)) == level(.object(b))
    }

    private func level(_ value: JSONValue) -> JSONValue {
        switch value {
        case .integer(let number): .number(Double(number))
        case .array(let values): .array(values.map(level))
        case .object(let members): .object(members.mapValues(level))
        default: value
        }
    }

    @Test("Codable writes and reads the same", arguments: examples)
    func codable(example: String) throws {
        let action = try Action(json: example)
        let data = try JSONEncoder().encode(action)
        #expect(try JSONDecoder().decode(Action.self, from: data) == action)
        #expect(check(Array(data)) == nil)
    }

    @Test("coordinates are written by their labels: longitude first in arrays")
    func coordinates() throws {
        let amman = Coordinate(longitude: 35.91, latitude: 31.95)
        #expect(try Action.setCenter(amman).json() == #"{"type":"SET_CENTER","center":[35.91,31.95]}"#)
        let navigation = Action.startNavigation(origin: amman, destination: amman, profile: "mapbox/walking")
        #expect(try navigation.json().contains(#""origin":{"lat":31.95,"lng":35.91}"#))
        let either = #"{"type":"NAVIGATION_END","origin":{"lat":31.95,"lng":35.91},"destination":[35.91,31.95]}"#
        #expect(try Action(json: either) == .navigationEnd(origin: amman, destination: amman))
    }

    @Test(
        "F11, F17: what a map could not take is refused before it is sent, by the field's name",
        arguments: [
            (
                Action.setUserBeaconLocation(
                    .init(x: .nan, y: 1, origin: .init(longitude: 35.91, latitude: 31.95))),
                "x: nan is not a number that JSON has"
            ),
            (.setZoom(.infinity), "zoom: inf is not a number that JSON has"),
            (.setCenter(.init(longitude: 1, latitude: -.infinity)), "center[1]: -inf is not a number that JSON has"),
            (
                .setCenter(.init(longitude: 31.9, latitude: 135.9)),
                "center: latitude 135.9 is outside -90…90 (order is [lng, lat])"
            ),
            (
                .updateHeatMapData([.init(.feature("w9"), value: 1), .init(.feature("w8"), value: .nan)]),
                "data[1].value: nan is not a number that JSON has"
            ),
            (
                .custom(type: "X", fields: ["a": ["b": [1, .number(.nan)]]]),
                "a.b[1]: nan is not a number that JSON has"
            ),
            (.custom(type: "SET_ZOOM", fields: ["zoom": "18"]), "zoom: expected a number, found a string"),
        ] as [(Action, String)])
    func refused(action: Action, message: String) {
        #expect(throws: Refusal(.invalidField, message)) { try action.json() }
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(action) }
    }

    @Test("F13: ids are compared and written as strings, and whole numbers are read as such")
    func ids() throws {
        func id(_ value: String) throws -> Action {
            try Action(json: #"{"type":"FEATURE_MARKED","feature_id":\#(value)}"#)
        }
        #expect(try id("22972") == .featureMarked("22972"))
        #expect(try id("0") == .featureMarked("0"))
        #expect(try id("36.0") == .featureMarked("36"))
        #expect(try id("9007199254740993") == .featureMarked("9007199254740993"))
        #expect(try id(#""007""#) != .featureMarked("7"))
        #expect(try id("22972").json() == #"{"type":"FEATURE_MARKED","feature_id":"22972"}"#)
        #expect(FeatureID("caf\u{E9}") != FeatureID("cafe\u{301}"))
        for odd in ["1.5", "true", "null", "[]", "1e300"] { #expect(throws: Refusal.self) { try id(odd) } }
        let decoded = try JSONDecoder().decode([FeatureID].self, from: Data(#"["007",7,9007199254740993]"#.utf8))
        #expect(decoded == ["007", "7", "9007199254740993"])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([FeatureID].self, from: Data("[1.5]".utf8)) }
        #expect(String(decoding: try JSONEncoder().encode([FeatureID("7")]), as: UTF8.self) == #"["7"]"#)
    }

    @Test("an event of analytics is typed where it is one of the 13, whole otherwise")
    func loggedEvents() throws {
        let known = try LoggedEventExamples.all.map { try Action(json: $0) }
        #expect(known.count == 13)
        for case .eventLogged(.other(let category, let action, _, _)) in known { Issue.record("\(category) \(action)") }
        let place = Coordinate(longitude: 35.91, latitude: 31.95)
        #expect(
            known.contains(.eventLogged(.locatedByGPS(.init(label: "31.95/35.91", mapID: "3"), place))))
        let odd = #"{"type":"EVENT_LOGGED","event_category":"Lifts","event_action":"Called","fields_object":{"n":1}}"#
        #expect(
            try Action(json: odd)
                == .eventLogged(.other(category: "Lifts", action: "Called", label: nil, fields: ["n": 1])))
        let bare = #"{"type":"EVENT_LOGGED","event_category":"Features","event_action":"Tapped","event_label":null}"#
        guard case .eventLogged(.other(_, "Tapped", nil, [:])) = try Action(json: bare) else {
            Issue.record("a known pair without its ids is kept whole")
            return
        }
    }

    @Test("null for optional fields reads as absent; extra fields of tenants are kept")
    func optionals() throws {
        let load = #"{"type":"LOAD_MAP","map_id":3,"theme":{"primary":null},"center":null,"zoom":null}"#
        #expect(try Action(json: load) == .loadMap("3", theme: Theme()))
        let tenants = #"{"type":"SET_TENANT_DATA","payload":[{"id":"t","stars":4,"name":null}]}"#
        #expect(
            try Action(json: tenants) == .setTenantData([Tenant(id: "t", more: ["stars": 4])]))
    }

    @Test("a custom action keeps its fields; a colour is a string of any kind")
    func custom() throws {
        let text = #"{"type":"PROFILE_BUTTON_CLICKED","feature_id":7,"list":[1,2.5,null,{"a":"\u2028"}]}"#
        let action = try Action(json: text)
        #expect(action == .custom(type: "PROFILE_BUTTON_CLICKED", fields: action.fields))
        #expect(action.fields["list"] == [1, 2.5, nil, ["a": "\u{2028}"]])
        #expect(try action.json() == text)
        #expect(CSSColor(red: 10, green: 61, blue: 255).rawValue == "#0a3dff")
        #expect(throws: Refusal.self) { try Action.custom(type: "X", fields: ["type": "Y"]).json() }
    }

    @Test("a known type with a wrong field is not read, and the field is named")
    func wrong() {
        #expect(throws: Refusal(.invalidField, "zoom: expected a number")) {
            try Action(json: #"{"type":"SET_ZOOM","zoom":"18"}"#)
        }
        #expect(throws: Refusal(.invalidField, "payload[0].id: required, and missing")) {
            try Action(json: #"{"type":"SET_TENANT_DATA","payload":[{}]}"#)
        }
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Action.self, from: Data(#"{"type":"SET_ZOOM"}"#.utf8))
        }
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Action.self, from: Data("{}".utf8)) }
    }

    @Test("an ending is told from other events by its fields")
    func endings() throws {
        func ends(_ action: [String: String], _ type: String, _ event: [String: String]) -> Bool {
            let entry = ActionCatalog.entry(named: action["type"] ?? "")
            return entry?.endings.contains { $0.matches(type: type, event: { event[$0] }, action: { action[$0] }) }
                ?? false
        }
        let highlight = ["type": "HIGHLIGHT_FEATURE", "feature_id": "w12"]
        #expect(ends(highlight, "FEATURE_HIGHLIGHTED", ["feature_id": "w12"]))
        #expect(!ends(highlight, "FEATURE_HIGHLIGHTED", ["feature_id": "w13"]))
        #expect(!ends(highlight, "FEATURE_MARKED", ["feature_id": "w12"]))
        let mode = ["type": "CHANGE_RENDER_MODE"]
        #expect(ends(mode, "EVENT_LOGGED", ["event_category": "RenderModes", "event_action": "Changed"]))
        #expect(!ends(mode, "EVENT_LOGGED", ["event_category": "Maps", "event_action": "Loaded"]))
        #expect(ends(["type": "LOAD_MAP"], "ERROR", [:]))
    }
}

private enum LoggedEventExamples {
    static let all = ActionCatalog.entry(named: "EVENT_LOGGED")?.examples ?? []
}
