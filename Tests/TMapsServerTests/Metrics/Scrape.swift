import TMapsTesting

/// The samples of `GET /metrics`, read as strictly as Prometheus reads them.
struct Scrape {
    struct Malformed: Error { let line: String }

    private(set) var samples: [String: Double] = [:]
    private(set) var types: [String: String] = [:]

    init(_ server: TestServer) throws {
        let answer = try server.call("GET", "/metrics")
        guard answer.status == 200, answer.body.hasSuffix("\n") else { throw Malformed(line: answer.body) }
        var (family, helped) = ("", Set<String>())
        for line in answer.body.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
            let words = line.split(separator: " ", maxSplits: 3).map(String.init)
            if line.hasPrefix("# HELP "), words.count == 4, helped.insert(words[2]).inserted {
                family = words[2]
            } else if line.hasPrefix("# TYPE "), words.count == 4, words[2] == family, types[family] == nil {
                types[family] = words[3]
            } else {
                try add(String(line), of: family)
            }
        }
    }

    private mutating func add(_ line: String, of family: String) throws {
        guard let space = line.lastIndex(of: " "), let value = Double(line[line.index(after: space)...]),
            let type = types[family]
        else { throw Malformed(line: line) }
        let series = String(line[..<space])
        let name = String(series.prefix { $0 != "{" })
        let names = type == "histogram" ? ["_bucket", "_sum", "_count"].map { family + $0 } : [family]
        guard names.contains(name), samples.updateValue(value, forKey: series) == nil, value >= 0 else {
            throw Malformed(line: line)
        }
    }

    subscript(series: String) -> Double? { samples[series] }
}
