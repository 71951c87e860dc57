package import TMapsProtocol

/// How many actions a peer may dispatch: a bucket of tokens that fills at `perSecond` and holds one second's worth.
/// A value without a clock: time comes in, in milliseconds.
package struct RateLimit: Sendable, Hashable {
    package let perSecond: Int
    /// In thousandths of a token, so that a millisecond brings a whole number of them.
    private var level: Int64
    private var filledAt: Int64

    /// A full bucket.
    package init(perSecond: Int, now: Int64) {
        self.perSecond = perSecond
        level = Int64(perSecond) * 1_000
        filledAt = now
    }

    private var capacity: Int64 { Int64(perSecond) * 1_000 }

    /// Takes `count` tokens, or none where they are not all there.
    package mutating func take(_ count: Int = 1, now: Int64) -> Bool {
        fill(now)
        let needed = Int64(count) * 1_000
        guard needed <= level else { return false }
        level -= needed
        return true
    }

    /// Milliseconds until `count` tokens are there; nil: never, the bucket is smaller.
    package func wait(for count: Int = 1) -> Int64? {
        let needed = Int64(count) * 1_000
        guard needed <= capacity else { return nil }
        return needed <= level ? 0 : (needed - level + Int64(perSecond) - 1) / Int64(perSecond)
    }

    /// What is said to who wanted to dispatch `count` and could not.
    package func refusal(of count: Int = 1) -> Refusal {
        let limit = "more than \(perSecond) actions in a second"
        guard let wait = wait(for: count) else {
            return Refusal(.tooLarge, "\(limit): a list of \(count) must be sent in parts")
        }
        return Refusal(.rateLimited, "\(limit); try again in \(max(1, wait)) ms")
    }

    package func isFull(now: Int64) -> Bool {
        var later = self
        later.fill(now)
        return later.level == capacity
    }

    /// A clock that is set back brings nothing and takes nothing; one that is set forward brings a second's worth.
    private mutating func fill(_ now: Int64) {
        let elapsed = min(max(0, now - filledAt), 1_000)
        level = min(capacity, level + elapsed * Int64(perSecond))
        filledAt = now
    }
}

extension Session {
    /// Refuses what a connected peer dispatches beyond its limit, to it alone. What a map says of itself passes:
    /// without its READY or MAP_LOADED a page would stand still for good.
    func checkRate(of sender: Sender, _ type: String, now: Int64) throws(Refusal) {
        // One comparison where no limit is set.
        guard let peer = sender.connection, peer.conduct.rate != nil else { return }
        if Session.isGateEvent(type, from: sender.role) { return }
        guard peer.conduct.rate?.take(now: now) == false, let rate = peer.conduct.rate else { return }
        throw rate.refusal()
    }
}
