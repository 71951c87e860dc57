import TMapsProtocol
import TMapsServer
import TMapsTesting
import Testing

/// `tmaps dispatch`, built and run against the real server.
@Suite(.timeLimit(.minutes(1))) struct DispatchCommandTests {
    private func dispatched(_ arguments: String..., input: String? = nil) async throws -> String {
        let server = try TestServer()
        let map = try FakeMap(port: server.port, session: "default")
        let all = ["dispatch", "--server", server.url] + arguments
        let result = try await Program(all, input: input).end()
        #expect(result.code == 0, "\(result.errors)")
        #expect(UInt64(result.output.dropLast()) != nil, "\(result.output)")
        let text = try await map.heard.next()
        map.leave()
        await server.stop()
        return text
    }

    @Test(
        "key=value takes its kind from the action table: an id stays one though it looks like a number (F13)"
    )
    func typedByTable() async throws {
        #expect(
            try await dispatched(
                "LOAD_MAP", "map_id=007", "zoom=17", "center=35.91,31.95", #"theme={"primary":"navy"}"#)
                == #"{"type":"LOAD_MAP","map_id":"007","zoom":17,"center":[35.91,31.95],"theme":{"primary":"navy"}}"#)
        #expect(
            try await dispatched("SET_USER_BEACON_LOCATION", "x=0", "y=-1.50", "origin_lat=31", "origin_lng=35")
                == #"{"type":"SET_USER_BEACON_LOCATION","x":0,"y":-1.50,"origin_lat":31,"origin_lng":35}"#)
        #expect(
            try await dispatched("START_UPDATING_LOCATION", "is_gps_activated=true")
                == #"{"type":"START_UPDATING_LOCATION","is_gps_activated":true}"#)
    }

    @Test("of a custom action it is a number, true, false or null where it is exactly that; ids are always strings")
    func typed() async throws {
        #expect(
            try await dispatched(
                "X", "zoom=18", "f=1.0", "n=-3e2", "b=true", "o=null", "s=18px", "z=018", "e=", "q=a\"b=c", "sp= 1")
                == #"{"type":"X","zoom":18,"f":1.0,"n":-3e2,"b":true,"o":null,"s":"18px","z":"018","e":"","#
                + #""q":"a\"b=c","sp":" 1"}"#
        )
        #expect(
            try await dispatched("X", "feature_id=007", "map_id=3", "name=true", "template=1", "modeToRender=2", "id=0")
                == #"{"type":"X","feature_id":"007","map_id":"3","name":"true","template":"1","#
                + #""modeToRender":"2","id":"0"}"#
        )
        #expect(
            try await dispatched("X", "--", "a:=[1, {\"b\":1.0}]", "--c=1")
                == #"{"type":"X","a":[1, {"b":1.0}],"--c":1}"#)
    }

    @Test("a whole action comes from standard input, byte for byte")
    func input() async throws {
        let action = #"{ "type" : "X", "n":1.0 }"#
        #expect(try await dispatched("-", input: action + "\n") == action)
        #expect(try await dispatched("--json=-", input: action) == action)
        #expect(try await dispatched(action) == action)
    }

    @Test(
        "what the table does not know passes, said so but for --custom; what is wrong by it passes with --custom only")
    func custom() async throws {
        let server = try TestServer { $0.strict = .off }
        let map = try FakeMap(port: server.port, session: "default")
        func errors(_ arguments: String...) async throws -> String {
            let result = try await Program(["dispatch", "--server", server.url] + arguments).end()
            #expect(result.code == 0, "\(result.errors)")
            return result.errors
        }
        #expect(
            try await errors("PROFILE_BUTTON_CLICKED", "feature_id=7")
                == "tmaps dispatch: PROFILE_BUTTON_CLICKED is not in the action table; sent as a custom action\n")
        #expect(try await errors("PROFILE_BUTTON_CLICKED", "feature_id=7", "--custom") == "")
        #expect(
            try await errors("ENABLE_GPS_BUTTON", "position=left")
                == "tmaps dispatch: ENABLE_GPS_BUTTON has no field position in the action table; sent as it is; "
                + "see tmaps actions ENABLE_GPS_BUTTON\n")
        #expect(try await errors("SEARCH_ITM", "--custom") == "")
        #expect(try await errors("SEARCH_ITEM", "isGpsActivated=1", "featureIdOrCategoryName:=7", "--custom") == "")
        for expected in [
            #"{"type":"PROFILE_BUTTON_CLICKED","feature_id":"7"}"#,
            #"{"type":"PROFILE_BUTTON_CLICKED","feature_id":"7"}"#,
            #"{"type":"ENABLE_GPS_BUTTON","position":"left"}"#, #"{"type":"SEARCH_ITM"}"#,
            #"{"type":"SEARCH_ITEM","isGpsActivated":1,"featureIdOrCategoryName":7}"#,
        ] { #expect(try await map.heard.next() == expected) }
        map.leave()
        await server.stop()
    }

    @Test("--wait prints the place and the event that ended the action")
    func waits() async throws {
        let server = try TestServer()
        let map = try FakeMap(port: server.port, session: "hall")
        let environment = ["TMAPS_SERVER": server.url, "TMAPS_SESSION": "hall"]
        let done = try await Program.run(
            "dispatch", "HIGHLIGHT_FEATURE", "feature_id=7", "--wait", environment: environment)
        let lines = done.output.split(separator: "\n")
        #expect(done.code == 0, "\(done.errors)")
        #expect(lines.count == 2)
        #expect(lines.last == #"{"type":"FEATURE_HIGHLIGHTED","feature_id":"7"}"#)
        let failed = try await Program.run("dispatch", "LOAD_MAP", "map_id=broken", "--wait", environment: environment)
        #expect(failed.code == 1)
        #expect(failed.errors == "tmaps dispatch: no such map\\u{a} at x\n")
        let late = try await Program.run(
            "dispatch", "MARK_FEATURE", "feature_id=silent", "--wait", "--timeout", "200ms", environment: environment)
        #expect(late.code == 1)
        #expect(late.errors.hasPrefix("tmaps dispatch: FEATURE_MARKED did not come in time"))
        map.leave()
        await server.stop()
    }
}
