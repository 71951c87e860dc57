import TMapsProtocol
import Testing

@Suite struct FieldTests {
    @Test("every example of the table is valid, and every entry has one", arguments: ActionCatalog.entries)
    func examples(entry: ActionEntry) throws {
        try #require(!entry.examples.isEmpty)
        for example in entry.examples {
            let action = try scanned(example)
            #expect(action.type == entry.name)
            #expect(action.violation == nil, "\(example): \(action.violation?.message ?? "")")
        }
    }

    @Test("a required field that is missing, null or of another kind is named", arguments: ActionCatalog.entries)
    func everyRequiredField(entry: ActionEntry) throws {
        guard case .object(let whole) = try JSONValue(json: entry.examples[0]) else {
            Issue.record("no object"); return
        }
        for field in entry.fields {
            for (value, isFine) in try wrongValues(of: field) {
                var members = whole
                members[field.name] = value
                let refusal = check(try JSONValue.object(members).json())
                let text = "\(field.name) = \(String(describing: value)): \(refusal?.message ?? "accepted")"
                #expect((refusal == nil) == isFine, "\(text)")
                if isFine { continue }
                #expect(refusal?.code == .invalidField)
                #expect(refusal?.message.hasPrefix(field.name) == true, "\(text)")
            }
        }
    }

    /// Values with whether they are fine: absent, null, and one of a kind that no field but `any` has.
    private func wrongValues(of field: ActionField) throws -> [(JSONValue?, Bool)] {
        var values: [(JSONValue?, Bool)] = [(nil, !field.isRequired), (.null, field.isNullable || field.kind == .any)]
        switch field.kind {
        case .any: break
        case .object: values.append((["not", "an", "object"], false))
        default: values.append((["an": "object"], false))
        }
        if case .id = field.kind { values += [(22972, false), (0, false), ("0", true), ("007", true)] }
        if case .bool(let readsDigits) = field.kind {
            values += [(0, readsDigits), (1, readsDigits), (2, false), ("true", false), (false, true)]
        }
        return values
    }

    @Test(
        "what is wrong, where, and what is expected",
        arguments: [
            (
                #"{"type":"SET_CENTER","center":[31.9,135.9]}"#,
                "center: latitude 135.9 is outside -90…90 (order is [lng, lat])"
            ),
            (
                #"{"type":"SET_CENTER","center":[181,0]}"#,
                "center: longitude 181 is outside -180…180 (order is [lng, lat])"
            ),
            (#"{"type":"SET_CENTER","center":[1]}"#, "center: expected [longitude, latitude], found an array of 1"),
            (#"{"type":"SET_CENTER","center":[1,2,3]}"#, "center: expected [longitude, latitude], found an array of 3"),
            (
                #"{"type":"SET_CENTER","center":["1","2"]}"#,
                "center: expected two numbers [longitude, latitude], found a string"
            ),
            (
                #"{"type":"SET_CENTER","center":{"lng":1,"lat":2}}"#,
                "center: expected [longitude, latitude], found an object"
            ),
            (#"{"type":"SET_ZOOM","zoom":"18"}"#, "zoom: expected a number, found a string"),
            (#"{"type":"SET_ZOOM"}"#, "zoom: required, and missing"),
            (#"{"zoom":true,"type":"SET_ZOOM"}"#, "zoom: expected a number, found true or false"),
            (#"{"type":"SET_\u005aOOM","z\u006fom":null}"#, "zoom: expected a number, found null"),
            (#"{"type":"SET_ZOOM","zoom":1,"zoom":"2"}"#, "zoom: expected a number, found a string"),
            (#"{"type":"SET_ZOOM","zoom":1,"zoom_type":"JUMP"}"#, #"zoom_type: expected "FLY_TO", found "JUMP""#),
            (
                #"{"type":"CHANGE_RENDER_MODE","modeToRender":"4D"}"#,
                #"modeToRender: expected "2D" or "3D", found "4D""#
            ),
            (#"{"type":"HIGHLIGHT_FEATURE","feature_id":22972}"#, "feature_id: expected a string, found a number"),
            (#"{"type":"SHOW_ORDINAL","ordinal":1.5}"#, "ordinal: expected a whole number, found 1.5"),
            (
                #"{"type":"SET_TENANT_DATA","payload":[{"id":"a"},{"id":7}]}"#,
                "payload[1].id: expected a string, found a number"
            ),
            (#"{"type":"SET_TENANT_DATA","payload":[{"id":"a"},{}]}"#, "payload[1].id: required, and missing"),
            (#"{"type":"SET_TENANT_DATA","payload":[null]}"#, "payload[0]: expected an object, found null"),
            (
                #"{"type":"UPDATE_HEAT_MAP_DATA","data":[{"value":1}]}"#,
                "data[0]: expected location, or feature_id, found neither"
            ),
            (
                #"{"type":"SHOW_ROUTE","mode":"transit","stops":[{"latitude":1}]}"#,
                "stops[0]: expected latitude and longitude, or current, found neither"
            ),
            (
                #"{"type":"NAVIGATION_END","origin":{"lat":91,"lng":0}}"#,
                "origin.lat: latitude 91 is outside -90…90"
            ),
            (
                #"{"type":"NAVIGATION_END","origin":"here"}"#,
                "origin: expected [longitude, latitude] or {lat, lng}, found a string"
            ),
            (
                #"{"type":"SET_USER_POSITION","latitude":1,"longitude":2,"accuracy":-1}"#,
                "accuracy: -1 is less than 0 metres"
            ),
            (
                #"{"type":"SET_USER_BEACON_LOCATION","x":0,"y":0,"origin_lat":31.95,"origin_lng":-180.5}"#,
                "origin_lng: longitude -180.5 is outside -180…180"
            ),
        ])
    func messages(text: String, message: String) {
        #expect(check(text) == Refusal(.invalidField, message), "\(text)")
    }

    @Test(
        "what the table does not name passes, and so does every way to write what it does",
        arguments: [
            #"{"type":"SET_ZOOM","zoom":36.0,"isGpsActivated":{"x":[1]},"__proto__":{}}"#,
            #"{"zoom":1E1,"zoom_type":null,"type":"SET_ZOOM"}"#, #"{"type":"PROFILE_BUTTON_CLICKED","feature_id":7}"#,
            #"{"type":"SET_CENTER","center":[ -180 , 90.0 ]}"#, #"{"type":"SET_CENTER","center":[1.8e2,-9000e-2]}"#,
            #"{"type":"SET_CENTER","center":[180.000000000000000000000,0]}"#,
            #"{"type":"SHOW_ORDINAL","ordinal":-3.0}"#,
            #"{"type":"START_UPDATING_LOCATION","is_gps_activated":1.0}"#,
            #"{"type":"NAVIGATION_END","origin":[1,2],"destination":{"lat":1,"lng":2}}"#,
            #"{"type":"SET_DEVICE_DATA","device_id":"","device_type":"WATCH"}"#, #"{"type":"constructor"}"#,
        ])
    func passes(text: String) { #expect(check(text) == nil) }

    @Test("F17: 20 digits are not rounded into the limits")
    func closeToTheLimit() {
        #expect(check(#"{"type":"SET_CENTER","center":[180.00000000000003,0]}"#)?.code == .invalidField)
        #expect(check(#"{"type":"SET_CENTER","center":[0,90.00000000000001421]}"#)?.code == .invalidField)
        #expect(check(#"{"type":"SET_CENTER","center":[0,900e-1]}"#) == nil)
    }

    @Test("text that is broken behind a wrong field is told first, and a second type too")
    func precedence() {
        #expect(check(#"{"type":"SET_ZOOM","zoom":"x",}"#)?.code == .invalidJSON)
        #expect(check(#"{"type":"SET_ZOOM","zoom":"x"} x"#)?.code == .invalidJSON)
        #expect(check(#"{"type":"SET_ZOOM","zoom":"x","type":"LOAD_MAP"}"#)?.code == .duplicateKey)
        #expect(check(#"{"type":"SET_TENANT_DATA","payload":[{"id":7},{"id":"\ud83d"}]}"#)?.code == .invalidJSON)
    }

    @Test("a secret is never quoted in a refusal")
    func secrets() throws {
        let refusal = try #require(check(#"{"type":"SET_APPLICATION_SECRETS","client_id":"a","client_secret":987654}"#))
        #expect(refusal.message == "client_secret: expected a string, found a number")
    }
}
