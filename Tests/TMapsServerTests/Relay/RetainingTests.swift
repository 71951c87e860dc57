import TMapsTesting
import Testing

@testable import TMapsServer

@Suite("Which sessions are told what was trimmed")
struct RetainingTests {
    private var trimming: Retaining {
        var retaining = Retaining(count: 10, bytes: 1 << 20, age: .seconds(60))
        _ = retaining.begin(now: 0)
        return retaining
    }

    @Test("one that was made anew while the trim ran is not told of the old one's history")
    func deletedMeanwhile() {
        var retaining = trimming
        retaining.deleted("annex")
        #expect(retaining.ended(["annex": 257, "hall": 12]) == ["hall": 12])
    }

    @Test("the next trim tells of it")
    func next() {
        var retaining = trimming
        retaining.deleted("annex")
        _ = retaining.ended([:])
        retaining.deleted("hall")
        _ = retaining.begin(now: 0)
        #expect(retaining.ended(["annex": 3, "hall": 12]) == ["annex": 3, "hall": 12])
    }
}

/// A trim of which a later step fails.
@Suite(.timeLimit(.minutes(2))) struct FailedTrimTests {
    @Test("who resumes into what its first step took is told so")
    func resume() async throws {
        let server = try TestServer { $0.retain.count = 1 }
        for session in ["hall", "annex"] {
            let app = try await TestPeer.connect(server, "\(session)/client?peer=app")
            _ = try await app.next()
            for number in 1...2 {
                app.send(#"{"id":"c\#(number)","action":{"type":"SET_ZOOM","zoom":18}}"#)
                #expect(try await app.next() == #"{"ack":"c\#(number)","seq":\#(number)}"#)
            }
        }
        try await server.refuse("UPDATE OF floor ON sessions WHEN old.session = 'annex'")
        let map = try await TestPeer.connect(server, "hall/map?peer=page")
        // As many as make a trim due, and more bytes than one step takes.
        let pad = String(repeating: "x", count: 2_000)
        for number in 1...10_100 { map.send(#"{"action":{"type":"TAP","n":\#(number),"pad":"\#(pad)"}}"#) }
        while try Scrape(server)[#"tmaps_retention_trims_total{result="failure"}"#] != 1 {
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(server.log.contains("old records cannot be removed: ") && server.log.contains("not today"))
        let app = try await TestPeer.connect(server, "hall/client?peer=app&after=2")
        _ = try await app.next()
        let answer = try await app.next()
        #expect(answer.hasPrefix(#"{"resumed":false,"reason":"trimmed","next":"#))
        let first = try await app.messages { $0.contains(#""n":"#) }.last
        let next = answer.dropLast().split(separator: ":").last ?? ""
        #expect(first?.hasPrefix(#"{"seq":\#(next),"#) == true, "\(answer)")
        await server.stop()
    }
}
