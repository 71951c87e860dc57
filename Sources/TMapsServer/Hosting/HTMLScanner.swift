/// Finds the tags of an HTML page, as far as a page must be understood to be edited at the right place: comments,
/// declarations, quoted attributes and the text of scripts are told from tags. Positions are byte offsets, the bytes
/// may be in any encoding that contains ASCII. Source: HTML Living Standard §13.2.5.
struct HTMLScanner {
    enum Token {
        case startTag(Tag)
        case endTag
        /// A comment, a doctype or another declaration.
        case markup
        /// Text that is not white space alone, from here on.
        case text
    }

    struct Tag {
        /// Lower case.
        let name: String
        /// From `<` to behind `>`.
        let range: Range<Int>
        let attributes: [Attribute]
        /// Where the element ends, for elements whose content is plain text (`script`, `style`, …).
        fileprivate(set) var elementEnd: Int

        func attribute(_ name: String) -> Attribute? { attributes.first { $0.name == name } }
    }

    struct Attribute {
        /// Lower case.
        let name: String
        /// Of the value without its quotes; empty behind the name when there is none.
        let value: Range<Int>
        let form: Form

        enum Form {
            /// The name alone.
            case bare
            case unquoted, quoted
        }
    }

    let bytes: [UInt8]
    private(set) var position: Int

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// The next token and where it starts. Nil at the end, and at a tag or comment that never ends.
    mutating func next() -> (token: Token, start: Int)? {
        skip(while: Self.isSpace)
        let start = position
        guard start < bytes.count else { return nil }
        guard bytes[start] == UInt8(ascii: "<"), start + 1 < bytes.count else {
            skipText()
            return (.text, start)
        }
        switch bytes[start + 1] {
        case UInt8(ascii: "!"), UInt8(ascii: "?"):
            return skipMarkup() ? (.markup, start) : nil
        case UInt8(ascii: "/"):
            return tag(nameAt: start + 2).map { _ in (.endTag, start) }
        case let byte where Self.isLetter(byte):
            guard var tag = tag(nameAt: start + 1) else { return nil }
            tag.elementEnd = skipPlainText(of: tag.name)
            return (.startTag(tag), start)
        default:
            skipText()
            return (.text, start)
        }
    }

    /// To the next `<` that may start a tag.
    private mutating func skipText() {
        position += 1
        skip { $0 != UInt8(ascii: "<") }
    }

    /// A comment ends at `-->` or `--!>`, `<!-->` and `<!--->` are whole comments; any other declaration ends at `>`.
    /// False when it never ends.
    private mutating func skipMarkup() -> Bool {
        let isComment = starts(with: "<!--", at: position)
        position += isComment ? 4 : 2
        if isComment, starts(with: ">", at: position) || starts(with: "->", at: position) {
            skip { $0 != UInt8(ascii: ">") }
            position += 1
            return true
        }
        while position < bytes.count {
            let ends = isComment ? ["-->", "--!>"] : [">"]
            if let end = ends.first(where: { starts(with: $0, at: position) }) {
                position += end.utf8.count
                return true
            }
            position += 1
        }
        return false
    }

    static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) && byte != 11 }

    static func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte | 32) }
}

// Tags and their attributes.
extension HTMLScanner {
    private mutating func tag(nameAt start: Int) -> Tag? {
        let open = position
        position = start
        let name = lowercased(from: start) { !Self.isSpace($0) && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ">") }
        var attributes: [Attribute] = []
        while true {
            skip { Self.isSpace($0) || $0 == UInt8(ascii: "/") }
            guard position < bytes.count else { return nil }
            if bytes[position] == UInt8(ascii: ">") { break }
            guard let attribute = attribute() else { return nil }
            attributes.append(attribute)
        }
        position += 1
        return Tag(name: name, range: open..<position, attributes: attributes, elementEnd: position)
    }

    private mutating func attribute() -> Attribute? {
        // A `=` that comes first belongs to the name.
        let start = position
        position += 1
        let name = lowercased(from: start) { byte in
            !Self.isSpace(byte) && !"/>=".utf8.contains(byte)
        }
        let nameEnd = position
        skip(while: Self.isSpace)
        guard position < bytes.count else { return nil }
        guard bytes[position] == UInt8(ascii: "=") else {
            return Attribute(name: name, value: nameEnd..<nameEnd, form: .bare)
        }
        position += 1
        skip(while: Self.isSpace)
        guard position < bytes.count else { return nil }
        let quote = bytes[position]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            let start = position
            skip { !Self.isSpace($0) && $0 != UInt8(ascii: ">") }
            return Attribute(name: name, value: start..<position, form: .unquoted)
        }
        position += 1
        let valueStart = position
        skip { $0 != quote }
        guard position < bytes.count else { return nil }
        position += 1
        return Attribute(name: name, value: valueStart..<position - 1, form: .quoted)
    }

    /// The name that starts at `start` and goes on from `position`.
    private mutating func lowercased(from start: Int, while isPart: (UInt8) -> Bool) -> String {
        while position < bytes.count, isPart(bytes[position]) { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self).lowercased()
    }
}

// Elements whose content is text, not tags.
extension HTMLScanner {
    private static let plainText: Set<String> = [
        "script", "style", "title", "textarea", "noscript", "xmp", "iframe", "noembed", "noframes",
    ]

    /// Moves behind the end tag of element `name`, when its content is text. Returns the position.
    private mutating func skipPlainText(of name: String) -> Int {
        guard Self.plainText.contains(name) else { return position }
        // `<!-- <script> </script> -->` inside a script: the first end tag does not end it.
        var isEscaped = false
        var isDoublyEscaped = false
        while position < bytes.count {
            if name == "script", starts(with: "<!--", at: position) { isEscaped = true }
            if starts(with: "-->", at: position) { (isEscaped, isDoublyEscaped) = (false, false) }
            if isEscaped, isTag("<script", at: position) { isDoublyEscaped = true }
            if isTag("</" + name, at: position) {
                guard isDoublyEscaped else { break }
                isDoublyEscaped = false
            }
            position += 1
        }
        skip { $0 != UInt8(ascii: ">") }
        position = min(position + 1, bytes.count)
        return position
    }

    private func isTag(_ text: String, at start: Int) -> Bool {
        guard bytes[start] == UInt8(ascii: "<"), starts(with: text, at: start) else { return false }
        let end = start + text.utf8.count
        return end < bytes.count && (Self.isSpace(bytes[end]) || bytes[end] == 47 || bytes[end] == 62)
    }

    private func starts(with text: String, at start: Int) -> Bool {
        start <= bytes.count && Self.starts(text, bytes[start...])
    }

    /// Without regard to case; `text` is lower case.
    static func starts(_ text: String, _ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.count >= text.utf8.count
            && zip(bytes, text.utf8).allSatisfy { byte, wanted in
                byte == wanted || isLetter(byte) && byte | 32 == wanted
            }
    }

    private mutating func skip(while isSkipped: (UInt8) -> Bool) {
        while position < bytes.count, isSkipped(bytes[position]) { position += 1 }
    }
}
