/// A link in its parts, cut by the rules of Organic Maps (its `libs/coding/url.cpp`), which are not those of RFC 3986:
/// the fragment's parameters count like the query's, repeated slashes are one, `+` is a space, and everything is
/// decoded once. Schemes, hosts and keys are case-sensitive.
struct LinkURL {
    struct Parameter: Equatable {
        let key: String
        /// Empty where there is no `=`.
        let value: String
    }

    private(set) var scheme = ""
    /// Not decoded.
    private(set) var host: ArraySlice<UInt8> = []
    /// Without its leading slashes; not decoded.
    private(set) var path: ArraySlice<UInt8> = []
    private(set) var parameters: [Parameter] = []

    /// nil without a scheme.
    init?(_ bytes: [UInt8]) {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0 else { return nil }
        scheme = String(decoding: bytes[..<colon], as: UTF8.self)
        self.cut(bytes[(colon + 1)...])
    }

    /// `host/path?parameters`, with any number of slashes in front.
    init(afterScheme bytes: ArraySlice<UInt8>) { cut(bytes) }

    private mutating func cut(_ rest: ArraySlice<UInt8>) {
        var rest = rest.drop { $0 == UInt8(ascii: "/") }
        host = rest.prefix { !Self.endsHost.contains($0) }
        rest = rest[host.endIndex...]
        if rest.first == UInt8(ascii: "/") {
            rest = rest.drop { $0 == UInt8(ascii: "/") }
            path = rest.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
            rest = rest[path.endIndex...]
        }
        parameters = rest.dropFirst().split { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "#") }.map(Self.parameter)
    }

    private static let endsHost: [UInt8] = Array("/?#".utf8)

    private static func parameter(_ item: ArraySlice<UInt8>) -> Parameter {
        let key = item.prefix { $0 != UInt8(ascii: "=") }
        return Parameter(key: String(link: key), value: String(link: item[key.endIndex...].dropFirst()))
    }

    /// The first value of a key.
    func value(_ key: String) -> String? { parameters.first { $0.key == key }?.value }
}
