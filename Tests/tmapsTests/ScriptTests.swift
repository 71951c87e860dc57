import TMapsClient
import TMapsProtocol
import TMapsTesting
import Testing

@testable import tmaps

/// The language of `tmaps run`, without a server.
@Suite struct ScriptTests {
    private func words(_ line: String) throws -> [String] {
        try ScriptLine(Array(line.utf8)).words.map { "\($0.column):\($0.text)" }
    }

    private func faults(_ text: String) -> [String] {
        do throws(Script.Faults) {
            _ = try Script(Array(text.utf8))
            return []
        } catch {
            return error.list.map { "\($0.line):\($0.column): \($0.message)" }
        }
    }

    private func dispatch(_ line: String) throws -> Script.Dispatch {
        let script = try Script(Array(line.utf8))
        guard case .dispatch(let dispatch)? = script.steps.first?.command else { throw Absent() }
        return dispatch
    }

    private func expectation(_ line: String) throws -> Script.Expectation {
        let script = try Script(Array(line.utf8))
        guard case .expect(let expectation)? = script.steps.first?.command else { throw Absent() }
        return expectation
    }

    private struct Absent: Error {}

    @Test("a line is cut into words as a shell does, and JSON needs no quotes")
    func words() throws {
        #expect(try words("  A  b=1\tc=x#y # d=2\r") == ["3:A", "6:b=1", "10:c=x#y"])
        #expect(
            try words(#"A n="Main \"hall\"" m='it"s' o=o'clock"#) == [
                "1:A", #"3:n=Main "hall""#, #"21:m=it"s"#, "30:o=o'clock",
            ])
        #expect(try words(#"A 'k:={"a": 1}' "l=two words""#) == ["1:A", #"3:k:={"a": 1}"#, "17:l=two words"])
        #expect(
            try words(#"A d:=[ {"a": "x y"}, 2 ] e:="a b" f:='[1, 2]'"#) == [
                "1:A", #"3:d:=[ {"a": "x y"}, 2 ]"#, #"26:e:="a b""#, "35:f:=[1, 2]",
            ])
        #expect(try words(##"A t={"primary": "#fff"} # no"##) == ["1:A", ##"3:t={"primary": "#fff"}"##])
        #expect(try words("A n=[draft of=1") == ["1:A", "3:n=[draft", "12:of=1"])
        #expect(try words("é日本 x") == ["1:é日本", "5:x"])
        #expect(try words("# only") == [])
        #expect(try words(#"{"type":"X", "a":[ 1 ]} # c"#) == [#"1:{"type":"X", "a":[ 1 ]}"#])
    }

    @Test("a dispatch is what tmaps dispatch makes of the same words")
    func dispatches() throws {
        #expect(
            try dispatch("LOAD_MAP map_id=007 center=35.91,31.95").json
                == #"{"type":"LOAD_MAP","map_id":"007","center":[35.91,31.95]}"#)
        #expect(try dispatch(#"dispatch expect n="two words""#).json == #"{"type":"expect","n":"two words"}"#)
        #expect(try dispatch(#"{"type":"X","a":1.0}"#).json == #"{"type":"X","a":1.0}"#)
        let full = try dispatch("SET_ZOOM --wait zoom=3 --to m1 --timeout 2s")
        #expect(
            (full.json, full.waits, full.to, full.within) == (#"{"type":"SET_ZOOM","zoom":3}"#, true, "m1", .seconds(2))
        )
        #expect(try dispatch("SEARCH_ITM --custom").json == #"{"type":"SEARCH_ITM"}"#)
        #expect(
            try dispatch("PROFILE_CLICKED").warnings == [
                "PROFILE_CLICKED is not in the action table; sent as a custom action"
            ])
    }

    @Test("steps know their line, and a secret is not in their text")
    func steps() throws {
        let text = "\n# c\nsession hall # x\nready within 2m\n  loaded\nSET_MAPBOX_ACCESS_TOKEN access_token=pk\nwait 5"
        let script = try Script(Array(text.utf8))
        #expect(script.steps.map(\.line) == [3, 4, 5, 6, 7])
        #expect(script.steps.map(\.column) == [1, 1, 3, 1, 1])
        #expect(
            script.steps.map(\.text) == [
                "session hall", "ready within 2m", "loaded", "SET_MAPBOX_ACCESS_TOKEN …", "wait 5",
            ])
    }

    @Test("an expectation fits what says at least as much; numbers count by value")
    func expectations() throws {
        func fits(_ line: String, _ json: String, peer: String = "m1") throws -> Bool {
            let type = try JSONValue(json: json).type
            return try expectation(line).fits(ReceivedAction(type: type, seq: 1, peer: peer, role: .map, json: json))
        }
        let tapped = #"{"type":"FEATURES_TAPPED","features":[{"id":"w1","properties":{"name":"A","n":1.0}}]}"#
        #expect(try fits("expect FEATURES_TAPPED", tapped))
        #expect(try fits(#"expect FEATURES_TAPPED features=[{"id":"w1"}]"#, tapped))
        #expect(try fits(#"expect FEATURES_TAPPED features:=[{"id":"w1","properties":{"n":1}}]"#, tapped))
        #expect(try !fits(#"expect FEATURES_TAPPED features=[{"id":"w2"}]"#, tapped))
        #expect(try !fits(#"expect FEATURES_TAPPED features=[]"#, tapped))
        #expect(try !fits("expect FEATURES_TAPPED from m2", tapped))
        #expect(try fits("expect FEATURES_TAPPED from m2 within 3s", tapped, peer: "m2"))
        #expect(
            try fits("expect FEATURE_HIGHLIGHTED feature_id=7", #"{"type":"FEATURE_HIGHLIGHTED","feature_id":"7"}"#))
        #expect(try !fits("expect FEATURE_HIGHLIGHTED feature_id=7", #"{"type":"FEATURE_HIGHLIGHTED","feature_id":7}"#))
        #expect(try fits("expect X a=1 b=null c=yes", #"{"type":"X","a":1.0,"b":null,"c":"yes","d":[]}"#))
        #expect(try !fits("expect X a=1", #"{"type":"X"}"#))
        #expect(try expectation("expect no ERROR within 1s").isNegated)
    }

    @Test(
        "what is wrong is told with line and column",
        arguments: [
            ("exepct MAP_LOADED", #"1:1: no such command "exepct"; did you mean expect?"#),
            ("\n foo", #"2:2: no such command "foo"; expected TYPE or one of dispatch, expect"#),
            ("A b=1 c", #"1:7: argument 3: expected key=value or key:=json, found no "=""#),
            ("SET_ZOOM zoom=far", "1:10: zoom: expected a number (zoom level), found \"far\""),
            ("SET_ZOOM", "1:1: zoom: required, and missing"), ("READY", "1:1: READY is what maps say"),
            ("{\"type\":\"READY\"}", "1:1: READY is what maps say"), ("{\"type\":1}", "1:1: \"type\" must be a string"),
            ("{\"type\":\"X\"", "1:12: the action: the value is not JSON from here on"),
            ("{\"type\":\"X\"} more", "1:14: a whole action in JSON"), ("A b:=[1,]", "1:9: b: the value is not JSON"),
            ("A b=\"x", "1:5: expected \" to end the quoted text"), ("A 'b=x", "1:3: expected ' to end"),
            ("A b=\"x\"y", "1:8: expected a space after the closing quote"), ("A b=1 b=2", "1:7: b is given twice"),
            ("SET_ZOOM zoom=1 --wiat", "1:17: no such option --wiat; did you mean --wait?"),
            ("SET_ZOOM zoom=1 --to", "1:21: expected a map's peer id or name behind --to"),
            ("X --wait", "1:3: --wait: no event ends this action"), ("dispatch", "1:9: expected the action's TYPE"),
            ("expect", "1:7: expected the event's TYPE"),
            ("expect SET_ZOOM", "1:8: SET_ZOOM is what a client dispatches"),
            ("expect ZOOM_ENDD", "1:8: no such action ZOOM_ENDD; did you mean ZOOM_ENDED?"),
            ("expect X within", "1:16: expected a time behind within"),
            ("expect X within x", "1:17: \"x\" is no duration"),
            ("expect X from a/b", "1:15: \"a/b\" is no id"), ("expect no within 1s", "1:20: expected the event's TYPE"),
            ("expect no X", "1:8: expect no: expected within TIME"),
            ("expect CATEGORY_MARKED category:=7x", "1:24: category: the value is not JSON, at byte 1"),
            ("session", "1:8: expected the session's id"), ("session a b", "1:11: expected nothing after it"),
            ("wait 0s", "1:6: \"0s\" is no duration"), ("ready soon", "1:7: expected nothing after it, found \"soon\""),
            ("", "1:1: the script is empty"), ("# nothing\n", "1:1: the script is empty"),
        ])
    func faults(script: String, says: String) {
        let faults = faults(script)
        #expect(faults.count == 1, "\(faults)")
        #expect(faults.first?.hasPrefix(says) == true, "\(faults)")
    }

    @Test("all of it is told at once, and bytes that are no text by their line")
    func allFaults() {
        #expect(faults("SET_ZOOM\nready\nfoo\n\nwait").map { $0.prefix(4) } == ["1:1:", "3:1:", "5:5:"])
        #expect(throws: Script.Faults.self) { try Script([0x41, 0x0A, 0xFF, 0x0A]) }
    }

    @Test("no bytes bring the parser down; a place is always in the text")
    func randomBytes() {
        var random = SeededGenerator(seed: 11)
        let pieces = [
            "expect", "no", "within", "5s", "LOAD_MAP", "map_id=", "a:=", "{", "}", "[", "]", "\"", "'", "\\", "#", " ",
            "\n", "=", ":=", "--to", "--wait", "--", "é", "\u{2028}", "\0", "1e999", "session", "from", "{\"type\":",
            "\t",
        ]
        for _ in 0..<20_000 {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 0...12, using: &random) {
                bytes += Array((pieces.randomElement(using: &random) ?? "").utf8)
                if Int.random(in: 0..<8, using: &random) == 0 {
                    bytes.append(UInt8.random(in: 0...255, using: &random))
                }
                if Bool.random(using: &random) { bytes.append(0x20) }
            }
            let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
            do throws(Script.Faults) {
                #expect(try !Script(bytes).steps.isEmpty)
            } catch {
                for fault in error.list {
                    #expect((1...lines.count).contains(fault.line))
                    let length = String(decoding: lines[fault.line - 1], as: UTF8.self).count
                    #expect((1...length + 1).contains(fault.column), "\(fault)")
                }
            }
        }
    }
}

extension JSONValue {
    fileprivate var type: String {
        guard case .object(let members) = self, case .string(let type)? = members["type"] else { return "" }
        return type
    }
}
