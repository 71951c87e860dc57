internal import TMapsProtocol

/// Numbers in links: decimal, whole text, nothing around them. `Double(_:)` alone would also take `inf` and `0x1p3`.
enum DecimalText {
    static func double(_ text: some StringProtocol) -> Double? {
        let bytes = Array(text.utf8)
        var index = 0
        func digits() -> Int {
            let start = index
            while index < bytes.count, bytes[index] &- UInt8(ascii: "0") < 10 { index += 1 }
            return index - start
        }
        func skip(_ signs: StaticString) -> Bool {
            guard index < bytes.count, signs.description.utf8.contains(bytes[index]) else { return false }
            index += 1
            return true
        }
        _ = skip("+-")
        var count = digits()
        if skip(".") { count += digits() }
        guard count > 0 else { return nil }
        if skip("eE") {
            _ = skip("+-")
            guard digits() > 0 else { return nil }
        }
        guard index == bytes.count, let value = Double(String(text)), value.isFinite else { return nil }
        return value
    }

    /// The shortest text that reads back as the same number, without a needless `.0`.
    static func text(_ value: Double) -> String {
        let text = value.description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// The same number without an exponent, as RFC 5870 wants it: `1e-05` is `0.00001`.
    static func plain(_ value: Double) -> String {
        let text = Self.text(value)
        let parts = text.split(separator: "e")
        guard parts.count == 2, let exponent = Int(parts[1]) else { return text }
        let sign = text.hasPrefix("-") ? "-" : ""
        let digits = parts[0].filter(\.isNumber)
        let whole = parts[0].drop { $0 == "-" }.prefix { $0 != "." }.count + exponent
        guard whole > 0 else { return sign + "0." + String(repeating: "0", count: -whole) + digits }
        return sign + digits + String(repeating: "0", count: max(0, whole - digits.count))
    }
}

extension Coordinate {
    /// `lat,lon`: cut at the first comma, both whole numbers in their ranges.
    /// - Throws: `IncorrectLink` for the parameter `key`.
    init(link text: String, of key: String) throws(IncorrectLink) {
        let halves = text.utf8.split(separator: UInt8(ascii: ","), maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2, let latitude = DecimalText.double(Substring(halves[0])),
            let longitude = DecimalText.double(Substring(halves[1]))
        else { throw IncorrectLink(key, found: text, expected: "latitude,longitude as two decimal numbers") }
        self.init(latitude: latitude, longitude: longitude)
        guard isValid else {
            throw IncorrectLink(key, found: text, expected: "a latitude in -90...90 and a longitude in -180...180")
        }
    }

    /// `lat,lon` as the Organic Maps API writes it.
    var linkText: String { DecimalText.text(latitude) + "," + DecimalText.text(longitude) }
}

extension String {
    /// nil when empty: an empty parameter is as good as none.
    var nonEmpty: String? { isEmpty ? nil : self }
}

extension IncorrectLink: Error {}
