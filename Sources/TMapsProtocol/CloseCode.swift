/// Why the bridge ends a WebSocket. The range tells the peer what to do: 4000–4499 reconnect and resume,
/// 4500–4999 do not reconnect (wire contract §6; the rest is RFC 6455 §7.4.1).
public struct CloseCode: RawRepresentable, Hashable, Sendable {
    public var rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    public static let draining = CloseCode(rawValue: 1001)
    public static let protocolError = CloseCode(rawValue: 1002)
    public static let binary = CloseCode(rawValue: 1003)
    public static let badUTF8 = CloseCode(rawValue: 1007)
    public static let tooLarge = CloseCode(rawValue: 1009)
    /// The outbound queue passed its limit.
    public static let slow = CloseCode(rawValue: 4000)
    /// Nothing was heard from the peer for 35 s.
    public static let noPong = CloseCode(rawValue: 4001)
    public static let sessionEnded = CloseCode(rawValue: 4500)
    public static let tokenExpired = CloseCode(rawValue: 4501)
    /// 1,000 refusals in a row.
    public static let refusals = CloseCode(rawValue: 4502)
    /// A newer connection of the same peer and role.
    public static let replaced = CloseCode(rawValue: 4503)

    /// For people, in the close frame; at most 123 bytes.
    package var reason: String {
        switch self {
        case .slow: "too slow"
        case .sessionEnded: "session ended"
        case .refusals: "1000 refusals in a row"
        case .replaced: "replaced by a newer connection of this peer"
        default: ""
        }
    }

    /// Whether a peer should come back after this close.
    public var allowsReconnect: Bool { !(4500...4999).contains(rawValue) }
}
