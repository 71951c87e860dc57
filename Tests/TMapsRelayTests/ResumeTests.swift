import TMapsProtocol
import TMapsRelay
import Testing

@Suite struct ResumeTests {
    /// A session with one ready map and one client, and twelve events of the map in its log.
    private func busyRoom() -> (room: Room, map: Peer, app: Peer) {
        let room = Room()
        let map = room.join(.map, "m1")
        room.dispatch(ready, map)
        let app = room.join(.client, "a1")
        for number in 1...11 { room.dispatch(#"{"type":"TAP","n":\#(number)}"#, map) }
        return (room, map, app)
    }

    @Test("a client that comes back gets what it missed, each under its own seq, after one answer")
    func clientResumes() {
        let (room, map, app) = busyRoom()
        room.leave(app)
        room.dispatch(#"{"type":"TAP","n":12}"#, map)
        let back = room.join(.client, "a1", after: 12, epoch: "E1")
        let heard = room.heard(back)
        #expect(heard[1] == #"{"resumed":true,"after":12,"replayed":1}"#)
        #expect(heard[2] == #"{"seq":13,"peer":"m1","role":"map","action":{"type":"TAP","n":12}}"#)
        #expect(heard.count == 3)
    }

    @Test("socket.io#5419: two reconnects without traffic replay nothing twice")
    func twice() {
        let (room, _, app) = busyRoom()
        room.leave(app)
        for _ in 0..<2 {
            let back = room.join(.client, "a1", after: 12, epoch: "E1")
            #expect(room.heard(back).dropFirst() == [#"{"resumed":true,"after":12,"replayed":0}"#])
            room.leave(back)
        }
    }

    @Test("socket.io#5282: positions are compared, so a resume works whatever became of the last packet")
    func otherRolesRecord() {
        let (room, _, app) = busyRoom()
        room.dispatch(search, app)
        room.leave(app)
        let back = room.join(.client, "a1", after: 13, epoch: "E1")
        #expect(room.heard(back)[1] == #"{"resumed":true,"after":13,"replayed":0}"#)
    }

    @Test("another epoch, or a position that lies ahead, is refused by name, and what is kept follows")
    func refused() {
        let (room, _, _) = busyRoom()
        let stranger = room.join(.client, "a2", after: 5, epoch: "E0")
        let heard = room.heard(stranger)
        #expect(heard[1] == #"{"resumed":false,"reason":"epoch","next":1}"#)
        #expect(heard.count == 14)
        let ahead = room.join(.client, "a3", after: 500, epoch: "E1")
        #expect(room.heard(ahead)[1] == #"{"resumed":false,"reason":"ahead","next":1}"#)
    }

    @Test("trimmed history is said to be trimmed")
    func trimmed() {
        let (room, _, _) = busyRoom()
        room.session.trimmed(firstKept: 8)
        let late = room.join(.client, "a2", after: 3, epoch: "E1")
        let heard = room.heard(late)
        #expect(heard[1] == #"{"resumed":false,"reason":"trimmed","next":8}"#)
        #expect(heard[2].hasPrefix(#"{"seq":8,"#))
    }

    @Test("a resume as first message skips what came live since the handshake")
    func resumeMessage() {
        let (room, map, app) = busyRoom()
        room.leave(app)
        let back = room.join(.client, "a1")
        room.dispatch(#"{"type":"TAP","n":12}"#, map)
        _ = room.heard(back)
        room.say(#"{"resume":{"after":11,"epoch":"E1"}}"#, back)
        let heard = room.heard(back)
        #expect(heard.first == #"{"resumed":true,"after":11,"replayed":1}"#)
        #expect(heard.count == 2 && heard[1].hasPrefix(#"{"seq":12,"#))
    }

    @Test("F52: a page that loses only its socket stays ready and gets what it missed")
    func mapResumes() {
        let (room, map, app) = busyRoom()
        room.leave(map)
        #expect(!room.session.presence.isReady)
        room.dispatch(search, app)
        room.dispatch(setZoom, app)
        _ = room.heard(app)
        let back = room.join(.map, "m1", after: 1, epoch: "E1")
        #expect(room.session.presence.isReady)
        #expect(room.heardTypes(back) == ["SEARCH_ITEM", "SET_ZOOM"])
        #expect(room.heard(app) == [#"{"peers":{"maps":1,"clients":1,"ready":true,"loaded":false}}"#])
    }

    @Test("a page with a known id but no position starts at READY again")
    func sameIdAnew() {
        let (room, map, app) = busyRoom()
        room.dispatch(tenants, app)
        room.leave(map)
        let back = room.join(.map, "m1")
        #expect(room.heardTypes(back).isEmpty)
        #expect(!room.session.presence.isReady)
    }

    @Test("a page cut before caught_up gets the state again, and what waited for it once more")
    func cutInReplay() {
        let room = Room()
        let app = room.join(.client, "a1")
        for action in [tenants, search, loadMap, setZoom] { room.dispatch(action, app) }
        let map = room.join(.map, "m1")
        room.dispatch(ready, map)
        room.leave(map)
        let back = room.join(.map, "m1", after: 0, epoch: "E1")
        #expect(room.heardTypes(back) == ["SET_TENANT_DATA", "LOAD_MAP", "SEARCH_ITEM"])
        room.dispatch(mapLoaded, back)
        let end = room.heard(back)
        #expect(end.first == #"{"state":true,"action":\#(setZoom)}"#)
        #expect(end.last?.hasPrefix(#"{"caught_up":"#) == true)
    }

    @Test("a caught_up that was lost on the way brings the state again, and nothing that was another page's")
    func lostCaughtUp() {
        let (room, _, app) = busyRoom()
        room.dispatch(search, app)
        room.dispatch(tenants, app)
        let page = room.join(.map, "m2")
        room.dispatch(ready, page)
        #expect(room.heard(page).last == #"{"caught_up":15}"#)
        room.leave(page)
        let back = room.join(.map, "m2", after: 0, epoch: "E1")
        #expect(room.heardTypes(back) == ["SET_TENANT_DATA"])
    }

    @Test("a page that is not known is told so, and says READY again; one cut before READY is not asked to")
    func unknownGate() {
        let (room, _, _) = busyRoom()
        let stranger = room.join(.map, "m7", after: 3, epoch: "E1")
        #expect(room.heard(stranger).last == #"{"resumed":false,"reason":"trimmed","next":1}"#)
        room.leave(stranger)
        let again = room.join(.map, "m7", after: 3, epoch: "E1")
        #expect(room.heard(again).last == #"{"resumed":true,"after":3,"replayed":0}"#)
    }

    @Test("what is not in memory any more is asked of the store, and live traffic comes after it")
    func fromStore() throws {
        let (room, map, app) = busyRoom()
        let old = try #require(room.session.takeChanges()).records
        room.leave(app)
        let filler = #"{"type":"TAP","pad":"\#(String(repeating: "x", count: 4_000))"}"#
        for _ in 0..<1_100 { room.dispatch(filler, map) }
        let middle = try #require(room.session.takeChanges()).records
        let back = room.join(.client, "a1", after: 10, epoch: "E1")
        #expect(room.heard(back).count == 1)
        #expect(room.reads.map(\.after) == [10])
        room.dispatch(#"{"type":"TAP","n":"live"}"#, map)
        #expect(room.heard(back).isEmpty, "live traffic waits for what came before")
        room.answerRead((old + middle).filter { $0.seq > 10 }, back)
        let heard = room.heard(back)
        #expect(heard[0] == #"{"resumed":true,"after":10,"replayed":1103}"#)
        #expect(heard[1].hasPrefix(#"{"seq":11,"#))
        #expect(heard.last?.contains("live") == true)
        #expect(heard.count == 1_104)
    }

    @Test("after a restart the session goes on: state, gate, confirmations and what waits")
    func restart() throws {
        let room = Room()
        let app = room.join(.client, "a1")
        let map = room.join(.map, "m1")
        room.dispatch(ready, map)
        room.dispatch(tenants, app)
        room.leave(map)
        room.say(#"{"id":"c9","action":\#(search)}"#, app)
        let changes = try #require(room.session.takeChanges())
        let summary = SessionSummary(
            session: "hall", name: nil, epoch: "E1", seq: changes.reservedSeq, created: 1_000, lastActive: 1_000)
        let stored = StoredSession(
            summary, retained: changes.retained.values.compactMap { $0 }, gates: changes.gates.compactMapValues { $0 },
            waitingAfter: changes.waitingAfter, waiting: changes.records.filter { $0.retention == .pass && $0.seq > 2 },
            tail: changes.records, firstKept: 1,
            confirmations: [.init(role: .client, peer: "a1", id: "c9", seq: 3)])
        let after = Room(restored: stored)
        let page = after.join(.map, "m1", after: 2, epoch: "E1")
        #expect(after.heardTypes(page) == ["SEARCH_ITEM"])
        #expect(after.session.presence.isReady)
        let back = after.join(.client, "a1")
        after.say(#"{"id":"c9","action":\#(search)}"#, back)
        #expect(after.confirmed.first?.seq == 3)
        after.dispatch(search, back)
        #expect(after.session.seq == changes.reservedSeq + 1, "no number is given out twice")
    }
}
