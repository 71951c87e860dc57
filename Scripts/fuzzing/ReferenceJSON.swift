/// A second reader of the same grammar, written to be obvious and not to be fast: recursive, over Unicode scalars,
/// with the standard library deciding what is UTF-8 and what a double can hold. It shares no line with `JSONCursor`.
struct ReferenceJSON {
    struct Refused: Error {}

    private var scalars: [Unicode.Scalar]
    private var index = 0
    /// The decoded values of top-level members named `type`; nil for a value that is no string.
    private(set) var types: [String?] = []
    private(set) var isObject = false

    init(_ bytes: UnsafeRawBufferPointer) throws {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw Refused() }
        scalars = Array(text.unicodeScalars)
        space()
        isObject = peek == "{"
        _ = try value(depth: 0)
        space()
        guard index == scalars.count else { throw Refused() }
    }

    private var peek: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    private mutating func space() { while let scalar = peek, " \t\n\r".unicodeScalars.contains(scalar) { index += 1 } }

    private mutating func take(_ wanted: Unicode.Scalar) throws {
        guard peek == wanted else { throw Refused() }
        index += 1
    }

    /// The value of a string, nil for others.
    private mutating func value(depth: Int) throws -> String? {
        switch peek {
        case "{": try object(depth: depth + 1)
        case "[": try array(depth: depth + 1)
        case "\"": return try string()
        case "t": for scalar in "true".unicodeScalars { try take(scalar) }
        case "f": for scalar in "false".unicodeScalars { try take(scalar) }
        case "n": for scalar in "null".unicodeScalars { try take(scalar) }
        default: try number()
        }
        return nil
    }

    private mutating func object(depth: Int) throws {
        guard depth <= 64 else { throw Refused() }
        try take("{")
        space()
        if peek == "}" { return try take("}") }
        while true {
            space()
            let key = try string()
            space()
            try take(":")
            space()
            let value = try value(depth: depth)
            if depth == 1, isObject, Array(key.unicodeScalars) == Array("type".unicodeScalars) { types.append(value) }
            space()
            if peek == "}" { return try take("}") }
            try take(",")
        }
    }

    private mutating func array(depth: Int) throws {
        guard depth <= 64 else { throw Refused() }
        try take("[")
        space()
        if peek == "]" { return try take("]") }
        while true {
            space()
            _ = try value(depth: depth)
            space()
            if peek == "]" { return try take("]") }
            try take(",")
        }
    }

    private mutating func string() throws -> String {
        try take("\"")
        var units: [UInt16] = []
        while let scalar = peek, scalar != "\"" {
            index += 1
            guard scalar.value >= 0x20 else { throw Refused() }
            if scalar == "\\" { units.append(try escape()) } else { units += Array(String(scalar).utf16) }
        }
        try take("\"")
        guard let text = String(validating: units, as: UTF16.self) else { throw Refused() }
        return text
    }

    private mutating func escape() throws -> UInt16 {
        guard let scalar = peek else { throw Refused() }
        index += 1
        let plain: [Unicode.Scalar: UInt16] = [
            "\"": 0x22, "\\": 0x5C, "/": 0x2F, "b": 8, "f": 12, "n": 10, "r": 13, "t": 9,
        ]
        if let unit = plain[scalar] { return unit }
        guard scalar == "u", index + 4 <= scalars.count else { throw Refused() }
        let digits = scalars[index..<index + 4]
        index += 4
        guard digits.allSatisfy({ $0.properties.isASCIIHexDigit }) else { throw Refused() }
        return UInt16(String(String.UnicodeScalarView(digits)), radix: 16) ?? 0
    }

    private mutating func number() throws {
        let start = index
        if peek == "-" { index += 1 }
        if peek == "0" { index += 1 } else { try digits() }
        if peek == "." {
            index += 1
            try digits()
        }
        if peek == "e" || peek == "E" {
            index += 1
            if peek == "+" || peek == "-" { index += 1 }
            try digits()
        }
        let text = String(String.UnicodeScalarView(scalars[start..<index]))
        guard let value = Double(text), value.isFinite else { throw Refused() }
    }

    private mutating func digits() throws {
        let start = index
        while let scalar = peek, ("0"..."9").contains(scalar) { index += 1 }
        guard index > start else { throw Refused() }
    }
}
