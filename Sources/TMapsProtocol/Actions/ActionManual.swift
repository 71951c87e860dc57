extension ActionCatalog {
    /// The body of docs/protocol.md.
    package static func manual() -> String {
        let sections = [
            ("App → map", ActionEntry.Direction.toMap, "What a client dispatches."),
            ("Map → app", .toApp, "What a map dispatches. None of these is kept."),
        ]
        let text = sections.map { title, direction, intro in
            let chapter = entries.filter { $0.direction == direction }.map(\.manual).joined(separator: "\n")
            return "## \(title)\n\(intro)\n\n\(chapter)"
        }
        return introduction + text.joined(separator: "\n")
    }

    private static let introduction = """
        <!-- Made from the table in Sources/TMapsProtocol/Actions by Scripts/make-protocol-manual; do not edit. -->
        # The actions

        An action is a JSON object with a string `type`. Ids are strings, colours are CSS colours, places in arrays are
        `[longitude, latitude]` in degrees. Fields that are not named here pass untouched, and so do types that are
        not: a popup may dispatch its own. `null` for a field that is not required counts as absent. `GET /v1/actions`
        has the same as JSON Schema.

        Kept: **setup**, the last one is replayed to a map after READY; **load**, the last one, which drops what *view*
        holds; **view**, the last one of each type is replayed after MAP_LOADED; **secret**, in memory only and masked
        everywhere but in a map; **pass**, not kept.


        """
}

extension ActionEntry {
    /// The same as in docs/protocol.md, for a terminal.
    package var help: String {
        let rows = fields.flatMap { $0.rows(in: "") }.map { ["  " + $0.path, plain($0.kind), $0.about] }
        let widths = (0..<2).map { column in rows.map { $0[column].count }.max() ?? 0 }
        let lines = rows.map { row in
            zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count + 2) }.joined() + row[2]
        }
        let title = "\(name) (\(direction == .toMap ? "app → map" : "map → app"))"
        let parts = ["\(title)\n\(plain(summary))", lines.joined(separator: "\n"), examples.joined(separator: "\n")]
        return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    private func plain(_ markdown: String) -> String { markdown.replacing("`", with: "") }

    private var summary: String {
        var text = about
        if direction == .toMap { text += " Kept: \(retention.name)." }
        if !endings.isEmpty { text += " Ends with \(endings.map(\.manual).joined(separator: " or "))." }
        return text
    }

    fileprivate var manual: String {
        var lines = ["### \(name)", summary, ""]
        if !fields.isEmpty {
            lines += ["| field | is | |", "|---|---|---|"]
            lines += fields.flatMap { $0.rows(in: "") }.map { "| `\($0.path)` | \($0.kind) | \($0.about) |" } + [""]
        }
        lines += ["```json"] + examples + ["```", ""]
        return lines.joined(separator: "\n")
    }
}

extension ActionEntry.Ending {
    fileprivate var manual: String {
        let same = sameFields.map { "with the same `\($0)`" }
        let values = self.values.sorted { $0.key < $1.key }.map { "with `\($0.key)` \($0.value)" }
        return (["`\(type)`"] + same + values).joined(separator: " ")
    }
}

extension ActionField {
    fileprivate typealias Row = (path: String, kind: String, about: String)

    /// One row, and one for each field of the objects inside.
    fileprivate func rows(in place: String) -> [Row] {
        let path = place + name
        let need = isRequired ? (isNullable ? ", required, may be null" : ", required") : ""
        return [(path, kind.manual + need, about)] + kind.inner(of: path)
    }
}

extension FieldKind {
    fileprivate var manual: String {
        switch self {
        case .any: "anything"
        case .string: "string"
        case .id: "id"
        case .color: "colour"
        case .choice(let words, let isOpen):
            words.map { "`\($0)`" }.joined(separator: ", ") + (isOpen ? " or another string" : "")
        case .bool(let readsDigits): readsDigits ? "true or false, also 1 or 0" : "true or false"
        case .number(let limits): limits.manual
        case .integer: "whole number"
        case .coordinate: "[longitude, latitude]"
        case .object(let shape) where shape.needsOneOf.isEmpty: "object"
        case .object(let shape):
            "object with " + shape.needsOneOf.map { $0.joined(separator: " and ") }.joined(separator: ", or ")
        case .array(let element): "array of " + element.plural
        case .either(let kinds): kinds.map(\.manual).joined(separator: " or ")
        }
    }

    private var plural: String {
        if case .object(let shape) = self, shape.needsOneOf.isEmpty { return "objects" }
        return "\(manual)"
    }

    fileprivate func inner(of path: String) -> [ActionField.Row] {
        switch self {
        case .object(let shape): shape.fields.flatMap { $0.rows(in: path + ".") }
        case .array(let element): element.inner(of: path + "[]")
        case .either(let kinds): kinds.flatMap { $0.inner(of: path) }
        default: []
        }
    }
}

extension FieldKind.Limits {
    fileprivate var manual: String {
        let ends =
            switch (minimum, maximum) {
            case (let low?, let high?): " \(Int(low))…\(Int(high))"
            case (let low?, nil): " from \(Int(low))"
            default: ""
            }
        return "number\(unit.isEmpty ? "" : ", \(unit)")\(ends)"
    }
}
