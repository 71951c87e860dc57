private import FoundationEssentials
internal import Glibc

/// Why a file of keys and values cannot be used.
struct KeyedFileError: Error, CustomStringConvertible {
    let path: String
    let reason: String
    var description: String { "\(path): \(reason)" }
}

/// A property list (XML or binary) or a JSON object, whichever it is: keys and values of one kind.
enum KeyedFile {
    private static let byteLimit: Int64 = 1 << 20

    static func read<Value: Decodable>(_ path: String, as type: Value.Type) throws(KeyedFileError) -> [String: Value] {
        guard let file = try contents(path) else { throw KeyedFileError(path: path, reason: "does not exist") }
        return try decode(file.bytes, path: path, as: type)
    }

    /// The file's bytes and its mode; nil where there is no such file.
    static func contents(_ path: String) throws(KeyedFileError) -> (bytes: [UInt8], mode: UInt32)? {
        do throws(FileError) {
            let bytes = Array(path.utf8)
            let known = try FileIdentity(path: bytes)
            guard known.isRegular else { throw .failed(EISDIR) }
            guard known.size <= byteLimit else { throw .failed(EFBIG) }
            let file = try OpenFile.open(anywhere: bytes)
            return (try file.readAll(), file.identity.mode)
        } catch {
            if case .notFound = error { return nil }
            throw KeyedFileError(path: path, reason: reason(error))
        }
    }

    private static func reason(_ error: FileError) -> String {
        switch error {
        case .notFound: "does not exist"
        case .notPermitted: "may not be read by the server"
        case .busy: "cannot be read: no memory or descriptor left"
        case .failed(EISDIR): "is not a regular file"
        case .failed(EFBIG): "is bigger than \(byteLimit) bytes"
        case .failed(let code): "cannot be read (errno \(code))"
        }
    }

    /// The errors hold no value, nor what the decoder says, which may quote one.
    static func decode<Value: Decodable>(
        _ bytes: [UInt8], path: String, as type: Value.Type
    ) throws(KeyedFileError) -> [String: Value] {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        let first = start.first { !" \t\r\n".utf8.contains($0) }
        do {
            switch first {
            case nil:
                throw KeyedFileError(path: path, reason: "is empty")
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                return try JSONDecoder().decode([String: Value].self, from: Data(start))
            case UInt8(ascii: "<"), UInt8(ascii: "b"), 0xFE, 0xFF:
                var format = PropertyListDecoder.PropertyListFormat.xml
                let values = try PropertyListDecoder().decode([String: Value].self, from: Data(bytes), format: &format)
                guard format != .openStep else { throw KeyedFileError(path: path, reason: notAPropertyList) }
                return values
            default:
                throw KeyedFileError(path: path, reason: notAPropertyList)
            }
        } catch let error as KeyedFileError {
            throw error
        } catch {
            throw KeyedFileError(path: path, reason: fault(error, isJSON: first != UInt8(ascii: "<")))
        }
    }

    private static let notAPropertyList =
        "is neither an XML or binary property list nor JSON (the old OpenStep form, key = value;, is not taken)"

    private static func fault(_ error: any Error, isJSON: Bool) -> String {
        if case DecodingError.typeMismatch = error { return "must hold a dictionary of keys and values" }
        return isJSON
            ? "is not well-formed JSON or a binary property list" : "is not a well-formed XML property list"
    }
}

/// A value of the `--config` file as it would be typed behind its flag: text, a number, true or false, or a list of
/// texts.
struct FlagText: Decodable {
    let texts: [String]

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            texts = [text]
        } else if let number = try? container.decode(Int.self) {
            texts = [String(number)]
        } else if let isOn = try? container.decode(Bool.self) {
            texts = [isOn ? "true" : "false"]
        } else {
            texts = try container.decode([String].self)
        }
    }
}
