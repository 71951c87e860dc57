import TMapsProtocol
import TMapsRelay
import Testing

/// What was missed may be more than fits into a queue: it goes out page by page (wire contract §3 and §7).
@Suite struct PagingTests {
    private static let pad = String(repeating: "x", count: 1_000)
    private static func tap(_ number: Int) -> String { #"{"type":"TAP","n":\#(number),"pad":"\#(pad)"}"# }
    private static func custom(_ number: Int) -> String { #"{"type":"CUSTOM","n":\#(number),"pad":"\#(pad)"}"# }

    private func smallPages(_ bytes: Int = 10_000) -> Session.Limits {
        var limits = Session.Limits()
        limits.pageBytes = bytes
        return limits
    }

    /// The `n` of each action heard, in order.
    private func numbers(_ heard: [String]) -> [Int] {
        heard.compactMap { message in
            message.firstRange(of: #""n":"#).flatMap { Int(message[$0.upperBound...].prefix { $0.isNumber }) }
        }
    }

    /// A client that missed `count` events of 1 kB, of which the store has all and the tail in memory the last ones.
    private func missed(_ count: Int) throws -> (room: Room, map: Peer, back: Peer, log: [Record]) {
        let room = Room(limits: smallPages())
        let map = room.join(.map, "m1")
        room.dispatch(ready, map)
        for number in 1...count { room.dispatch(Self.tap(number), map) }
        let log = try #require(room.session.takeChanges()).records
        let back = room.join(.client, "a1", after: 1, epoch: "E1")
        return (room, map, back, log)
    }

    /// Plays store and socket until `peer` is live, and returns what it heard, page by page.
    private func catchUp(_ room: Room, _ peer: Peer, _ log: [Record]) -> [[String]] {
        var pages = [room.heard(peer)]
        while peer.isCatchingUp {
            if !room.reads.isEmpty {
                room.answerRead(log, peer, limit: 7)
            } else {
                pages.append([])
                room.takeAll(peer)
            }
            pages[pages.count - 1] += room.heard(peer)
        }
        return pages.filter { !$0.isEmpty }
    }

    @Test("the answer says how much will come, then it comes in pages, each after the one before has left")
    func pages() throws {
        let (room, _, back, log) = try missed(3_000)
        let pages = catchUp(room, back, log)
        #expect(pages[0][1] == #"{"resumed":true,"after":1,"replayed":3000}"#)
        #expect(numbers(pages.flatMap(\.self)) == Array(1...3_000))
        let largest = pages.map { $0.reduce(0) { $0 + $1.utf8.count } }.max() ?? 0
        #expect(largest < 13_000, "a page of 10,000 bytes and one action at most")
        #expect(room.live.last == back.address)
    }

    @Test("of what is only counted no more than a page is kept")
    func memory() throws {
        let (room, _, back, log) = try missed(3_000)
        var held: [Weak] = []
        for _ in 0..<100 {
            let after = try #require(room.reads.first).after
            // Copies, as the store makes them: only the session can keep them alive.
            let page = log.filter { $0.seq > after }.prefix(7).map(copy)
            held += page.map(Weak.init)
            room.answerRead(page, back)
        }
        #expect(held.count { $0.record != nil } <= 12)
    }

    @Test("what is dispatched meanwhile comes out of the log in its place: no gap, no duplicate, and then live")
    func liveMeanwhile() throws {
        var (room, map, back, log) = try missed(2_000)
        var heard = room.heard(back)
        var number = 2_000
        while back.isCatchingUp {
            if number < 2_500 {
                number += 1
                room.dispatch(Self.tap(number), map)
                log += try #require(room.session.takeChanges()).records
            }
            if !room.reads.isEmpty { room.answerRead(log, back, limit: 50) }
            if room.undrained.contains(back.address) { room.takeAll(back) }
            heard += room.heard(back)
        }
        room.dispatch(Self.tap(number + 1), map)
        heard += room.heard(back)
        #expect(numbers(heard) == Array(1...(number + 1)))
    }

    @Test(
        "history that is trimmed before it was sent is no silent hole: the peer is sent away to resume, and told then")
    func trimmedMeanwhile() throws {
        let (room, _, back, log) = try missed(3_000)
        while room.undrained.isEmpty { room.answerRead(log, back, limit: 100) }
        room.session.trimmed(firstKept: 500)
        room.takeAll(back)
        #expect(room.closed[back.address] == .slow)
    }

    @Test("history that is trimmed while it is counted is said to be trimmed")
    func trimmedWhileCounting() throws {
        let (room, _, back, log) = try missed(3_000)
        room.session.trimmed(firstKept: 500)
        room.answerRead(log, back, limit: 100)
        #expect(room.heard(back).last == #"{"resumed":false,"reason":"trimmed","next":500}"#)
        let pages = catchUp(room, back, log)
        #expect(numbers(pages.flatMap(\.self)) == Array(499...3_000))
    }

    @Test("an answer of the store that comes for an earlier question is not taken for one to a later")
    func staleAnswer() throws {
        let (room, _, back, log) = try missed(3_000)
        var effects = Effects()
        room.session.recordsRead(log, after: 77, for: back, now: 0, into: &effects)
        #expect(effects.list.isEmpty)
    }

    // MARK: maps

    /// A page that was ready and loaded, away while `count` actions of 1 kB passed.
    private func pageAway(_ count: Int) throws -> (room: Room, app: Peer, back: Peer) {
        let room = Room(limits: smallPages())
        let app = room.join(.client, "a1")
        let page = room.join(.map, "m1")
        room.dispatch(ready, page)
        room.dispatch(loadMap, app)
        room.dispatch(mapLoaded, page)
        let position = room.session.seq
        room.leave(page)
        for number in 1...count { room.dispatch(Self.custom(number), app) }
        return (room, app, room.join(.map, "m1", after: position, epoch: "E1"))
    }

    @Test("a page that missed much is ready at once and gets it in pages, live actions behind")
    func pageResumes() throws {
        let (room, app, back) = try pageAway(100)
        #expect(room.session.presence.isReady)
        room.dispatch(Self.custom(101), app)
        let first = room.heard(back)
        #expect(first[1] == #"{"resumed":true,"after":3,"replayed":100}"#)
        #expect(numbers(first).count < 15)
        let rest = catchUp(room, back, [])
        #expect(numbers(first + rest.flatMap(\.self)) == Array(1...101))
    }

    @Test("MAP_LOADED in the middle of a page's replay lets nothing through before its place")
    func loadedMeanwhile() throws {
        let (room, app, back) = try pageAway(50)
        room.dispatch(loadMap, app)
        room.dispatch(setZoom, app)
        room.dispatch(mapLoaded, back)
        let first = room.heard(back)
        #expect(!first.contains { $0.contains("caught_up") }, "the position is not the session's yet")
        let rest = catchUp(room, back, []).flatMap(\.self)
        #expect(numbers(first + rest) == Array(1...50))
        #expect(rest.last?.contains("LOAD_MAP") == true, "it was another map that was loaded: the view waits")
        room.dispatch(mapLoaded, back)
        #expect(room.heard(back).map { $0.contains("SET_ZOOM") || $0.contains("caught_up") } == [true, true])
    }

    @Test("what a page said while it caught up is on record: cut then, it is not waited for again")
    func loadedAndCut() throws {
        let room = Room(limits: smallPages())
        let app = room.join(.client, "a1")
        room.dispatch(loadMap, app)
        room.dispatch(setZoom, app)
        for number in 1...50 { room.dispatch(Self.custom(number), app) }
        let page = room.join(.map, "m1")
        room.dispatch(ready, page)
        room.dispatch(mapLoaded, page)
        let changes = try #require(room.session.takeChanges())
        #expect(changes.gates["m1"]??.stage == .loaded)
        room.leave(page)
        let back = room.join(.map, "m1", after: 0, epoch: "E1")
        let heard = [room.heard(back)] + catchUp(room, back, [])
        room.dispatch(mapLoaded, back)
        let types = (heard + [room.heard(back)]).flatMap(\.self)
        #expect(numbers(types) == Array(1...50))
        #expect(types.contains { $0.contains("SET_ZOOM") })
    }

    @Test("a thousand large actions that waited for READY do not come at once")
    func waited() {
        let room = Room(limits: smallPages())
        let app = room.join(.client, "a1")
        for number in 1...1_000 { room.dispatch(Self.custom(number), app) }
        let page = room.join(.map, "m1")
        room.dispatch(ready, page)
        let first = room.heard(page)
        #expect(numbers(first).count < 15)
        room.dispatch(Self.custom(1_001), app)
        let rest = catchUp(room, page, []).flatMap(\.self)
        #expect(numbers(first + rest) == Array(1...1_001))
        #expect(rest.last?.hasPrefix(#"{"caught_up":"#) == true, "and only now the replay is at its end")
    }

    @Test("a page cut while the store is read for it has its gate still")
    func cutWhileReading() throws {
        var (room, _, _) = try pageAway(2)
        let app = room.join(.client, "a2")
        for number in 1...1_500 { room.dispatch(Self.custom(number), app) }
        room = try restored(room)
        let reading = room.join(.map, "m1", after: 3, epoch: "E1")
        #expect(room.reads.count == 1)
        room.leave(reading)
        let again = room.join(.map, "m1", after: 3, epoch: "E1")
        #expect(again.isCatchingUp, "not `resumed` with nothing, and never ready again")
    }

    @Test("what was in flight when MAP_LOADED let views through is sent again after a cut")
    func inFlightAtRelease() {
        let room = Room()
        let page = room.join(.map, "m1")
        room.dispatch(ready, page)
        let app = room.join(.client, "a1")
        room.dispatch(loadMap, app)
        room.dispatch(setZoom, app)
        room.dispatch(search, app)
        room.dispatch(mapLoaded, page)
        room.leave(page)
        // The last that reached the page was the LOAD_MAP.
        let back = room.join(.map, "m1", after: 2, epoch: "E1")
        room.dispatch(mapLoaded, back)
        #expect(room.heardTypes(back) == ["LOAD_MAP", "SEARCH_ITEM", "SET_ZOOM"])
    }

    // MARK: helpers

    private struct Weak { weak var record: Record? }

    private func copy(_ record: Record) -> Record {
        Record(
            seq: record.seq, time: record.time, role: record.role, peer: record.peer, id: record.id, to: record.to,
            retention: record.retention, type: record.type, action: record.action, isMasked: record.isMasked)
    }

    /// The session after a restart, with the newest records only in memory.
    private func restored(_ room: Room) throws -> Room {
        let changes = try #require(room.session.takeChanges())
        let waiting = changes.records.filter { $0.retention == .pass && $0.role == .client }
        return Room(
            restored: StoredSession(
                SessionSummary(
                    session: "hall", name: nil, epoch: "E1", seq: changes.seq, created: 1_000, lastActive: 1_000),
                retained: changes.retained.values.compactMap { $0 }, gates: changes.gates.compactMapValues { $0 },
                waitingAfter: changes.waitingAfter, waiting: waiting, tail: changes.records.suffix(100), firstKept: 1,
                confirmations: []))
    }
}
