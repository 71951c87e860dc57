extension EventLoop {
    // budget: because it is a flat table of limits, each with its unit and default.
    package struct Configuration: Sendable {
        package var threadName = "tmaps-loop"
        /// The WebSocket subprotocols that are spoken; of those a peer offers its first one of these is taken.
        package var subprotocols: [String] = []
        /// Bytes of a WebSocket message; a peer that sends more is closed with 1009.
        package var maxMessage = 4 << 20
        /// Bytes of a request's body; above it the answer is 413.
        package var maxBody = 4 << 20
        /// Bytes of all headers of a request; above it libwebsockets hangs up. At most 65,535.
        package var maxHeaderBytes = 16 << 10
        /// Bytes read from a WebSocket at once, and kept for each.
        package var receiveBuffer = 1536
        /// A peer that says nothing for this long is pinged.
        package var pingAfter: Duration = .seconds(25)
        /// A peer that says nothing for this long is dropped with 4001.
        package var hangUpAfter: Duration = .seconds(35)
        /// From a `close` until the connection is dropped if the peer does not answer.
        package var closeDeadline: Duration = .seconds(5)
        package var handshakeTimeout: Duration = .seconds(10)
        package var keepAliveTimeout: Duration = .seconds(60)
        /// Descriptors the process asks for; nil takes the hard limit, at most 65,536.
        package var maxDescriptors: Int?
        /// Whether outgoing connections may use TLS. The authorities they trust are loaded with the first that does.
        package var allowsSecureTargets = false
        /// PEM files; nil serves plain HTTP.
        package var tls: (certificate: String, key: String)?

        package init() {}
    }
}

extension Duration {
    /// Whole milliseconds, rounded up.
    var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    }
}
