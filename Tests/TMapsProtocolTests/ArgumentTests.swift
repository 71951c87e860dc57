import TMapsProtocol
import Testing

/// `key=value` of a command line, typed by the table.
@Suite struct ArgumentTests {
    /// A value of an example as a person would type it.
    private func typed(_ value: JSONValue) throws -> String {
        if case .string(let text) = value { return text }
        return try value.json()
    }

    @Test("every field of every example, typed, is the value of the example", arguments: ActionCatalog.entries)
    func examples(entry: ActionEntry) throws {
        for example in entry.examples {
            guard case .object(let members) = try JSONValue(json: example) else { continue }
            for (name, value) in members where name != "type" {
                let field = try #require(entry.fields.first { $0.name == name })
                let json = try entry.json(argument: try typed(value), of: field)
                #expect(try JSONValue(json: json) == value, "\(entry.name).\(name)")
            }
        }
    }

    @Test("a text that a field cannot be is refused by the field's name", arguments: ActionCatalog.entries)
    func wrong(entry: ActionEntry) throws {
        for field in entry.fields {
            switch field.kind {
            case .string, .id, .color, .choice(_, isOpen: true):
                // Whatever it looks like.
                for text in ["007", "1.0", "true", "null", "", "{", "[1]", "\"", "NaN"] {
                    #expect(try JSONValue(json: entry.json(argument: text, of: field)) == .string(text))
                }
            case .any: #expect(try entry.json(argument: "{", of: field) == #""{""#)
            default:
                for text in ["", "{", "nan", "infinity", "0x10", "1e400", "01", "1 2", "\"7\"", "yes"] {
                    do throws(Refusal) {
                        Issue.record(
                            "\(entry.name).\(field.name)=\(text): \(try entry.json(argument: text, of: field))")
                    } catch {
                        #expect(error.code == .invalidField)
                        #expect(error.message.hasPrefix("\(field.name): expected "), "\(error.message)")
                    }
                }
            }
        }
    }

    @Test(
        "what is wrong, what was found and what is expected are told",
        arguments: [
            ("SET_ZOOM", "zoom", "far", "zoom: expected a number (zoom level), found \"far\""),
            ("SET_ZOOM", "zoom", "", "zoom: expected a number (zoom level), found nothing"),
            ("SET_ZOOM", "zoom", "null", "zoom: expected a number, found null"),
            ("SET_CENTER", "center", "here", "center: expected longitude,latitude, found \"here\""),
            ("SET_CENTER", "center", "31.9,135.9", "center: latitude 135.9 is outside -90…90 (order is [lng, lat])"),
            (
                "CHANGE_RENDER_MODE", "modeToRender", "3d",
                "modeToRender: expected 2D or 3D, found \"3d\"; did you mean 3D?"
            ),
            ("SHOW_ORDINAL", "ordinal", "1.5", "ordinal: expected a whole number, found 1.5"),
            ("SHOW_PINS", "points", "[{\"latitude\":1}]", "points[0].longitude: required, and missing"),
            (
                "NAVIGATION_END", "origin", "home",
                "origin: expected longitude,latitude or a JSON object {…}, found \"home\""
            ),
        ])
    func messages(type: String, name: String, text: String, message: String) throws {
        let entry = try #require(ActionCatalog.entry(named: type))
        let field = try #require(entry.fields.first { $0.name == name })
        #expect(throws: Refusal(.invalidField, message)) { try entry.json(argument: text, of: field) }
    }

    @Test("what stands for another form: brackets left out, none, digits for true, a coordinate or an object")
    func forms() throws {
        func json(_ type: String, _ name: String, _ text: String) throws -> String {
            let entry = try #require(ActionCatalog.entry(named: type))
            return try entry.json(argument: text, of: try #require(entry.fields.first { $0.name == name }))
        }
        #expect(try json("SET_CENTER", "center", "35.91,31.95") == "[35.91,31.95]")
        #expect(try json("LOAD_MAP", "center", "null") == "null")
        #expect(try json("SET_TENANT_DATA", "payload", "null") == "null")
        #expect(try json("START_UPDATING_LOCATION", "is_gps_activated", "0") == "0")
        #expect(try json("NAVIGATION_END", "origin", "1,2") == "[1,2]")
        #expect(try json("NAVIGATION_END", "origin", #"{"lat":1,"lng":2}"#) == #"{"lat":1,"lng":2}"#)
        #expect(try json("SHOW_PINS", "balloon_action", "true") == "true")
        #expect(try json("SET_USER_BEACON_LOCATION", "floor", "upper deck") == #""upper deck""#)
    }

    @Test("a suggestion is near in letters, whatever the case, and never a single letter")
    func suggestions() {
        #expect(Suggestion.nearest(to: "isGpsActivated", among: ["is_gps_activated"]) == "is_gps_activated")
        #expect(Suggestion.nearest(to: "id", among: ["x", "y"]) == nil)
        #expect(Suggestion.nearest(to: "z", among: ["x", "y"]) == nil)
        #expect(Suggestion.nearest(to: "zom", among: ["zoom", "zoom_type"]) == "zoom")
        #expect(Suggestion.nearest(to: "PROFILE_BUTTON_CLICKED", among: ActionCatalog.entries.map(\.name)) == nil)
    }
}
