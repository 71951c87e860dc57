extension RFC3339 {
    /// Milliseconds since 1970 of `2026-11-30T12:04:59.120Z`; nil where the text is not of that form: UTC, years 1970
    /// to 9999, with or without a fraction. A leap second is the next second's first.
    package static func milliseconds(_ text: String) -> Int64? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes.last == UInt8(ascii: "Z"), hasSeparators(bytes),
            let year = number(bytes[0..<4]), let month = number(bytes[5..<7]), let day = number(bytes[8..<10]),
            let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]), let second = number(bytes[17..<19]),
            let fraction = fraction(bytes[19..<bytes.count - 1])
        else { return nil }
        guard year >= 1970, (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second <= 60
        else {
            return nil
        }
        let days = days(year, month, day)
        // The 31st of a short month is the 1st of the next.
        guard RFC3339.text(milliseconds: days * 86_400_000).hasPrefix(text.prefix(10)) else { return nil }
        return ((days * 24 + hour) * 60 + minute) * 60_000 + second * 1_000 + fraction
    }

    private static func hasSeparators(_ bytes: [UInt8]) -> Bool {
        bytes[4] == UInt8(ascii: "-") && bytes[7] == UInt8(ascii: "-") && bytes[10] == UInt8(ascii: "T")
            && bytes[13] == UInt8(ascii: ":") && bytes[16] == UInt8(ascii: ":")
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
        guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int64($1 & 15) }
    }

    /// `.5` is 500; what is below a millisecond is left out.
    private static func fraction(_ text: ArraySlice<UInt8>) -> Int64? {
        guard let point = text.first else { return 0 }
        let digits = text.dropFirst()
        guard point == UInt8(ascii: "."), (1...9).contains(digits.count), number(digits) != nil else { return nil }
        return number((Array(digits) + Array("00".utf8))[0..<3])
    }

    /// Days since 1970, counted in years that begin with March.
    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let era = year / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
