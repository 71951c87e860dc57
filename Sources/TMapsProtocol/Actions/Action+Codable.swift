extension Action {
    /// The action's JSON text, checked against the catalogue.
    /// - Throws: `Refusal`, `invalid_field`, naming the field: NaN or infinity, a latitude beyond 90, a missing field
    /// of a custom action with a known type, …
    public func json() throws(Refusal) -> String {
        let (type, fields) = parts
        guard fields["type"] == nil else { throw Refusal(.duplicateKey, "\"type\" is given twice") }
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("type", type)
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
            writer.key(named: name)
            try value.write(to: &writer, place: name)
        }
        writer.endObject()
        let violation = try writer.bytes.withRawBytes { (bytes) throws(Refusal) in
            try ActionScanner.scan(bytes, checksFields: true).violation
        }
        if let violation { throw violation }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Reads an action's JSON text, strictly.
    /// - Throws: `Refusal`: `invalid_json`, `too_deep`, `duplicate_key`, `not_an_action`, or `invalid_field` where a
    /// known type lacks a field or has one of the wrong kind. Limits are not checked: what came is told as it came.
    public init(json: String) throws(Refusal) {
        let type = try Array(json.utf8).withRawBytes { (bytes) throws(Refusal) in try ActionScanner.scan(bytes).type }
        var fields = try [String: JSONValue](json: try JSONValue(json: json), at: "action")
        fields["type"] = nil
        try self.init(type: type, fields: fields)
    }
}

extension Action: Codable {
    public init(from decoder: any Decoder) throws {
        var fields = try [String: JSONValue](from: decoder)
        guard case .string(let type)? = fields.removeValue(forKey: "type") else {
            let text = "an action is a JSON object with a string \"type\""
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: text))
        }
        do throws(Refusal) {
            try self.init(type: type, fields: fields)
        } catch {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: error.message, underlyingError: error))
        }
    }

    /// Refuses what `json()` refuses, before anything is written.
    public func encode(to encoder: any Encoder) throws {
        do throws(Refusal) {
            _ = try json()
        } catch {
            throw EncodingError.invalidValue(
                self, .init(codingPath: encoder.codingPath, debugDescription: error.message, underlyingError: error))
        }
        let (type, fields) = parts
        try fields.merging(["type": .string(type)]) { $1 }.encode(to: encoder)
    }
}
