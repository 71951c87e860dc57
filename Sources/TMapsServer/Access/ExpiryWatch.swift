internal import TMapsNet
internal import TMapsProtocol
internal import TMapsRelay

/// Closes connections when their tokens expire (4501). Loop thread only.
///
/// One timer for all of them: a token may hold for a year and its connection for a second.
final class ExpiryWatch {
    private struct Entry {
        weak var connection: PeerConnection?
        /// Milliseconds since 1970.
        var expires: Int64
        var reason = "the token has expired"
    }

    /// How long the entry of a connection that has gone may stay, and how long a set-back clock goes unnoticed.
    private static let pauseMilliseconds: Int64 = 10_000

    private let loop: EventLoop
    private let clock: () -> Timestamp
    private var entries: [Entry] = []
    private var timer: TimerToken?
    /// Milliseconds since 1970.
    private var next = Int64.max

    init(loop: EventLoop, clock: @escaping () -> Timestamp = Timestamp.now) {
        self.loop = loop
        self.clock = clock
    }

    func add(_ connection: PeerConnection, until expires: Int64) {
        entries.append(Entry(connection: connection, expires: expires))
        if expires < next { schedule() }
    }

    /// All of them, now.
    func closeAll(_ reason: String) {
        for index in entries.indices { (entries[index].expires, entries[index].reason) = (0, reason) }
        sweep()
    }

    private func sweep() {
        let now = clock().milliseconds
        entries.removeAll { entry in
            guard let connection = entry.connection, !connection.isClosing else { return true }
            // One whose handshake is still being answered is asked again.
            guard entry.expires <= now, connection.address.rawValue != 0 else { return false }
            connection.close(.tokenExpired, entry.reason)
            return true
        }
        schedule()
    }

    private func schedule() {
        timer?.cancel()
        (timer, next) = (nil, .max)
        guard let earliest = entries.map(\.expires).min() else { return }
        let now = clock().milliseconds
        let wait = min(max(earliest - now, 20), Self.pauseMilliseconds)
        next = now + wait
        timer = loop.schedule(after: .milliseconds(wait)) { [weak self] in self?.sweep() }
    }
}
