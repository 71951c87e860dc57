/// Decoding, and where a key stands.
extension SecretsFile {
    enum Value: Decodable {
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

    static func decode(_ bytes: [UInt8], path: String) throws(SecretsError) -> [String: Value] {
        do throws(KeyedFileError) {
            return try KeyedFile.decode(bytes, path: path, as: Value.self)
        } catch {
            throw SecretsError(path: path, reason: error.reason)
        }
    }

    /// The line on which key `name` stands, when it stands in the text once. The decoders' own line numbers are not
    /// used: for XML they are 1 wherever the fault is.
    static func line(of name: String, in bytes: [UInt8]) -> Int? {
        let marks =
            bytes.first == UInt8(ascii: "b") ? [] : ["<key>\(name)</key>", "\"\(name)\""].map { Array($0.utf8) }
        var found: [Int] = []
        var line = 1
        for (index, byte) in bytes.enumerated() {
            if byte == UInt8(ascii: "\n") { line += 1 }
            if marks.contains(where: { bytes[index...].starts(with: $0) }) { found.append(line) }
        }
        return found.count == 1 ? found[0] : nil
    }
}
