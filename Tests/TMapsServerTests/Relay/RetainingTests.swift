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
