/// "Did you mean".
package enum Suggestion {
    /// `; did you mean "…"?`, or nothing where nothing is near.
    package static func text(for typed: String, among names: [String]) -> String {
        let near = names.map { (name: $0, distance: distance($0, typed)) }.min { $0.distance < $1.distance }
        guard let near, near.distance <= 2 else { return "" }
        return "; did you mean \(near.name)?"
    }

    /// Levenshtein distance.
    private static func distance(_ a: String, _ b: String) -> Int {
        var row = Array(0...b.count)
        for (i, x) in a.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, y) in b.enumerated() {
                let next = min(row[j] + 1, row[j + 1] + 1, diagonal + (x == y ? 0 : 1))
                diagonal = row[j + 1]
                row[j + 1] = next
            }
        }
        return row[b.count]
    }
}
