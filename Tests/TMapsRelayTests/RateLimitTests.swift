import TMapsProtocol
import TMapsRelay
import Testing

/// A limit that can be asked inside an expectation.
private final class Bucket {
    private(set) var value: RateLimit

    init(perSecond: Int, now: Int64) { value = RateLimit(perSecond: perSecond, now: now) }

    func take(_ count: Int = 1, now: Int64) -> Bool { value.take(count, now: now) }
}

@Suite struct RateLimitTests {
    @Test("a second's worth may come at once, then one each period")
    func burst() {
        let limit = Bucket(perSecond: 4, now: 1_000)
        for _ in 0..<4 { #expect(limit.take(now: 1_000)) }
        #expect(!limit.take(now: 1_000) && limit.value.wait() == 250)
        #expect(!limit.take(now: 1_249) && limit.value.wait() == 1)
        #expect(limit.take(now: 1_250) && !limit.take(now: 1_250))
    }

    @Test("what is not used in a second is not saved up")
    func full() {
        let limit = Bucket(perSecond: 2, now: 0)
        #expect(limit.take(2, now: 0) && !limit.value.isFull(now: 999) && limit.value.isFull(now: 1_000))
        #expect(!limit.take(3, now: 60_000) && limit.take(2, now: 60_000) && !limit.take(now: 60_000))
    }

    @Test("over a long time no more than the rate passes, and all of it where it is asked for evenly")
    func longRun() {
        let limit = Bucket(perSecond: 7, now: 0)
        var passed = 0
        for now in Int64(0)..<100_000 where limit.take(now: now) { passed += 1 }
        #expect(passed == 7 + 7 * 100 - 1)
    }

    @Test("a list is taken whole or not at all; one that is longer than the bucket never fits")
    func list() {
        let limit = Bucket(perSecond: 5, now: 0)
        #expect(limit.take(3, now: 0) && !limit.take(3, now: 0) && limit.take(2, now: 0))
        #expect(limit.value.wait(for: 5) == 1_000 && limit.value.wait(for: 6) == nil)
        #expect(limit.value.refusal(of: 6).message.contains("a list of 6 must be sent in parts"))
    }

    @Test("a clock that is set back brings nothing, one that is set forward a second's worth")
    func clock() {
        let limit = Bucket(perSecond: 1, now: 1_000_000)
        #expect(limit.take(now: 1_000_000) && !limit.take(now: 5))
        #expect(!limit.take(now: 1_004) && limit.take(now: 1_005))
        #expect(limit.take(now: .max) && !limit.take(now: .max))
    }
}

@Suite struct RatedSessionTests {
    private let tap = #"{"type":"TAP"}"#

    private func room(_ perSecond: Int?, maxRefusals: Int = 1_000) -> Room {
        var limits = Session.Limits()
        limits.actionsPerSecond = perSecond
        limits.maxRefusals = maxRefusals
        return Room(limits: limits)
    }

    @Test("what is beyond the rate is refused to its sender alone, by the dispatch's own id")
    func refused() {
        let room = room(2)
        let (map, fast, other) = (room.join(.map, "m"), room.join(.client, "f"), room.join(.client, "o"))
        room.dispatch(ready, map)
        for peer in [map, fast, other] { _ = room.heard(peer) }
        for number in 1...3 { room.say(#"{"id":"c\#(number)","action":\#(setZoom)}"#, fast) }
        room.dispatch(setCenter, other)
        let message = "more than 2 actions in a second; try again in 500 ms"
        #expect(room.heard(fast) == [#"{"error":{"code":"rate_limited","message":"\#(message)","id":"c3"}}"#])
        #expect(room.heardTypes(map) == ["SET_ZOOM", "SET_ZOOM", "SET_CENTER"])
        #expect(room.heard(other) == [] && room.closed.isEmpty)
        room.pass(500)
        room.say(#"{"id":"c3","action":\#(setZoom)}"#, fast)
        #expect(room.confirmed.map(\.id) == ["c1", "c2", "c3"])
    }

    @Test("a bare peer is told by an ERROR")
    func bare() {
        let room = room(1)
        let app = room.join(.client, "a", .bare)
        room.dispatch(tap, app)
        room.dispatch(tap, app)
        #expect(room.heard(app).last?.contains(#""type":"ERROR","error":{"code":"rate_limited","#) == true)
    }

    @Test("a dispatch that is confirmed again is not counted: who comes back with what it sent hears that it is done")
    func duplicates() {
        let room = room(1)
        let app = room.join(.client, "a")
        for _ in 0..<3 { room.say(#"{"id":"c1","action":\#(tap)}"#, app) }
        #expect(room.confirmed.map(\.isDuplicate) == [false, true, true])
    }

    @Test("a page's READY and MAP_LOADED pass, whatever it has said before")
    func gateEvents() {
        let room = room(1)
        let map = room.join(.map, "m")
        room.dispatch(tap, map)
        room.dispatch(tap, map)
        #expect(room.heard(map).last?.contains("rate_limited") == true)
        room.dispatch(ready, map)
        room.dispatch(mapLoaded, map)
        #expect(room.session.presence.isLoaded)
    }

    @Test("no peer is closed for its rate before it has been refused as often as any other")
    func closed() {
        let room = room(1, maxRefusals: 3)
        let app = room.join(.client, "a")
        for _ in 0..<3 { room.dispatch(tap, app) }
        #expect(room.closed.isEmpty)
        room.dispatch(tap, app)
        #expect(room.closed == [app.address: .refusals])
    }

    @Test("without a rate a peer has no limit")
    func off() {
        let room = room(nil)
        let map = room.join(.map, "m")
        for _ in 0..<5_000 { room.dispatch(tap, map) }
        #expect(room.session.seq == 5_000 && room.heard(map).count == 1)
    }
}
