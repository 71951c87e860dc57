import TMapsProtocol
import TMapsRelay
import Testing

@Suite struct GateTests {
    @Test("a map that is not ready receives nothing but its hello")
    func notReady() {
        let room = Room(secrets: fileSecrets)
        let map = room.join(.map, "m1")
        let app = room.join(.client, "a1")
        #expect(room.heard(map).count == 1)
        for action in [loadMap, setZoom, tenants, search] { room.dispatch(action, app) }
        #expect(room.heard(map).isEmpty)
    }

    @Test("F06: what was dispatched before the page existed arrives after READY, once, in the contract's order")
    func replayOrder() {
        let room = Room(secrets: fileSecrets)
        let app = room.join(.client, "a1")
        for action in [highlight, loadMap, setZoom, search, setCenter, device, theme, template, tenants, highlight] {
            room.dispatch(action, app)
        }
        let map = room.join(.map, "m1")
        room.dispatch(ready, map)
        #expect(
            room.heardTypes(map) == [
                "SET_TENANT_DATA", "SET_DEFAULT_FEATURE_POPUP_TEMPLATE", "SET_THEME", "SET_APPLICATION_SECRETS",
                "SET_DEVICE_DATA", "SET_MAPBOX_ACCESS_TOKEN", "LOAD_MAP", "SEARCH_ITEM",
            ])
        room.dispatch(mapLoaded, map)
        #expect(room.heardTypes(map) == ["SET_ZOOM", "SET_CENTER"])
        room.dispatch(zoomEnded, map)
        #expect(room.heardTypes(map).isEmpty)
        room.dispatch(centerEnded, map)
        let end = room.heard(map)
        #expect(end.first == #"{"state":true,"action":\#(highlight)}"#)
        #expect(end.last == #"{"caught_up":\#(room.session.seq)}"#)
        #expect(end.count == 2)
    }

    @Test("a replay without LOAD_MAP is caught up at once; its views come only after MAP_LOADED")
    func noLoad() {
        let room = Room()
        let app = room.join(.client, "a1")
        room.dispatch(setZoom, app)
        let map = room.join(.map, "m1")
        _ = room.heard(map)
        room.dispatch(ready, map)
        #expect(room.heard(map) == [#"{"caught_up":2}"#])
        room.dispatch(mapLoaded, map)
        #expect(room.heardTypes(map) == ["SET_ZOOM"])
    }

    @Test("the highlight waits at most five seconds for the camera")
    func cameraPatience() {
        let room = Room()
        let app = room.join(.client, "a1")
        for action in [loadMap, setZoom, highlight] { room.dispatch(action, app) }
        let map = room.join(.map, "m1")
        room.dispatch(ready, map)
        room.dispatch(mapLoaded, map)
        #expect(room.heardTypes(map) == ["LOAD_MAP", "SET_ZOOM"])
        #expect(room.wakes == [room.now + 5_000])
        room.pass(4_999)
        #expect(room.heardTypes(map).isEmpty)
        room.pass(1)
        #expect(room.heardTypes(map) == ["HIGHLIGHT_FEATURE"])
    }

    @Test("F07: views sent between LOAD_MAP and MAP_LOADED wait, and of each type only the last is sent")
    func burst() {
        let room = Room()
        let map = room.join(.map, "m1")
        room.dispatch(ready, map)
        let app = room.join(.client, "a1")
        _ = room.heard(map)
        for action in [loadMap, #"{"type":"SET_ZOOM","zoom":3}"#, setZoom, highlight] { room.dispatch(action, app) }
        #expect(room.heardTypes(map) == ["LOAD_MAP"])
        room.dispatch(mapLoaded, map)
        #expect(room.heard(map) == [#"{"state":true,"action":\#(setZoom)}"#])
        room.dispatch(zoomEnded, map)
        #expect(room.heardTypes(map) == ["HIGHLIGHT_FEATURE"])
    }

    @Test("the map's ERROR ends the wait and delivers; the next LOAD_MAP drops what the new map replaces")
    func loadFails() {
        let room = Room()
        let map = room.join(.map, "m1")
        room.dispatch(ready, map)
        let app = room.join(.client, "a1")
        room.dispatch(loadMap, app)
        room.dispatch(setZoom, app)
        room.dispatch(loadMap, app)
        room.dispatch(setCenter, app)
        _ = room.heard(map)
        room.dispatch(#"{"type":"ERROR","error":{"stack":"no such map"}}"#, map)
        #expect(room.heardTypes(map) == ["SET_CENTER"])
    }

    @Test("with no LOAD_MAP dispatched, views pass at once: a bundle may load a map by itself")
    func viewsPassWithoutLoad() {
        let room = Room()
        let map = room.join(.map, "m1")
        room.dispatch(ready, map)
        let app = room.join(.client, "a1")
        room.dispatch(setZoom, app)
        #expect(room.heardTypes(map) == ["SET_ZOOM"])
        room.dispatch(mapLoaded, map)
        #expect(room.heardTypes(map).isEmpty, "sent live already")
    }

    @Test("a map that joins beside a ready one gets the state, not what the other one took; the other is not disturbed")
    func secondMap() {
        let room = Room()
        let first = room.join(.map, "m1")
        let app = room.join(.client, "a1")
        room.dispatch(search, app)
        room.dispatch(tenants, app)
        room.dispatch(ready, first)
        #expect(room.heardTypes(first) == ["SET_TENANT_DATA", "SEARCH_ITEM"])
        let second = room.join(.map, "m2")
        room.dispatch(ready, second)
        #expect(room.heardTypes(second) == ["SET_TENANT_DATA"])
        #expect(room.heard(first).isEmpty)
    }

    @Test("a page that reloads starts at READY again and is given everything once")
    func reload() {
        let room = Room()
        let app = room.join(.client, "a1")
        for action in [loadMap, setZoom, tenants] { room.dispatch(action, app) }
        let page = room.join(.map, "m1")
        room.dispatch(ready, page)
        room.dispatch(mapLoaded, page)
        room.leave(page)
        #expect(room.heard(app).last == #"{"peers":{"maps":0,"clients":1,"ready":false,"loaded":false}}"#)
        room.dispatch(search, app)
        let reloaded = room.join(.map, "m2")
        #expect(room.heardTypes(reloaded).isEmpty)
        room.dispatch(ready, reloaded)
        room.dispatch(mapLoaded, reloaded)
        #expect(room.heardTypes(reloaded) == ["SET_TENANT_DATA", "LOAD_MAP", "SEARCH_ITEM", "SET_ZOOM"])
    }

    @Test("the 1,001st action that waits for a map is refused, not recorded and not confirmed")
    func overflow() {
        let room = Room()
        let app = room.join(.client, "a1")
        for _ in 0..<1_000 { room.dispatch(search, app) }
        _ = room.heard(app)
        room.say(#"{"id":"x","action":\#(search)}"#, app)
        #expect(room.heard(app).first?.contains("not_ready_overflow") == true)
        #expect(room.session.seq == 1_000)
        #expect(room.confirmed.isEmpty)
        room.dispatch(setZoom, app)
        #expect(room.session.seq == 1_001, "a retained action needs no room")
    }

    @Test("a list that does not fit among those that wait is refused whole, and the same list again is confirmed")
    func listOverflow() throws {
        let room = Room()
        let app = room.join(.client, "a1")
        for _ in 0..<998 { room.dispatch(search, app) }
        let list = "[\(search),\(setZoom),\(search)]"
        #expect(try room.post(list, id: "k") == [999, 1_000, 1_001])
        #expect(try room.post(list, id: "k") == [999, 1_000, 1_001], "already there, so it needs no room")
        #expect(throws: Refusal.self) { try room.post("[\(setZoom),\(search)]", id: "l") }
        #expect(room.session.seq == 1_001, "the first of the list was not dispatched either")
    }
}
