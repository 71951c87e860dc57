import Foundation
import TMapsAdapters
import Testing

/// The types of seed 4, used as there.
@Suite struct WebMapTests {
    @Test("messages are read as the seed's decoder reads them")
    func messages() throws {
        let texts = [
            #"{"messageType":"mapReady"}"#, #"{"messageType":"error","error":"Error details \"here\" é😀"}"#,
            #" { "error" : null , "messageType" : "\u006dapReady", "more": [1,{"messageType":"error"}] } "#,
        ]
        for text in texts {
            let decoded = try JSONDecoder().decode(WebMapMessage.self, from: Data(text.utf8))
            #expect(WebMapMessage(json: text) == decoded, "\(text)")
            #expect(WebMapMessage(json: String(decoding: decoded.json(), as: UTF8.self)) == decoded)
        }
        #expect(WebMapMessage(json: texts[1])?.error == #"Error details "here" é😀"#)
    }

    @Test(
        "what is no message is nil",
        arguments: [
            "", "{}", "mapReady", #""mapReady""#, #"{"messageType":"other"}"#, #"{"messageType":7}"#,
            #"{"messageType":"mapReady",}"#,
            #"{"messageType":"mapReady"} x"#, #"[{"messageType":"mapReady"}]"#, #"{"MessageType":"mapReady"}"#,
        ])
    func noMessage(text: String) { #expect(WebMapMessage(json: text) == nil) }

    @Test("a scenario has the keys that are set and no others, by either way of writing it")
    func scenario() throws {
        var scenario = WebMapOnePOIScenario(poi: "150")
        #expect(text(scenario.json()) == #"{"scenarioType":"onePOI","poi":"150"}"#)
        scenario.showSearch = true
        scenario.showLevelChoice = true
        scenario.showCallout = false
        scenario.showZoomControl = true
        scenario.zoomLevel = 20
        let written =
            #""showSearch":true,"showLevelChoice":true,"showCallout":false,"showZoomControl":true,"zoomLevel":20}"#
        #expect(text(scenario.json()) == #"{"scenarioType":"onePOI","poi":"150","# + written)
        #expect(
            text(scenario.action())
                == #"{"type":"APPLY_SCENARIO","scenario":{"scenarioType":"onePOI","poi":"150","# + written + "}")
        try expectSame(scenario.json(), scenario)
    }

    @Test("a user's position likewise, its numbers digit by digit")
    func position() throws {
        let position = WebMapUserPosition(
            latitude: 47.45232728284989, longitude: 8.56221512953916, ordinal: 2, heading: 91.5)
        let expected = #""latitude":47.45232728284989,"longitude":8.56221512953916,"ordinal":2,"heading":91.5}"#
        #expect(position.json().map(text) == "{" + expected)
        #expect(position.action().map(text) == #"{"type":"SET_USER_POSITION","# + expected)
        try expectSame(try #require(position.json()), position)
        let bare = WebMapUserPosition(latitude: 0, longitude: -180)
        #expect(bare.json().map(text) == #"{"latitude":0,"longitude":-180}"#)
        try expectSame(try #require(bare.json()), bare)
        #expect(WebMapUserPosition(latitude: .nan, longitude: 0).json() == nil)
        #expect(WebMapUserPosition(latitude: 0, longitude: 0, heading: .infinity).action() == nil)
    }

    @Test("a floor, below ground too")
    func ordinal() { #expect(text(WebMap.showOrdinal(-1)) == #"{"type":"SHOW_ORDINAL","ordinal":-1}"#) }

    /// Our text says what Foundation's encoder says.
    private func expectSame(_ bytes: [UInt8], _ value: some Encodable) throws {
        let ours = try JSONSerialization.jsonObject(with: Data(bytes)) as? NSDictionary
        let theirs = try JSONSerialization.jsonObject(with: JSONEncoder().encode(value)) as? NSDictionary
        #expect(ours == theirs)
    }
}
