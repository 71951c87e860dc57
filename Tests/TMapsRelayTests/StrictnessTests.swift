import TMapsProtocol
import TMapsRelay
import Testing

@Suite struct StrictnessTests {
    private func room(_ strictness: Strictness) -> (room: Room, app: Peer, map: Peer, observer: Peer) {
        var limits = Session.Limits()
        limits.strictness = strictness
        let room = Room(limits: limits)
        let (app, map) = (room.join(.client, "app", .bare), room.join(.map, "page", .bare))
        let observer = room.join(.observer, "eye", .bare)
        room.dispatch(ready, map)
        for peer in [app, map, observer] { _ = room.heard(peer) }
        return (room, app, map, observer)
    }

    private let wrong = #"{"type":"SET_CENTER","center":[31.9,135.9]}"#

    @Test("a wrong field is refused to its sender alone: nobody gets it and no number is spent")
    func refused() {
        let (room, app, map, observer) = room(.on)
        let before = room.session.seq
        room.dispatch(wrong, app)
        #expect(room.heard(map).isEmpty)
        #expect(room.heard(observer).isEmpty)
        #expect(room.session.seq == before)
        #expect(room.heard(app).first?.contains("latitude 135.9 is outside -90…90 (order is [lng, lat])") == true)
        room.dispatch(#"{"type":"FEATURE_MARKED"}"#, map)
        #expect(room.heard(map).first?.contains("invalid_field") == true)
        #expect(room.heard(app).isEmpty)
    }

    @Test("the direction is told before a field")
    func direction() {
        let (room, app, _, _) = room(.on)
        room.dispatch(#"{"type":"FEATURE_MARKED"}"#, app)
        #expect(room.heard(app).first?.contains("wrong_direction") == true)
    }

    @Test("with warn it is relayed as it is, and the log is told")
    func warned() {
        let (room, app, map, _) = room(.warn)
        room.dispatch(wrong, app)
        #expect(room.heard(map) == [wrong])
        #expect(room.heard(app).isEmpty)
        #expect(room.warnings == ["client app: center: latitude 135.9 is outside -90…90 (order is [lng, lat])"])
        room.dispatch(setZoom, app)
        #expect(room.warnings.count == 1)
    }

    @Test("with off everything that is an action is relayed, in both directions")
    func off() {
        let (room, app, map, _) = room(.off)
        room.dispatch(wrong, app)
        room.dispatch(#"{"type":"FEATURE_MARKED"}"#, app)
        #expect(room.heard(map) == [wrong, #"{"type":"FEATURE_MARKED"}"#])
        room.dispatch(setZoom, map)
        #expect(room.heard(app) == [setZoom])
        room.dispatch(#"{"zoom":3}"#, app)
        #expect(room.heard(app).first?.contains("not_an_action") == true)
        #expect(room.warnings.isEmpty)
    }

    @Test("a READY that a client says makes no map ready")
    func clientReady() {
        var limits = Session.Limits()
        limits.strictness = .off
        let room = Room(limits: limits)
        let (app, map) = (room.join(.client, "app", .bare), room.join(.map, "page", .bare))
        room.dispatch(ready, app)
        room.dispatch(setZoom, app)
        #expect(room.heard(map).isEmpty)
        #expect(!room.session.presence.isReady)
    }

    @Test("a secret that a map says reaches no client at any level", arguments: Strictness.allCases)
    func leak(strictness: Strictness) {
        let (room, app, map, observer) = room(strictness)
        room.dispatch(#"{"type":"SET_MAPBOX_ACCESS_TOKEN","access_token":"pk.leak"}"#, map)
        #expect(room.heard(map).first?.contains("wrong_direction") == true)
        #expect(room.heard(app).isEmpty)
        #expect(room.heard(observer).isEmpty)
    }

    @Test("observers see a client's secret masked at any level", arguments: Strictness.allCases)
    func masked(strictness: Strictness) {
        let (room, app, map, observer) = room(strictness)
        let secret = #"{"type":"SET_MAPBOX_ACCESS_TOKEN","access_token":"pk.secret"}"#
        room.dispatch(secret, app)
        #expect(room.heard(map) == [secret])
        #expect(room.heard(observer) == [#"{"type":"SET_MAPBOX_ACCESS_TOKEN","access_token":"***"}"#])
    }
}
