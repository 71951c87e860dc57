extension TMapsClient {
    /// How a client behaves; the defaults suit a program that runs for long.
    public struct Configuration: Sendable {
        /// How the connection is made again when it was lost.
        public var reconnect = Backoff()
        /// Actions dispatched and not yet confirmed; the next is refused with `buffer_full`.
        public var maxUnconfirmedActions = 10_000
        /// Bytes of those, envelopes included.
        public var maxUnconfirmedBytes = 16 << 20
        /// Events a stream holds for its reader; when there are more the stream ends with `slow_reader`.
        public var maxWaitingEvents = 10_000
        /// Bytes of their actions' texts.
        public var maxWaitingEventBytes = 64 << 20
        /// From the first packet to the server's hello.
        public var connectTimeout: Duration = .seconds(10)
        /// How long `perform` and the verbs wait for an action's end, unless they are told.
        public var actionTimeout: Duration = .seconds(10)
        /// Asked at every attempt to connect for a token, sent as `Authorization: Bearer` (wire contract §8). When the
        /// token expires the server closes the connection (4501), and a new one is asked for.
        public var token: (@Sendable () async throws -> String)?

        /// `https`: a PEM file of the authorities whose certificates are accepted, instead of the system's. A
        /// certificate that signs itself is its own authority.
        public var certificateAuthorities: String?

        public init() {}
    }

    /// Waits between attempts: each a random time between zero and a bound that doubles ("full jitter"), so that the
    /// clients of a server that comes back do not come all at once.
    public struct Backoff: Sendable, Hashable {
        /// The bound of the first wait.
        public var base: Duration
        /// The largest bound.
        public var cap: Duration
        /// Attempts in a row without anything heard; nil never gives up.
        public var maxAttempts: Int?

        public init(base: Duration = .milliseconds(250), cap: Duration = .seconds(10), maxAttempts: Int? = nil) {
            self.base = base
            self.cap = cap
            self.maxAttempts = maxAttempts
        }

        /// The longest wait before attempt `attempt`, which counts from 0.
        func bound(attempt: Int) -> Duration {
            // Beyond 2^20 every sensible base has long passed the cap.
            min(cap, base * (1 << min(attempt, 20)))
        }
    }
}
