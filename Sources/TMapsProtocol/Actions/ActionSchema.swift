extension ActionCatalog {
    /// The catalogue as a JSON Schema 2020-12 for one action: a known type has to fit its definition under `$defs`, any
    /// other type passes, and so do fields that are not named. `x-tmaps` holds what JSON Schema has no word for.
    package static func schema() -> [UInt8] {
        JSONWriter.object { json in
            json.member("$schema", "https://json-schema.org/draft/2020-12/schema")
            json.member("title", "TMaps actions")
            json.member("description", "An action that travels between an app and a map.")
            json.member("type", "object")
            json.beginArray("required")
            json.element("type")
            json.endArray()
            json.beginObject("properties")
            json.beginObject("type")
            json.member("type", "string")
            json.endObject()
            json.endObject()
            json.beginArray("allOf")
            for entry in entries { writeChoice(entry, to: &json) }
            json.endArray()
            json.beginObject("$defs")
            for entry in entries {
                json.key(named: entry.name)
                json.write(entry)
            }
            json.endObject()
        }
    }

    /// `if` the type is this one, `then` its definition holds: one error a mistake, where `oneOf` would give fifty.
    private static func writeChoice(_ entry: ActionEntry, to json: inout JSONWriter) {
        json.beginObject()
        json.beginObject("if")
        json.beginObject("properties")
        json.beginObject("type")
        json.member("const", entry.name)
        json.endObject()
        json.endObject()
        json.endObject()
        json.beginObject("then")
        json.member("$ref", "#/$defs/\(entry.name)")
        json.endObject()
        json.endObject()
    }
}

extension JSONWriter {
    fileprivate mutating func write(_ entry: ActionEntry) {
        beginObject()
        member("title", entry.name)
        member("description", entry.about)
        member("type", "object")
        beginObject("properties")
        beginObject("type")
        member("const", entry.name)
        endObject()
        writeProperties(entry.shape)
        endObject()
        writeRequired(["type"] + entry.fields.filter(\.isRequired).map(\.name))
        beginArray("examples")
        for example in entry.examples { element(raw: example) }
        endArray()
        beginObject("x-tmaps")
        member("direction", entry.direction == .toMap ? "app to map" : "map to app")
        member("retention", entry.retention.name)
        beginArray("ends_with")
        for ending in entry.endings { write(ending) }
        endArray()
        endObject()
        endObject()
    }

    private mutating func write(_ ending: ActionEntry.Ending) {
        beginObject()
        member("type", ending.type)
        beginArray("same")
        for field in ending.sameFields { element(field) }
        endArray()
        beginObject("values")
        for (name, value) in ending.values.sorted(by: { $0.key < $1.key }) {
            key(named: name)
            element(value)
        }
        endObject()
        beginObject("not")
        for (name, others) in ending.otherValues.sorted(by: { $0.key < $1.key }) {
            key(named: name)
            beginArray()
            for value in others.sorted() { element(value) }
            endArray()
        }
        endObject()
        endObject()
    }

    private mutating func writeProperties(_ shape: ObjectShape) {
        for field in shape.fields {
            key(named: field.name)
            beginObject()
            member("description", field.about)
            if field.isNullable && field.kind != .any {
                beginArray("anyOf")
                beginObject()
                write(field.kind)
                endObject()
                beginObject()
                member("type", "null")
                endObject()
                endArray()
            } else {
                write(field.kind)
            }
            endObject()
        }
    }

    private mutating func writeRequired(_ names: [String]) {
        beginArray("required")
        for name in names { element(name) }
        endArray()
    }

    /// The members of the schema of a kind.
    private mutating func write(_ kind: FieldKind) {
        switch kind {
        case .any: break
        case .string: member("type", "string")
        case .id:
            member("type", "string")
            member("x-tmaps-kind", "id")
        case .color:
            member("type", "string")
            member("x-tmaps-kind", "color")
        case .choice(let words, let isOpen):
            member("type", "string")
            beginArray(isOpen ? "examples" : "enum")
            for word in words { element(word) }
            endArray()
        case .bool(let readsDigits): writeBool(readsDigits)
        case .number(let limits): write(limits)
        case .integer: member("type", "integer")
        case .coordinate: writeCoordinate()
        case .object(let shape): write(shape)
        case .array(let element):
            member("type", "array")
            beginObject("items")
            write(element)
            endObject()
        case .either(let kinds):
            beginArray("anyOf")
            for kind in kinds {
                beginObject()
                write(kind)
                endObject()
            }
            endArray()
        }
    }

    private mutating func writeBool(_ readsDigits: Bool) {
        guard readsDigits else { return member("type", "boolean") }
        beginArray("enum")
        for word in ["true", "false", "0", "1"] { element(raw: word) }
        endArray()
    }

    private mutating func write(_ limits: FieldKind.Limits) {
        member("type", "number")
        if let minimum = limits.minimum { member("minimum", Int(minimum)) }
        if let maximum = limits.maximum { member("maximum", Int(maximum)) }
        if !limits.unit.isEmpty { member("x-tmaps-unit", limits.unit) }
    }

    private mutating func writeCoordinate() {
        member("type", "array")
        member("x-tmaps-kind", "[longitude, latitude]")
        beginArray("prefixItems")
        for limits in [FieldKind.Limits.longitude, .latitude] {
            beginObject()
            write(limits)
            endObject()
        }
        endArray()
        member("items", false)
        member("minItems", 2)
    }

    private mutating func write(_ shape: ObjectShape) {
        member("type", "object")
        beginObject("properties")
        writeProperties(shape)
        endObject()
        writeRequired(shape.fields.filter(\.isRequired).map(\.name))
        guard !shape.needsOneOf.isEmpty else { return }
        beginArray("anyOf")
        for group in shape.needsOneOf {
            beginObject()
            writeRequired(group)
            endObject()
        }
        endArray()
    }
}

extension Retention {
    var name: String {
        switch self {
        case .pass: "pass"
        case .setup: "setup"
        case .load: "load"
        case .view: "view"
        case .secret: "secret"
        }
    }
}
