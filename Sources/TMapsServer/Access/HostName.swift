private import Glibc

/// The host of a URL, a `Host` header or a listen address, in one canonical form, so that `==` is "the same host".
enum HostName: Hashable {
    /// Lower case, without a trailing dot. `localhost` is a name.
    case name(String)
    /// Network order.
    case v4([UInt8])
    case v6([UInt8])

    /// Nil for what is no host: user names, ports, spaces, IPv6 without brackets, names in other letters than ASCII
    /// (browsers send those in their `xn--` form), numbers that only look like an address (`127.1`, `0x7f000001`).
    init?(_ text: some StringProtocol) {
        // Before any lower-casing: that of the Kelvin sign is the letter k.
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        if text.hasPrefix("["), text.hasSuffix("]") {
            guard let address = Self.address(AF_INET6, String(text.dropFirst().dropLast()), 16) else { return nil }
            self = .v6(address)
        } else if let address = Self.address(AF_INET, String(text), 4) {
            self = .v4(address)
        } else {
            let name = (text.hasSuffix(".") ? String(text.dropLast()) : String(text)).lowercased()
            guard Self.isName(name) else { return nil }
            self = .name(name)
        }
    }

    /// A listen address as it is given on the command line: IPv6 may come without its brackets.
    init?(listen text: String) {
        self.init(text.contains(":") && !text.hasPrefix("[") ? "[\(text)]" : text)
    }

    var isAddress: Bool {
        if case .name = self { false } else { true }
    }

    /// 127.0.0.0/8, ::1, and `localhost` (RFC 6761 §6.3). Any other name counts as reachable from outside.
    var isLoopback: Bool {
        switch self {
        case .name(let name): name == "localhost"
        case .v4(let bytes): bytes[0] == 127
        case .v6(let bytes): bytes == Self.v6Loopback || bytes.starts(with: Self.v4Mapped) && bytes[12] == 127
        }
    }

    /// 0.0.0.0 and ::, which listen on every address.
    var isWildcard: Bool {
        switch self {
        case .name: false
        case .v4(let bytes), .v6(let bytes): bytes.allSatisfy { $0 == 0 }
        }
    }

    private static let v6Loopback = [UInt8](repeating: 0, count: 15) + [1]
    private static let v4Mapped: [UInt8] = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]

    /// Source: inet_pton(3), which takes four decimal parts and no leading zeros.
    private static func address(_ family: Int32, _ text: String, _ length: Int) -> [UInt8]? {
        guard !text.utf8.contains(0) else { return nil }
        var bytes = [UInt8](repeating: 0, count: length)
        return inet_pton(family, text, &bytes) == 1 ? bytes : nil
    }

    private static func isName(_ name: String) -> Bool {
        let labels = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let isSpelled = labels.allSatisfy { label in
            !label.isEmpty && label.count <= 63 && label.allSatisfy(isLetter)
        }
        // WHATWG URL: a host whose last label is a number is an address or nothing.
        let endsInNumber = labels.last.map { $0.allSatisfy(isDigit) || $0.starts(with: "0x".utf8) } ?? true
        return isSpelled && name.utf8.count <= 253 && !endsInNumber
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

    private static func isLetter(_ byte: UInt8) -> Bool {
        isDigit(byte) || (97...122).contains(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
}
