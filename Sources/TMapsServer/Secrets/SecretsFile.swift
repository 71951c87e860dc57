private import FoundationEssentials

/// Reads `Config.Secrets.plist`: an XML or binary property list, or the same keys as JSON.
package enum SecretsFile {
    /// The secrets of a file's bytes, and what is odd about them without being wrong.
    ///
    /// - Parameter path: for the errors. Their texts never hold a value, nor what the decoder says, which may quote one.
    static func parse(_ bytes: [UInt8], path: String) throws(SecretsError) -> (secrets: Secrets, notes: [String]) {
        let values = try decode(bytes, path: path)
        var strings: [String: String] = [:]
        for name in known {
            switch values[name] {
            case nil: continue
            case .string(let text): strings[name] = text
            case .other(let kind):
                let line = line(of: name, in: bytes)
                throw SecretsError(path: path, line: line, key: name, reason: "must be a string, but is \(kind)")
            }
        }
        for name in used where strings[name]?.isEmpty == true {
            throw SecretsError(
                path: path, line: line(of: name, in: bytes), key: name, reason: "is empty: fill it in or leave it out")
        }
        return (try secrets(strings, path: path), notes(strings, values.keys))
    }

    /// Keys that are sent to maps or used here.
    private static let used = ["client_id", "client_secret", "mapbox_access_token", "signing_key"]
    /// Keys that apps keep in the same file. Accepted, never sent.
    private static let known = used + ["AppID", "AppToken", "LocationIdentifier"]
    /// RFC 7518 §3.2: an HS256 key has at least as many bits as the hash.
    private static let minimumKeyBytes = Digest.byteCount

    private static func secrets(_ strings: [String: String], path: String) throws(SecretsError) -> Secrets {
        let application: Secrets.Application?
        switch (strings["client_id"], strings["client_secret"]) {
        case (let id?, let secret?): application = .init(clientID: id, clientSecret: secret)
        case (nil, nil): application = nil
        case (nil, _): throw SecretsError(path: path, key: "client_id", reason: "is missing beside client_secret")
        case (_, nil): throw SecretsError(path: path, key: "client_secret", reason: "is missing beside client_id")
        }
        return Secrets(
            application: application, mapboxAccessToken: strings["mapbox_access_token"],
            signingKey: strings["signing_key"])
    }

    private static func notes(_ strings: [String: String], _ names: some Collection<String>) -> [String] {
        var notes: [String] = []
        if strings["client_id"] == nil { notes.append("no client_id and client_secret: none are sent to maps") }
        if let key = strings["signing_key"], key.utf8.count < minimumKeyBytes {
            notes.append("signing_key is shorter than \(minimumKeyBytes) bytes, so tokens can be guessed")
        }
        let unknown = names.filter { !known.contains($0) }.sorted()
        if !unknown.isEmpty { notes.append("not used: \(unknown.joined(separator: ", "))") }
        return notes
    }
}

// Decoding.
extension SecretsFile {
    private enum Value: Decodable {
        case string(String)
        case other(String)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            do {
                self = .string(try container.decode(String.self))
            } catch DecodingError.dataCorrupted {
                self = .other("a string with a fault in it (a line break or an unknown escape)")
            } catch {
                self = .other(Self.kind(container))
            }
        }

        private static func kind(_ container: any SingleValueDecodingContainer) -> String {
            if container.decodeNil() { return "null" }
            if (try? container.decode(Bool.self)) != nil { return "true or false" }
            if (try? container.decode(Double.self)) != nil { return "a number" }
            if (try? container.decode([Value].self)) != nil { return "an array" }
            if (try? container.decode([String: Value].self)) != nil { return "a dictionary" }
            return "data or a date"
        }
    }

    private static func decode(_ bytes: [UInt8], path: String) throws(SecretsError) -> [String: Value] {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        let first = start.first { !" \t\r\n".utf8.contains($0) }
        do {
            switch first {
            case nil:
                throw SecretsError(path: path, reason: "is empty")
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                return try JSONDecoder().decode([String: Value].self, from: Data(start))
            case UInt8(ascii: "<"), UInt8(ascii: "b"), 0xFE, 0xFF:
                var format = PropertyListDecoder.PropertyListFormat.xml
                let values = try PropertyListDecoder().decode([String: Value].self, from: Data(bytes), format: &format)
                guard format != .openStep else { throw SecretsError(path: path, reason: notAPropertyList) }
                return values
            default:
                throw SecretsError(path: path, reason: notAPropertyList)
            }
        } catch let error as SecretsError {
            throw error
        } catch {
            throw SecretsError(path: path, reason: fault(error, isJSON: first != UInt8(ascii: "<")))
        }
    }

    private static let notAPropertyList =
        "is neither an XML or binary property list nor JSON (the old OpenStep form, key = value;, is not taken)"

    private static func fault(_ error: any Error, isJSON: Bool) -> String {
        if case DecodingError.typeMismatch = error { return "must hold a dictionary of keys and strings" }
        return isJSON
            ? "is not well-formed JSON or a binary property list" : "is not a well-formed XML property list"
    }

    /// The line on which key `name` stands, when it stands in the text once. The decoders' own line numbers are not
    /// used: for XML they are 1 wherever the fault is.
    private static func line(of name: String, in bytes: [UInt8]) -> Int? {
        let marks = bytes.first == UInt8(ascii: "b") ? [] : ["<key>\(name)</key>", "\"\(name)\""].map { Array($0.utf8) }
        var found: [Int] = []
        var line = 1
        for (index, byte) in bytes.enumerated() {
            if byte == UInt8(ascii: "\n") { line += 1 }
            if marks.contains(where: { bytes[index...].starts(with: $0) }) { found.append(line) }
        }
        return found.count == 1 ? found[0] : nil
    }
}
