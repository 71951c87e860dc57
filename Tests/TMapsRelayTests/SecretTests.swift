import TMapsProtocol
import TMapsRelay
import Testing

@Suite struct SecretTests {
    private let own = #"{"type":"SET_APPLICATION_SECRETS","client_id":"mine","client_secret":"s3cr3t"}"#

    @Test("F56: a secret reaches maps only; observers, other clients and the record read ***")
    func masked() throws {
        let room = Room()
        let map = room.join(.map, "m1", .bare)
        room.dispatch(ready, map)
        let observer = room.join(.observer, "o1", .bare)
        let app = room.join(.client, "a1", .bare)
        let other = room.join(.client, "a2", .bare)
        for peer in [map, observer, app, other] { _ = room.heard(peer) }
        room.dispatch(own, app)
        #expect(room.heard(map) == [own])
        #expect(
            room.heard(observer) == [#"{"type":"SET_APPLICATION_SECRETS","client_id":"***","client_secret":"***"}"#])
        #expect(room.heard(app).isEmpty && room.heard(other).isEmpty)
        let changes = try #require(room.session.takeChanges())
        #expect(changes.records.allSatisfy { !$0.action.text.contains("s3cr3t") && !$0.action.text.contains("mine") })
        #expect(changes.retained.isEmpty, "kept in memory only")
    }

    @Test("a client's own secret wins over the file's for its session")
    func ownWins() {
        let room = Room(secrets: fileSecrets)
        let app = room.join(.client, "a1", .bare)
        room.dispatch(own, app)
        let map = room.join(.map, "m1", .bare)
        room.dispatch(ready, map)
        let heard = room.heard(map)
        #expect(heard.contains(own))
        #expect(!heard.contains { $0.contains("fsecret") })
        #expect(heard.contains { $0.contains("ftoken") })
        #expect(!room.session.canBePutAway)
    }

    @Test("a type written with escapes is the same type: masked all the same")
    func escapedType() throws {
        let room = Room()
        let observer = room.join(.observer, "o1", .bare)
        let app = room.join(.client, "a1", .bare)
        room.dispatch(#"{"typ\u0065":"SET_APPLICATION_SECRET\u0053","client_id":"mine","client_secret":"s3cr3t"}"#, app)
        #expect(room.heard(observer).allSatisfy { !$0.contains("s3cr3t") })
        #expect(try #require(room.session.takeChanges()).records.allSatisfy { !$0.action.text.contains("s3cr3t") })
    }

    @Test("a map that missed a masked record gets the current secret, never ***")
    func missedSecret() {
        let room = Room()
        let page = room.join(.map, "m1")
        room.dispatch(ready, page)
        let app = room.join(.client, "a1", .bare)
        room.leave(page)
        room.dispatch(own, app)
        let back = room.join(.map, "m1", after: 1, epoch: "E1")
        let heard = room.heard(back)
        #expect(heard.contains(#"{"state":true,"action":\#(own)}"#))
        #expect(!heard.contains { $0.contains("***") })
    }

    @Test("a map that dispatches a secret is refused: clients never see one")
    func fromMap() {
        let room = Room()
        let map = room.join(.map, "m1", .bare)
        let app = room.join(.client, "a1", .bare)
        room.dispatch(own, map)
        #expect(room.heard(app).isEmpty)
        #expect(room.heard(map).first?.contains("wrong_direction") == true)
    }
}
