@testable import TMapsClient
import TMapsProtocol
import Testing

@Suite struct PositionTests {
    /// Cuts the connection and tells where the client asks to go on.
    private func resume(_ wire: inout Wire) -> String {
        _ = wire.closed(1006)
        return wire.timerFired().last ?? ""
    }

    @Test("a position begins with the hello and moves with every action heard")
    func moves() {
        var wire = Wire()
        _ = wire.connect()
        _ = wire.hello(seq: 41)
        #expect(resume(&wire) == "open after 41 of E1")
        _ = wire.hello(seq: 50)
        #expect(wire.heard(OutboundEnvelope.resumed(after: 41, replayed: 1)) == ["event resumed 1"])
        #expect(wire.action(45, "ZOOM_ENDED") == ["event 45 ZOOM_ENDED"])
        #expect(resume(&wire) == "open after 45 of E1")
    }

    @Test("a connection can begin behind a position; without an epoch it takes that of the session, and keeps it")
    func given() {
        var wire = Wire()
        #expect(wire.connect(after: Position(seq: 3, epoch: nil)).last == "open after 3 of -")
        _ = wire.hello(seq: 9, epoch: "E7")
        #expect(wire.heard(OutboundEnvelope.resumed(after: 3, replayed: 6)) == ["event resumed 6"])
        #expect(wire.action(4) == ["event 4 X"])
        // Else a session that is made anew meanwhile would be taken for the same one.
        #expect(resume(&wire) == "open after 4 of E7")
        var other = Wire()
        #expect(other.connect(after: Position(seq: 3, epoch: "E1")).last == "open after 3 of E1")
        _ = other.hello(seq: 9, epoch: "E2")
        #expect(other.heard(OutboundEnvelope.notResumed(.epoch, next: 1)) == ["event gap epoch 1"])
        #expect(other.action(1) == ["event 1 X"])
        #expect(resume(&other) == "open after 1 of E2")
    }

    @Test("what was heard already is not heard twice (two silent reconnects replay the same)")
    func once() {
        var wire = Wire.connected()
        #expect(wire.action(3) == ["event 3 X"])
        #expect(wire.action(3) == [])
        #expect(wire.action(2) == [])
        #expect(wire.action(4) == ["event 4 X"])
    }

    @Test("confirmations move it too, but not while a replay is under way")
    func confirmations() throws {
        var wire = Wire.connected()
        _ = try wire.dispatch(zoom)
        _ = wire.heard(OutboundEnvelope.ack(.init(id: "c-1", seq: 7, isDuplicate: false)))
        #expect(resume(&wire) == "open after 7 of E1")
        _ = wire.hello(seq: 9)
        _ = try wire.dispatch(zoom)
        _ = wire.heard(OutboundEnvelope.ack(.init(id: "c-2", seq: 10, isDuplicate: false)))
        #expect(resume(&wire) == "open after 7 of E1")
        _ = wire.hello(seq: 10)
        _ = wire.heard(OutboundEnvelope.resumed(after: 7, replayed: 2))
        _ = wire.action(8)
        _ = try wire.dispatch(zoom)
        _ = wire.heard(OutboundEnvelope.ack(.init(id: "c-3", seq: 11, isDuplicate: false)))
        #expect(resume(&wire) == "open after 8 of E1")
        _ = wire.hello(seq: 11)
        _ = wire.heard(OutboundEnvelope.resumed(after: 8, replayed: 1))
        #expect(wire.action(9) == ["event 9 X"])
        _ = try wire.dispatch(zoom)
        _ = wire.heard(OutboundEnvelope.ack(.init(id: "c-4", seq: 12, isDuplicate: false)))
        #expect(resume(&wire) == "open after 12 of E1")
    }

    @Test("another epoch is a gap, told once it is sure, also when the connection is cut before")
    func epoch() {
        var wire = Wire()
        _ = wire.connect()
        _ = wire.hello(seq: 41)
        _ = resume(&wire)
        _ = wire.hello(seq: 2, epoch: "E2")
        #expect(resume(&wire) == "open after 41 of E1")
        _ = wire.hello(seq: 2, epoch: "E2")
        #expect(wire.heard(OutboundEnvelope.notResumed(.epoch, next: 1)) == ["event gap epoch 1"])
        #expect(wire.action(1) == ["event 1 X"])
        #expect(wire.action(2) == ["event 2 X"])
        #expect(resume(&wire) == "open after 2 of E2")
    }

    @Test("records that are not kept any more are a gap, and what is kept follows")
    func trimmed() {
        var wire = Wire.connected()
        _ = resume(&wire)
        _ = wire.hello(seq: 20_000)
        #expect(wire.heard(OutboundEnvelope.notResumed(.trimmed, next: 10_001)) == ["event gap trimmed 10001"])
        #expect(wire.action(10_001) == ["event 10001 X"])
    }

    @Test("messages that are not for clients, and those of a newer server, are passed over")
    func ignored() {
        var wire = Wire.connected()
        #expect(wire.heard(#"{"state":true,"action":{"type":"X"}}"#) == [])
        #expect(wire.heard(#"{"caught_up":9}"#) == [])
        #expect(wire.heard(#"{"weather":"sun"}"#) == [])
        #expect(wire.heard(#"{"peers":{"maps":3,"clients":1,"ready":true,"loaded":false}}"#) == ["event presence 3"])
        #expect(resume(&wire) == "open after 0 of E1")
    }
}
