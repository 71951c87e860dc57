/// Finds numbers in the links of other maps, where they stand between other text.
struct NumberScanner {
    struct Form {
        var isSigned = true
        /// A decimal point is `.needed`, `.allowed` (digits behind it may be missing) or `.strict` (they may not).
        var point = Point.needed

        enum Point { case none, needed, allowed, strict }

        static let decimal = Form()
        static let any = Form(point: .allowed)
        static let geo = Form(point: .strict)
        static let scale = Form(isSigned: false, point: .allowed)
        static let wholeScale = Form(isSigned: false, point: .none)
    }

    private let bytes: [UInt8]
    private(set) var offset: Int

    init(_ bytes: [UInt8], at offset: Int = 0) {
        self.bytes = bytes
        self.offset = offset
    }

    var isAtEnd: Bool { offset >= bytes.count }

    private var current: UInt8 { isAtEnd ? 0 : bytes[offset] }
    private func isDigit(_ index: Int) -> Bool { index < bytes.count && bytes[index] &- UInt8(ascii: "0") < 10 }

    mutating func skip(_ text: StaticString) -> Bool {
        let text = text.description.utf8
        guard bytes[offset...].starts(with: text) else { return false }
        offset += text.count
        return true
    }

    mutating func skipSpaces() { while current == UInt8(ascii: " ") { offset += 1 } }

    mutating func number(_ form: Form) -> Double? {
        let start = offset
        if form.isSigned, current == UInt8(ascii: "-") || current == UInt8(ascii: "+") { offset += 1 }
        guard isDigit(offset) else { return nil }
        skipDigits()
        let hasPoint = current == UInt8(ascii: ".")
        switch form.point {
        case .needed: if !hasPoint || !isDigit(offset + 1) { return nil } else { skipFraction() }
        case .allowed: if hasPoint { skipFraction() }
        case .strict: if hasPoint, isDigit(offset + 1) { skipFraction() }
        case .none: break
        }
        return Double(String(decoding: bytes[start..<offset], as: UTF8.self))
    }

    private mutating func skipDigits() { while isDigit(offset) { offset += 1 } }

    private mutating func skipFraction() {
        offset += 1
        skipDigits()
    }

    /// The first place in `bytes` where `read` finds what it looks for.
    static func search<Result>(_ bytes: [UInt8], _ read: (inout NumberScanner) -> Result?) -> Result? {
        for start in bytes.indices {
            var scanner = NumberScanner(bytes, at: start)
            if let result = read(&scanner) { return result }
        }
        return nil
    }
}
