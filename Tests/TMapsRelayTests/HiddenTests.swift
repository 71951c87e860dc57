import TMapsProtocol
import TMapsRelay
import Testing

/// home-assistant/core#81293: nobody knows that a tab is hidden.
@Suite struct HiddenTests {
    @Test("a page that says it is hidden is counted as such until it is shown or gone, and nothing is recorded")
    func hidden() {
        let room = Room()
        let (app, map, other) = (room.join(.client, "a1"), room.join(.map, "m1"), room.join(.map, "m2"))
        _ = room.heard(app)
        room.say(#"{"hidden":true}"#, map)
        let told = #"{"peers":{"maps":2,"clients":1,"ready":false,"loaded":false,"hidden":1}}"#
        #expect(room.heard(app) == [told])
        room.say(#"{"hidden":true}"#, map)
        #expect(room.heard(app).isEmpty)
        #expect(room.heard(room.join(.client, "a2")).first?.contains(#""hidden":1"#) == true)
        room.leave(other)
        _ = room.heard(app)
        room.say(#"{"hidden":false}"#, map)
        #expect(room.heard(app).last == #"{"peers":{"maps":1,"clients":2,"ready":false,"loaded":false}}"#)
        room.say(#"{"hidden":true}"#, map)
        room.leave(map)
        #expect(room.heard(app).last?.contains("hidden") == false)
        #expect(room.session.seq == 0)
    }

    @Test(
        "what is no word about being hidden is refused to its sender",
        arguments: [
            (Role.map, #"{"hidden":1}"#, "hidden: expected true or false, found another value at byte 10"),
            (.map, #"{"hidden":true,"hidden":true}"#, #"\"hidden\" appears twice, again at byte 24"#),
            (.client, #"{"hidden":true}"#, "hidden: is said by maps"),
        ])
    func refused(role: Role, text: String, reason: String) {
        let room = Room()
        let peer = room.join(role, "p1")
        _ = room.heard(peer)
        room.say(text, peer)
        #expect(room.heard(peer).first?.contains(reason) == true)
        #expect(room.session.presence.hidden == 0)
    }
}
