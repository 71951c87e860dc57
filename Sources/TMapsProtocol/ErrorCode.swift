/// Why the bridge refused something (wire contract §6). The connection stays.
public struct ErrorCode: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let invalidJSON = ErrorCode(rawValue: "invalid_json")
    public static let tooDeep = ErrorCode(rawValue: "too_deep")
    public static let duplicateKey = ErrorCode(rawValue: "duplicate_key")
    /// No object, or no string `type`.
    public static let notAnAction = ErrorCode(rawValue: "not_an_action")
    public static let tooLarge = ErrorCode(rawValue: "too_large")
    public static let invalidField = ErrorCode(rawValue: "invalid_field")
    public static let wrongDirection = ErrorCode(rawValue: "wrong_direction")
    public static let unknownPeer = ErrorCode(rawValue: "unknown_peer")
    public static let rateLimited = ErrorCode(rawValue: "rate_limited")
    public static let notReadyOverflow = ErrorCode(rawValue: "not_ready_overflow")
    public static let storage = ErrorCode(rawValue: "storage")
    public static let unauthorized = ErrorCode(rawValue: "unauthorized")
    public static let forbidden = ErrorCode(rawValue: "forbidden")
    public static let notFound = ErrorCode(rawValue: "not_found")
    public static let sessionExists = ErrorCode(rawValue: "session_exists")
}

/// A refusal: the code for programs, the message for people. It names what is wrong and where, never a secret.
public struct Refusal: Error, Hashable, Sendable {
    public var code: ErrorCode
    public var message: String

    public init(_ code: ErrorCode, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The same of one action in a list, which counts from 0.
    package func inList(at index: Int) -> Refusal { Refusal(code, "[\(index)]: \(message)") }
}
