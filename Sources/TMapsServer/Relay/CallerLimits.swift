internal import TMapsProtocol
internal import TMapsRelay

/// `--rate` for those who dispatch over HTTP: by session and the name they give themselves. Not kept by the session,
/// which may leave memory between two calls. Loop thread only.
struct CallerLimits {
    struct Caller: Hashable {
        let session: String
        let peer: String
    }

    private let perSecond: Int
    /// Callers that are told apart within a second. Beyond it nobody new is served: a name costs nothing.
    private let maxCallers: Int
    private var limits: [Caller: RateLimit] = [:]

    init(perSecond: Int, maxCallers: Int = 10_000) {
        self.perSecond = perSecond
        self.maxCallers = maxCallers
    }

    mutating func take(_ count: Int, as caller: Caller, now: Int64) throws(Refusal) {
        guard count > 0 else { return }
        if limits[caller] == nil, limits.count >= maxCallers {
            limits = limits.filter { !$0.value.isFull(now: now) }
            guard limits.count < maxCallers else {
                throw Refusal(.rateLimited, "too many callers in this second; try again in 1000 ms")
            }
        }
        var limit = limits[caller] ?? RateLimit(perSecond: perSecond, now: now)
        defer { limits[caller] = limit }
        guard limit.take(count, now: now) else { throw limit.refusal(of: count) }
    }
}
