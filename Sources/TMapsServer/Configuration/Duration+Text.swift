extension Duration {
    /// `500ms`, `10s`, `1.5m`, `1h`, `30d`; a bare number is seconds. Nil for anything else, and where it is less than
    /// 1 ms or more than 100 years.
    package init?(text: some StringProtocol) {
        let number = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
        let units: [String: Double] = ["ms": 0.001, "s": 1, "": 1, "m": 60, "h": 3_600, "d": 86_400]
        guard let value = Double(number), let unit = units[String(text.dropFirst(number.count))],
            (0.001...3_155_760_000).contains(value * unit)
        else { return nil }
        self = .milliseconds(Int64((value * unit * 1_000).rounded()))
    }
}
