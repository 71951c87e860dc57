/// Checks values against the action table while walking them. What is no JSON is thrown; what is JSON but not what the
/// table wants comes back, and the walk goes on, so that broken text is always told first.
///
/// These call each other as deep as the table nests (four levels), never as deep as the input does.
extension JSONCursor {
    /// The members of the object at the cursor.
    mutating func checkObject(_ rule: ObjectRule, depth: Int) throws(Refusal) -> Violation? {
        var seen: UInt64 = 0
        var violation: Violation?
        try forEachMember(depth: depth + 1) { (cursor, key) throws(Refusal) in
            guard violation == nil, let index = rule.index(of: key, in: cursor) else {
                return try cursor.skipValue(depth: depth + 1)
            }
            seen |= 1 << UInt64(index)
            violation = try cursor.check(rule[index], depth: depth + 1)
        }
        return violation ?? rule.missing(seen)
    }

    @inline(__always)
    mutating func check(_ field: FieldRule, depth: Int) throws(Refusal) -> Violation? {
        let first = current
        switch field.value {
        case .string where first == UInt8(ascii: "\""):
            _ = try string("a string")
            return nil
        case _ where first == UInt8(ascii: "n") && field.isNullable:
            try skipValue(depth: depth)
            return nil
        default:
            return try check(field.value, depth: depth)?.inside(field.name.description)
        }
    }

    private mutating func check(_ rule: ValueRule, depth: Int) throws(Refusal) -> Violation? {
        let start = offset
        switch rule {
        case .any:
            try skipValue(depth: depth)
            return nil
        case .string:
            try skipValue(depth: depth)
            return bytes[start] == UInt8(ascii: "\"") ? nil : unexpected("a string", at: start)
        case .choice(let words): return try checkChoice(words.pointee, depth)
        case .bool(let readsDigits): return try checkBool(readsDigits, depth)
        case .number: return try skipNumber(depth) ? nil : unexpected("a number", at: start)
        case .limited(let limits):
            guard try skipNumber(depth) else { return unexpected("a number", at: start) }
            return contains(limits, start) ? nil : outside(limits.pointee, start)
        case .integer:
            guard try skipNumber(depth) else { return unexpected("a whole number", at: start) }
            return isWhole(start) ? nil : Violation("expected a whole number, found \(text(from: start))")
        case .coordinate: return try checkCoordinate(depth)
        case .object(let rule):
            if current == UInt8(ascii: "{") { return try checkObject(rule, depth: depth) }
            try skipValue(depth: depth)
            return unexpected("an object", at: start)
        case .array(let element): return try checkArray(of: element.pointee, depth)
        case .either(let rules): return try checkEither(rules, depth)
        }
    }

    private mutating func checkChoice(_ words: [String], _ depth: Int) throws(Refusal) -> Violation? {
        let start = offset
        guard current == UInt8(ascii: "\"") else {
            try skipValue(depth: depth)
            return unexpected("a string", at: start)
        }
        let found = try string("a string").string(in: bytes)
        guard !words.contains(found) else { return nil }
        let expected = words.map { "\"\($0)\"" }.joined(separator: " or ")
        return Violation("expected \(expected), found \"\(found.prefix(40))\"")
    }

    private mutating func checkBool(_ readsDigits: Bool, _ depth: Int) throws(Refusal) -> Violation? {
        let start = offset
        if readsDigits, isNumber(current) {
            try number()
            let value = double(from: start)
            return value == 0 || value == 1 ? nil : Violation("expected true or false, found \(text(from: start))")
        }
        try skipValue(depth: depth)
        let first = bytes[start]
        return first == UInt8(ascii: "t") || first == UInt8(ascii: "f") ? nil : unexpected("true or false", at: start)
    }

    private func outside(_ limits: FieldKind.Limits, _ start: Int, note: String = "") -> Violation {
        switch (limits.minimum, limits.maximum) {
        case (let low?, let high?):
            Violation("\(limits.unit) \(text(from: start)) is outside \(short(low))…\(short(high))\(note)")
        case (let low?, nil): Violation("\(text(from: start)) is less than \(short(low)) \(limits.unit)")
        default: Violation("\(text(from: start)) is too much\(note)")
        }
    }

    private func short(_ value: Double) -> String { String(Int(value)) }

    private mutating func checkCoordinate(_ depth: Int) throws(Refusal) -> Violation? {
        let expected = "[longitude, latitude]"
        let start = offset
        guard current == UInt8(ascii: "[") else {
            try skipValue(depth: depth)
            return unexpected(expected, at: start)
        }
        var violation: Violation?
        var count = 0
        try forEachElement { (cursor) throws(Refusal) in
            let start = cursor.offset
            count += 1
            guard count <= 2, violation == nil else { return try cursor.skipValue(depth: depth + 1) }
            guard try cursor.skipNumber(depth + 1) else {
                violation = cursor.unexpected("two numbers \(expected)", at: start)
                return
            }
            let limits = count == 1 ? ValueRule.longitude.pointer : ValueRule.latitude.pointer
            guard !cursor.contains(limits, start) else { return }
            violation = cursor.outside(limits.pointee, start, note: " (order is [lng, lat])")
        }
        return violation ?? (count == 2 ? nil : Violation("expected \(expected), found an array of \(count)"))
    }

    private mutating func checkArray(of element: ValueRule, _ depth: Int) throws(Refusal) -> Violation? {
        let start = offset
        guard current == UInt8(ascii: "[") else {
            try skipValue(depth: depth)
            return unexpected("an array", at: start)
        }
        var violation: Violation?
        var index = 0
        try forEachElement { (cursor) throws(Refusal) in
            defer { index += 1 }
            guard violation == nil else { return try cursor.skipValue(depth: depth + 1) }
            violation = try cursor.check(element, depth: depth + 1)?.inside(element: index)
        }
        return violation
    }

    /// The first rule that fits; else what is wrong by the one that the value looks like.
    private mutating func checkEither(_ rules: UnsafeBufferPointer<ValueRule>, _ depth: Int) throws(Refusal)
        -> Violation?
    {
        let start = self
        var told: Violation?
        for rule in rules {
            self = start
            guard let violation = try check(rule, depth: depth) else { return nil }
            let looksLike: Bool =
                switch rule {
                case .coordinate, .array: start.current == UInt8(ascii: "[")
                case .object: start.current == UInt8(ascii: "{")
                default: false
                }
            if looksLike { told = violation }
        }
        return told ?? unexpected("[longitude, latitude] or {lat, lng}", at: start.offset)
    }
}

// MARK: - Values

extension JSONCursor {
    /// Whether the value at the cursor is a number. Steps over it either way.
    @inline(__always)
    private mutating func skipNumber(_ depth: Int) throws(Refusal) -> Bool {
        let isNumber = isNumber(current)
        if isNumber { try number() } else { try skipValue(depth: depth) }
        return isNumber
    }

    /// Whether the checked number from `start` to the cursor lies within the limits. Mostly its first digits say so.
    @inline(__always)
    private func contains(_ limits: UnsafePointer<FieldKind.Limits>, _ start: Int) -> Bool {
        let isNegative = byte(at: start) == UInt8(ascii: "-")
        var place = start + (isNegative ? 1 : 0)
        var whole = 0
        while byte(at: place) &- UInt8(ascii: "0") < 10, whole < 1_000 {
            whole = whole * 10 + Int(byte(at: place) & 15)
            place += 1
        }
        guard place == offset || byte(at: place) == UInt8(ascii: ".") else { return containsExactly(limits, start) }
        // Without an exponent the number lies between `whole` and the next integer.
        let nearest = Double(isNegative ? -whole - 1 : whole)
        return hasNoExponent(from: place)
            && limits.pointee.contains(nearest) && limits.pointee.contains(nearest + 1)
            || containsExactly(limits, start)
    }

    @inline(never)
    private func containsExactly(_ limits: UnsafePointer<FieldKind.Limits>, _ start: Int) -> Bool {
        limits.pointee.contains(double(from: start))
    }

    private func isWhole(_ start: Int) -> Bool {
        for byte in bytes[start..<offset] where byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e") {
            let value = double(from: start)
            return value == value.rounded()
        }
        return true
    }

    @inline(__always)
    private func hasNoExponent(from start: Int) -> Bool {
        for place in start..<offset where byte(at: place) | 0x20 == UInt8(ascii: "e") { return false }
        return true
    }

    @inline(__always)
    private func isNumber(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "-") || byte &- UInt8(ascii: "0") < 10 }

    /// The checked number from `start` to the cursor. Up to 15 digits and 22 decimals, dividing two exact doubles
    /// rounds right (Clinger 1990, "How to read floating point numbers accurately"); the rest is the standard
    /// library's.
    private func double(from start: Int) -> Double {
        var mantissa: Int64 = 0
        var digits = 0
        var decimals: Int?
        for byte in bytes[start..<offset] {
            switch byte {
            case UInt8(ascii: "-"): continue
            case UInt8(ascii: "."): decimals = 0
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                mantissa = mantissa &* 10 &+ Int64(byte & 15)
                digits += 1
                if let count = decimals { decimals = count + 1 }
            default: digits = 99
            }
            guard digits <= 15 else { return Double(String(decoding: bytes[start..<offset], as: UTF8.self)) ?? .nan }
        }
        let value = Double(mantissa) / JSONCursor.powersOfTen[decimals ?? 0]
        return bytes[start] == UInt8(ascii: "-") ? -value : value
    }

    private static let powersOfTen: [Double] = (0...22).map { exponent in
        (0..<exponent).reduce(1.0) { power, _ in power * 10 }
    }

    /// What was just stepped over, cut to what fits in a message.
    private func text(from start: Int) -> String {
        String(decoding: bytes[start..<min(offset, start + 40)], as: UTF8.self)
    }

    /// Names the kind of what was found, never the value: it may be a secret.
    private func unexpected(_ expected: String, at start: Int) -> Violation {
        let found =
            switch bytes[start] {
            case UInt8(ascii: "\""): "a string"
            case UInt8(ascii: "{"): "an object"
            case UInt8(ascii: "["): "an array"
            case UInt8(ascii: "t"), UInt8(ascii: "f"): "true or false"
            case UInt8(ascii: "n"): "null"
            default: "a number"
            }
        return Violation("expected \(expected), found \(found)")
    }
}
