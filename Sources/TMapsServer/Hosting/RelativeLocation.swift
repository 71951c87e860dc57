/// `Location` of a folder asked for without its slash: relative, so it holds at any host, port and prefix, and can
/// never lead to another site.
enum RelativeLocation {
    /// - Parameters:
    ///   - name: the folder's own name: the last segment of the path that was asked for.
    ///   - query: the request's decoded items, encoded again here.
    static func folder(named name: some Sequence<UInt8>, query: [String]) -> String {
        // Everything but unreserved characters is encoded, so a name can hold neither a scheme nor a second slash.
        let path = encoded(name) + "/"
        return query.isEmpty ? path : path + "?" + query.map(encodedItem).joined(separator: "&")
    }

    private static func encodedItem(_ item: String) -> String {
        let parts = item.utf8.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        return parts.map { encoded($0) }.joined(separator: "=")
    }

    /// RFC 3986 §2.3.
    private static func encoded(_ bytes: some Sequence<UInt8>) -> String {
        var text = ""
        for byte in bytes {
            let isUnreserved =
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "-._~".utf8.contains(byte)
                }
            text += isUnreserved ? String(UnicodeScalar(byte)) : "%" + Digest.hex([byte]).uppercased()
        }
        return text
    }
}
