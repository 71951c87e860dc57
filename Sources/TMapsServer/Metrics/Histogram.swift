/// How often something took how long, in buckets that are fixed: what Prometheus calls a histogram.
struct Histogram: Sendable {
    /// Upper bounds of the buckets in microseconds, inclusive; what took longer is in none of them.
    static let bounds: [UInt64] = [
        500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 10_000_000,
    ]

    private var buckets = [UInt64](repeating: 0, count: bounds.count)
    private(set) var count: UInt64 = 0
    /// Microseconds.
    private(set) var sum: UInt64 = 0

    mutating func add(microseconds: UInt64) {
        count += 1
        sum += microseconds
        if let index = Self.bounds.firstIndex(where: { microseconds <= $0 }) { buckets[index] += 1 }
    }

    /// Each bound with how many were at most that long.
    var cumulative: [(bound: UInt64, count: UInt64)] {
        var total: UInt64 = 0
        return zip(Self.bounds, buckets).map { bound, count in
            total += count
            return (bound, total)
        }
    }
}
