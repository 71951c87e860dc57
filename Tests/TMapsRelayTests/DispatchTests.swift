import TMapsProtocol
import TMapsRelay
import Testing

@Suite struct DispatchTests {
    @Test("F10: the receiver gets the sender's bytes, in both dialects")
    func untouched() {
        let room = Room()
        let bare = room.join(.map, "m1", .bare)
        let enveloped = room.join(.map, "m2")
        room.dispatch(ready, bare)
        room.dispatch(ready, enveloped)
        let app = room.join(.client, "a1", .bare)
        _ = (room.heard(bare), room.heard(enveloped))
        let odd = #"{"type":"X" , "device_id":9007199254740993,"n":1.0,"z":-0.0,"s":"50%22 \u2028 \/"}"#
        room.dispatch(odd, app)
        #expect(room.heard(bare) == [odd])
        #expect(room.heard(enveloped) == [#"{"seq":3,"peer":"a1","role":"client","action":\#(odd)}"#])
    }

    @Test("F53: a client's action goes to every map, a map's event to every client, nobody hears itself")
    func whoGetsWhat() {
        let room = Room()
        let maps = [room.join(.map, "m1", .bare), room.join(.map, "m2", .bare)]
        let apps = [room.join(.client, "a1", .bare), room.join(.client, "a2", .bare)]
        let observer = room.join(.observer, "o1", .bare)
        for map in maps { room.dispatch(ready, map) }
        for peer in maps + apps + [observer] { _ = room.heard(peer) }
        room.dispatch(search, apps[0])
        #expect(maps.map(room.heardTypes) == [["SEARCH_ITEM"], ["SEARCH_ITEM"]])
        #expect(apps.map(room.heardTypes) == [[], []])
        room.dispatch(#"{"type":"FEATURES_TAPPED","features":[]}"#, maps[1])
        #expect(maps.map(room.heardTypes) == [[], []])
        #expect(apps.map(room.heardTypes) == [["FEATURES_TAPPED"], ["FEATURES_TAPPED"]])
        #expect(room.heardTypes(observer) == ["SEARCH_ITEM", "FEATURES_TAPPED"])
    }

    @Test("a refused message is answered to its sender alone and is nowhere else")
    func refused() {
        let room = Room()
        let map = room.join(.map, "m1", .bare)
        room.dispatch(ready, map)
        let app = room.join(.client, "a1", .bare)
        _ = room.heard(map)
        let faults = [
            #"{"zoom":3}"#: "not_an_action", #"{"type":7}"#: "not_an_action", #"[]"#: "not_an_action",
            #""READY""#: "not_an_action", #"{"type":"X",}"#: "invalid_json", "\u{FEFF}{}": "invalid_json",
            #"{"type":"SET_ZOOM","type":"LOAD_MAP"}"#: "duplicate_key", #"{"type":"X","s":"\ud83d"}"#: "invalid_json",
            #"{"type":"SET_ZOOM","zoom":1e400}"#: "invalid_json", #"{"type":"READY"}"#: "wrong_direction",
        ]
        for (message, code) in faults {
            _ = room.heard(app)
            room.say(message, app)
            #expect(room.heard(app).first?.contains("\"code\":\"\(code)\"") == true, "\(message)")
        }
        #expect(room.heard(map).isEmpty)
        #expect(room.session.seq == 1)
    }

    @Test("F08: unknown types pass, also the names of JavaScript's own properties")
    func unknownTypes() {
        let room = Room()
        let map = room.join(.map, "m1", .bare)
        room.dispatch(ready, map)
        let app = room.join(.client, "a1", .bare)
        _ = room.heard(map)
        for type in ["constructor", "__proto__", "PROFILE_BUTTON_CLICKED"] {
            room.dispatch(#"{"type":"\#(type)"}"#, app)
        }
        #expect(room.heardTypes(map) == ["constructor", "__proto__", "PROFILE_BUTTON_CLICKED"])
    }

    @Test("a map may send the action as a JSON string; a client may not")
    func androidString() {
        let room = Room()
        let map = room.join(.map, "m1", .bare)
        let app = room.join(.client, "a1", .bare)
        room.say(#""{\"type\":\"MAP_LOADED\"}""#, map)
        #expect(room.heard(app) == [mapLoaded])
        room.say(#""{\"type\":\"SET_ZOOM\"}""#, app)
        #expect(room.heard(app).first?.contains("not_an_action") == true)
        room.say(#""READY""#, map)
        #expect(room.heard(map).first?.contains("ERROR") == true)
    }

    @Test("the same (peer, id) is confirmed again with the first seq and relayed once")
    func duplicates() {
        let room = Room()
        let map = room.join(.map, "m1", .bare)
        room.dispatch(ready, map)
        let app = room.join(.client, "a1")
        _ = room.heard(map)
        room.say(#"{"id":"c1","action":\#(search)}"#, app)
        room.leave(app)
        let again = room.join(.client, "a1")
        room.say(#"{"id":"c1","action":\#(search)}"#, again)
        #expect(room.heardTypes(map) == ["SEARCH_ITEM"])
        #expect(room.confirmed.map(\.seq) == [2, 2])
        #expect(room.confirmed.map(\.isDuplicate) == [false, true])
        let other = room.join(.client, "a2")
        room.say(#"{"id":"c1","action":\#(search)}"#, other)
        #expect(room.confirmed.last?.seq == 3, "ids are the sender's own")
    }

    @Test("an action for one peer reaches that one only, and an unknown peer is named")
    func targeted() {
        let room = Room()
        let maps = [room.join(.map, "m1"), room.join(.map, "m2")]
        let app = room.join(.client, "a1")
        room.dispatch(ready, maps[0])
        _ = maps.map(room.heard)
        room.say(#"{"to":"m2","action":\#(setZoom)}"#, app)
        #expect(maps.map(room.heardTypes) == [[], []])
        room.dispatch(ready, maps[1])
        #expect(room.heardTypes(maps[1]) == ["SET_ZOOM"])
        _ = room.heard(app)
        room.say(#"{"id":"7","to":"m9","action":\#(setZoom)}"#, app)
        #expect(
            room.heard(app) == [
                #"{"error":{"code":"unknown_peer","message":"to: no map \"m9\" is connected","id":"7"}}"#
            ])
    }

    @Test("an action for a name reaches the newest of the maps that have it, and an id goes before a name")
    func named() {
        let room = Room()
        let old = room.join(.map, "m1", name: "lobby")
        let page = room.join(.map, "m2", name: "lobby")
        let misnamed = room.join(.map, "m3", name: "m1")
        let app = room.join(.client, "a1")
        let maps = [old, page, misnamed]
        for map in maps { room.dispatch(ready, map) }
        _ = maps.map(room.heard)
        room.say(#"{"to":"lobby","action":\#(setZoom)}"#, app)
        #expect(maps.map(room.heardTypes) == [[], ["SET_ZOOM"], []])
        room.say(#"{"to":"m1","action":\#(setZoom)}"#, app)
        #expect(maps.map(room.heardTypes) == [["SET_ZOOM"], [], []])
        room.leave(page)
        room.say(#"{"to":"lobby","action":\#(setZoom)}"#, app)
        #expect(maps.map(room.heardTypes) == [["SET_ZOOM"], [], []])
    }

    @Test("a named map that lost only its socket is given what was for it, under the same id")
    func namedResume() {
        let room = Room()
        let page = room.join(.map, "m1", name: "lobby")
        let app = room.join(.client, "a1")
        room.dispatch(ready, page)
        room.say(#"{"to":"lobby","action":\#(search)}"#, app)
        let seen = room.session.seq - 1
        room.leave(page)
        let again = room.join(.map, "m1", name: "lobby", after: seen)
        #expect(room.heardTypes(again) == ["SEARCH_ITEM"])
    }

    @Test("a list for one map waits for that map, as long as there is room")
    func listForOne() throws {
        var limits = Session.Limits()
        limits.maxWaiting = 2
        let room = Room(limits: limits)
        let map = room.join(.map, "m1", name: "lobby")
        #expect(throws: Refusal.self) { try room.post("[\(search),\(search),\(search)]", id: "k1", to: "lobby") }
        #expect(try room.post("[\(search),\(search)]", id: "k2", to: "lobby") == [1, 2])
        #expect(throws: Refusal.self) { try room.post("[\(search)]", id: "k3", to: "lobby") }
        room.dispatch(ready, map)
        #expect(room.heardTypes(map) == ["SEARCH_ITEM", "SEARCH_ITEM"])
        #expect(try room.post("[\(search),\(search),\(search)]", id: "k4", to: "lobby") == [4, 5, 6])
        #expect(throws: Refusal.self) { try room.post("[\(search)]", id: "k5", to: "nobody") }
        room.leave(map)
        #expect(try room.post("[\(search),\(search)]", id: "k2", to: "lobby") == [1, 2], "confirmed again")
    }

    @Test("a thousand refusals in a row end the connection, and one accepted message starts the count anew")
    func refusals() {
        let room = Room()
        let app = room.join(.client, "a1", .bare)
        for _ in 0..<999 { room.say("nonsense", app) }
        room.dispatch(search, app)
        for _ in 0..<999 { room.say("nonsense", app) }
        #expect(room.closed.isEmpty)
        room.say("nonsense", app)
        #expect(room.closed[app.address] == .refusals)
    }

    @Test("a second connection of the same peer replaces the first with 4503, also in the presence")
    func replaced() {
        let room = Room()
        let first = room.join(.client, "a1")
        let second = room.join(.client, "a1")
        #expect(room.closed == [first.address: .replaced])
        #expect(room.session.presence.clients == 1)
        room.leave(first)
        #expect(room.session.presence.clients == 1)
        #expect(room.heard(second).first?.hasPrefix(#"{"hello":{"session":"hall","epoch":"E1","peer":"a1""#) == true)
    }

    @Test("a bare client that connects late is told READY and MAP_LOADED: state, not only an edge")
    func lateClient() {
        let room = Room()
        let map = room.join(.map, "m1")
        room.dispatch(ready, map)
        #expect(room.heard(room.join(.client, "a1", .bare)) == [ready])
        room.dispatch(mapLoaded, map)
        #expect(room.heard(room.join(.client, "a2", .bare)) == [ready, mapLoaded])
    }

    @Test("an observer that speaks is refused")
    func observerSpeaks() {
        let room = Room()
        let observer = room.join(.observer, "o1")
        _ = room.heard(observer)
        room.dispatch(search, observer)
        #expect(room.heard(observer).first?.contains("forbidden") == true)
    }
}
