@testable import TMapsClient
import TMapsProtocol
import Testing

@Suite struct DispatchingTests {
    @Test("every dispatch has its own id and is answered by it")
    func confirmed() throws {
        var wire = Wire.connected()
        #expect(try wire.dispatch(zoom) == [envelope(1, zoom)])
        #expect(try wire.dispatch(center, to: "m1") == [#"send {"id":"c-2","to":"m1","action":\#(center)}"#])
        #expect(wire.heard(OutboundEnvelope.ack(.init(id: "c-2", seq: 9, isDuplicate: false))) == ["2 is 9"])
        #expect(
            wire.heard(OutboundEnvelope.error(Refusal(.invalidField, "zoom"), id: "c-1")) == ["1 failed invalid_field"])
        #expect(wire.heard(OutboundEnvelope.ack(.init(id: "c-2", seq: 9, isDuplicate: true))) == [])
        #expect(
            wire.heard(OutboundEnvelope.error(Refusal(.rateLimited, "slow"), id: nil)) == ["event refused rate_limited"]
        )
        #expect(wire.machine.buffer.count == 0)
        #expect(wire.machine.buffer.byteCount == 0)
    }

    @Test("what is not confirmed is sent again in order, before what is new and before the client is connected")
    func resent() throws {
        var wire = Wire.connected()
        _ = try wire.dispatch(zoom)
        _ = try wire.dispatch(center)
        _ = wire.heard(OutboundEnvelope.ack(.init(id: "c-1", seq: 1, isDuplicate: false)))
        _ = wire.closed(1006)
        #expect(try wire.dispatch(zoom) == [])
        _ = wire.timerFired()
        #expect(try wire.dispatch(center) == [])
        #expect(
            wire.hello() == [
                "timer 10.0 seconds", envelope(2, center), envelope(3, zoom), envelope(4, center), "event connected",
                "connected ok",
            ])
        #expect(try wire.dispatch(zoom) == [envelope(5, zoom)])
    }

    @Test(
        "what is no action is refused before it is sent",
        arguments: [
            (#"{"zoom":3}"#, "not_an_action"), ("[]", "not_an_action"), (#"{"type":"A",}"#, "invalid_json"),
            (#"{"type":"A","type":"B"}"#, "duplicate_key"), ("", "invalid_json"),
            (#"{"type":"X","a":NaN}"#, "invalid_json"),
        ])
    func refusedLocally(json: String, code: String) {
        var wire = Wire.connected()
        #expect(throws: TMapsError(.init(rawValue: code), "")) { try wire.dispatch(json) }
        #expect(wire.machine.buffer.count == 0)
    }

    @Test("the action's bytes are not touched")
    func untouched() throws {
        var wire = Wire.connected()
        let odd = #"{ "type" : "X", "n":1.0, "z":-0.0, "big":9007199254740993, "s":"\u2028\/" }"#
        #expect(try wire.dispatch(" \(odd)\n") == [envelope(1, odd)])
    }

    @Test("a message above the server's limit is refused here, also when the limit came down meanwhile")
    func tooLarge() throws {
        var wire = Wire.connected()
        let long = #"{"type":"X","text":"\#(String(repeating: "x", count: 900))"}"#
        #expect(try wire.dispatch(long).count == 1)
        let longer = #"{"type":"X","text":"\#(String(repeating: "x", count: 1_000))"}"#
        #expect(throws: TMapsError(.tooLarge, "")) { try wire.dispatch(longer) }
        _ = wire.closed(1001)
        _ = wire.timerFired()
        #expect(
            wire.hello(maxMessage: 500) == [
                "timer 10.0 seconds", "1 failed too_large", "event connected", "connected ok",
            ])
    }

    @Test("a message that something on the way closes with 1009 is not sent for ever")
    func closedTooLarge() throws {
        var wire = Wire.connected()
        _ = try wire.dispatch(zoom)
        _ = try wire.dispatch(center)
        #expect(wire.closed(1009).first == "2 failed too_large")
        _ = wire.timerFired()
        #expect(wire.hello().contains(envelope(1, zoom)))
    }

    @Test("no more waits than is stated, in actions and in bytes")
    func bounded() throws {
        var wire = Wire.connected { $0.maxUnconfirmedActions = 2 }
        _ = try wire.dispatch(zoom)
        _ = try wire.dispatch(zoom)
        #expect(throws: TMapsError(.bufferFull, "")) { try wire.dispatch(zoom) }
        _ = wire.heard(OutboundEnvelope.ack(.init(id: "c-1", seq: 1, isDuplicate: false)))
        #expect(try wire.dispatch(zoom) == [envelope(3, zoom)])
        var small = Wire.connected { $0.maxUnconfirmedBytes = 100 }
        _ = try small.dispatch(zoom)
        #expect(throws: TMapsError(.bufferFull, "")) { try small.dispatch(zoom) }
    }

    @Test("nothing is taken before the first hello or after the end")
    func notConnected() throws {
        var wire = Wire()
        #expect(throws: TMapsError(.closed, "")) { try wire.dispatch(zoom) }
        _ = wire.connect()
        #expect(try wire.dispatch(zoom) == [])
        #expect(wire.failed() == ["no timer", "1 failed cannot_connect", "connected cannot_connect"])
    }

    @Test("an abandoned dispatch is not sent again, and its late answer is nobody's")
    func abandoned() throws {
        var wire = Wire.connected()
        _ = try wire.dispatch(zoom)
        wire.machine.dispatchAbandoned(1)
        #expect(wire.heard(OutboundEnvelope.ack(.init(id: "c-1", seq: 1, isDuplicate: false))) == [])
        _ = wire.closed(1006)
        _ = wire.timerFired()
        #expect(!wire.hello().contains { $0.hasPrefix("send") })
    }
}
