/// What a `Range` header asks of a body of a known length. RFC 9110 §14.
enum ByteRange: Equatable {
    /// No usable range, or several: the whole body is sent, which is always allowed.
    case whole
    /// These bytes. Never empty.
    case part(Range<Int64>)
    /// Nothing of it exists: 416.
    case unsatisfiable

    /// - Parameter length: of the whole body, in bytes.
    init(_ header: String, length: Int64) {
        let parts = header.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].lowercased() == "bytes", !parts[1].contains(",") else {
            self = .whole
            return
        }
        let ends = parts[1].split(separator: "-", omittingEmptySubsequences: false).map { Self.trimmed($0) }
        guard ends.count == 2 else {
            self = .whole
            return
        }
        switch (Self.number(ends[0]), Self.number(ends[1])) {
        case (let first?, let last?) where first <= last:
            self = first < length ? .part(first..<min(last, length - 1) + 1) : .unsatisfiable
        case (let first?, nil) where ends[1].isEmpty:
            self = first < length ? .part(first..<length) : .unsatisfiable
        case (nil, let suffix?) where ends[0].isEmpty:
            self = suffix > 0 && length > 0 ? .part(max(0, length - suffix)..<length) : .unsatisfiable
        default:
            self = .whole
        }
    }

    private static func trimmed(_ text: Substring) -> Substring {
        text.drop { $0 == " " || $0 == "\t" }
    }

    /// Digits only; what does not fit is as good as endless.
    private static func number(_ text: Substring) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        return Int64(text) ?? .max
    }
}
