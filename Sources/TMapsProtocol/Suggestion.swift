/// "Did you mean".
package enum Suggestion {
    /// `; did you mean …?`, or nothing where nothing is near.
    package static func text(for typed: String, among names: [String]) -> String {
        nearest(to: typed, among: names).map { "; did you mean \($0)?" } ?? ""
    }

    /// The name that may have been meant: one letter off, of long names two, whatever the case.
    package static func nearest(to typed: String, among names: [String]) -> String? {
        let typed = typed.lowercased()
        let near = names.map { (name: $0, distance: distance($0.lowercased(), typed)) }.min {
            $0.distance < $1.distance
        }
        // Else every single letter would be near to the field `x`.
        guard let near, near.distance <= (typed.count < 5 ? 1 : 2), near.distance < near.name.count else { return nil }
        return near.name
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
