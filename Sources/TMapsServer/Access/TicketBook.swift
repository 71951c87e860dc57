internal import TMapsProtocol

/// Tickets: what a browser shows at a WebSocket handshake in place of a token, for it can set no header there. Good
/// once and for a short time (wire contract §8). A value; time comes from outside.
struct TicketBook {
    static let lifetime: Duration = .seconds(30)

    private struct Entry {
        let token: AccessToken
        let ends: Duration
    }

    private let capacity: Int
    private var entries: [String: Entry] = [:]
    /// In the order they were made, from `first` on; used ones stay until they come up.
    private var order: [String] = []
    private var first = 0

    /// - Parameter capacity: so many are remembered; one more pushes out the oldest.
    init(capacity: Int = 10_000) { self.capacity = capacity }

    /// Tickets that may still be used, or have not yet been found to be over.
    var count: Int { entries.count }

    /// - Parameter now: on a clock that never goes back.
    /// - Returns: 22 unguessable characters of the URL-safe alphabet.
    mutating func issue(to token: AccessToken, at now: Duration) -> String {
        dropOldest(at: now)
        let ticket = Identifier.random()
        entries[ticket] = Entry(token: token, ends: now + Self.lifetime)
        order.append(ticket)
        return ticket
    }

    /// What the ticket stands for. It is used up by being asked for.
    mutating func redeem(_ ticket: String, at now: Duration) -> AccessToken? {
        guard let entry = entries.removeValue(forKey: ticket), now < entry.ends else { return nil }
        return entry.token
    }

    mutating func removeAll() { self = TicketBook(capacity: capacity) }

    /// Those that are over or used, and one more where there is no room.
    private mutating func dropOldest(at now: Duration) {
        while first < order.count {
            let isFull = order.count - first >= capacity
            guard isFull || entries[order[first]].map({ now >= $0.ends }) ?? true else { break }
            entries[order[first]] = nil
            first += 1
        }
        guard first > order.count / 2 else { return }
        order.removeFirst(first)
        first = 0
    }
}
