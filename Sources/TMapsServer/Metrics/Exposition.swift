/// A text in Prometheus' exposition format, version 0.0.4 (prometheus.io/docs/instrumenting/exposition_formats).
struct Exposition {
    enum Kind: String { case counter, gauge, histogram }

    typealias Label = (name: String, value: String)

    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    private(set) var text = ""

    /// A family of one sample.
    mutating func single(
        _ name: String, _ kind: Kind, _ help: String, _ value: some Numeric & LosslessStringConvertible
    ) {
        family(name, kind, help)
        sample(name, value)
    }

    /// A family with one sample for each value of a label.
    mutating func each(
        _ name: String, _ kind: Kind, _ help: String, by label: String,
        _ values: [(String, some Numeric & LosslessStringConvertible)]
    ) {
        family(name, kind, help)
        for (value, number) in values { sample(name, number, [(label, value)]) }
    }

    /// In seconds.
    mutating func histogram(_ name: String, _ help: String, _ histogram: Histogram) {
        family(name, .histogram, help)
        for (bound, count) in histogram.cumulative {
            sample(name + "_bucket", count, [("le", "\(Double(bound) / 1_000_000)")])
        }
        sample(name + "_bucket", histogram.count, [("le", "+Inf")])
        sample(name + "_sum", Double(histogram.sum) / 1_000_000)
        sample(name + "_count", histogram.count)
    }

    mutating func family(_ name: String, _ kind: Kind, _ help: String) {
        text += "# HELP \(name) \(Self.escaped(help, quotes: false))\n# TYPE \(name) \(kind.rawValue)\n"
    }

    mutating func sample(
        _ name: String, _ value: some Numeric & LosslessStringConvertible, _ labels: [Label] = []
    ) {
        let inside = labels.map { "\($0.name)=\"\(Self.escaped($0.value, quotes: true))\"" }.joined(separator: ",")
        text += "\(name)\(inside.isEmpty ? "" : "{\(inside)}") \(value)\n"
    }

    private static func escaped(_ text: String, quotes: Bool) -> String {
        var result = ""
        for character in text.unicodeScalars {
            switch character {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\"" where quotes: result += "\\\""
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }
}
