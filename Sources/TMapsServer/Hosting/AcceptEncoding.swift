/// What an `Accept-Encoding` header says of gzip. RFC 9110 §12.5.3.
enum AcceptEncoding {
    /// Whether gzip may be sent and is liked no less than the plain form. Without a header anything may be sent; the
    /// plain form then is what every program can read.
    static func prefersGzip(_ header: String?) -> Bool {
        guard let header else { return false }
        var (gzip, identity, any): (Int?, Int?, Int?) = (nil, nil, nil)
        for entry in header.split(separator: ",") {
            let parts = entry.split(separator: ";").map(trimmed)
            guard let coding = parts.first?.lowercased() else { continue }
            let quality = quality(of: parts.dropFirst())
            switch coding {
            // The old name means the same (§8.4.1.3).
            case "gzip", "x-gzip": gzip = max(gzip ?? 0, quality)
            case "identity": identity = quality
            case "*": any = quality
            default: continue
            }
        }
        let wanted = gzip ?? any ?? 0
        return wanted > 0 && wanted >= identity ?? 0
    }

    /// Thousandths. A weight that is none is 0: what is unclear gets the plain form.
    private static func quality(of parameters: ArraySlice<String>) -> Int {
        guard let weight = parameters.first(where: { $0.lowercased().hasPrefix("q=") }) else { return 1000 }
        let digits = weight.dropFirst(2).split(separator: ".", omittingEmptySubsequences: false)
        guard let whole = digits.first.flatMap({ Int($0) }), whole == 0 || whole == 1, digits.count <= 2 else {
            return 0
        }
        let fraction = digits.count == 2 ? digits[1] : ""
        guard fraction.utf8.count <= 3, fraction.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return 0 }
        let padded = fraction + String(repeating: "0", count: 3 - fraction.utf8.count)
        return min(1000, whole * 1000 + (Int(padded) ?? 0))
    }

    private static func trimmed(_ part: Substring) -> String {
        var part = part
        while part.first == " " || part.first == "\t" { part.removeFirst() }
        while part.last == " " || part.last == "\t" { part.removeLast() }
        return String(part)
    }
}
