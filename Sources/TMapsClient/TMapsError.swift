public import TMapsProtocol

/// Why the client could not do what it was asked to. Equality is on the code.
public struct TMapsError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What happened, for programs. The bridge's own codes (wire contract §6, `ErrorCode`) keep their names.
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The code of a refusal by the bridge.
        public init(_ code: ErrorCode) { rawValue = code.rawValue }

        /// No connection could be made: nobody listens there, the name is unknown, or the answer did not come in time.
        public static let cannotConnect = Code(rawValue: "cannot_connect")
        /// The server answered the handshake with the HTTP status `TMapsError.status`.
        public static let handshakeRefused = Code(rawValue: "handshake_refused")
        /// The connection was lost. The client makes it again by itself.
        public static let connectionLost = Code(rawValue: "connection_lost")
        /// The connection is closed for good: by `close()`, or by the server with `TMapsError.closeCode`.
        public static let closed = Code(rawValue: "closed")
        /// The other end does not speak `tmaps.session.v1`.
        public static let protocolViolation = Code(rawValue: "protocol_violation")
        /// What was waited for did not happen in time.
        public static let timedOut = Code(rawValue: "timed_out")
        /// More is waiting for confirmation than `TMapsClient.Configuration` allows.
        public static let bufferFull = Code(rawValue: "buffer_full")
        /// An event stream was read more slowly than events came.
        public static let slowReader = Code(rawValue: "slow_reader")
        /// A URL, session or peer id that cannot be one.
        public static let invalidArgument = Code(rawValue: "invalid_argument")
        /// The map said ERROR, or CALL_RESULT with an error, where the end of an action was waited for.
        public static let mapError = Code(rawValue: "map_error")
        /// The session's last ready map went before the end of an action that was waited for.
        public static let mapGone = Code(rawValue: "map_gone")
        /// Longer than the server's `limits.max_message`.
        public static let tooLarge = Code(ErrorCode.tooLarge)
    }

    public var code: Code
    /// For people: what is wrong and where. Never holds a secret.
    public var message: String
    /// The HTTP status of a refused handshake.
    public var status: Int?
    /// The WebSocket close code (RFC 6455 §7.4; wire contract §6) where the server closed the connection.
    public var closeCode: UInt16?

    public init(_ code: Code, _ message: String, status: Int? = nil, closeCode: UInt16? = nil) {
        self.code = code
        self.message = message
        self.status = status
        self.closeCode = closeCode
    }

    init(_ refusal: Refusal) { self.init(Code(refusal.code), refusal.message) }

    public var description: String { "\(code.rawValue): \(message)" }

    public static func == (a: TMapsError, b: TMapsError) -> Bool { a.code == b.code }
}
