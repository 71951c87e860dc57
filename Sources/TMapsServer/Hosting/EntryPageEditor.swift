/// One pass over an entry page: finds what is to be changed, then changes it.
struct EntryPageEditor {
    let entry: EntryPage
    let page: [UInt8]
    let base: BaseHref

    private var replacements: [(range: Range<Int>, text: String)] = []
    private var hasBase = false

    init(entry: EntryPage, page: [UInt8], base: BaseHref) {
        self.entry = entry
        self.page = page
        self.base = base
    }

    mutating func run() -> [UInt8] {
        var scanner = HTMLScanner(page)
        var headStart: Int?
        var end = scanner.position
        while let (token, start) = scanner.next() {
            end = scanner.position
            if headStart == nil { headStart = Self.headStart(token, start) }
            if case .startTag(let tag) = token { look(at: tag) }
        }
        let up = String(repeating: "../", count: base.depth)
        var start = "<script src=\"\(up)\(entry.script)\"></script>"
        if !hasBase, let href = base.forPageWithoutBase { start += "<base href=\"\(href)\">" }
        let place = headStart ?? end
        replace(place..<place, with: start)
        return edited()
    }

    /// Where the head's content starts: behind `<head>`, or, when that tag is left out, before the first thing that is
    /// neither comment nor `<html>`. HTML Living Standard §13.2.6.4.3.
    private static func headStart(_ token: HTMLScanner.Token, _ start: Int) -> Int? {
        switch token {
        case .markup: nil
        case .startTag(let tag) where tag.name == "html": nil
        case .startTag(let tag) where tag.name == "head": tag.range.upperBound
        case .startTag, .endTag, .text: start
        }
    }

    private mutating func look(at tag: HTMLScanner.Tag) {
        switch tag.name {
        case "base" where !hasBase:
            guard let href = tag.attribute("href") else { return }
            hasBase = true
            if let value = base.replacement(for: page[href.value]) { setValue(of: href, to: value) }
        case "script" where isBridge(tag.attribute("src")):
            replace(tag.range.lowerBound..<tag.elementEnd, with: "")
        default:
            if entry.embed == .ios, let classes = tag.attribute("class") { addEmbedClass(to: classes) }
        }
    }

    /// The page's own tag for the bridge's script, which would run it twice.
    private func isBridge(_ source: HTMLScanner.Attribute?) -> Bool {
        guard let source else { return false }
        let path = page[source.value].prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let segments = entry.script.utf8.split(separator: UInt8(ascii: "/")).suffix(2)
        let name = AssetPath.join(segments.map { Array($0) })
        return path.elementsEqual(name) || path.suffix(name.count + 1).elementsEqual([UInt8(ascii: "/")] + name)
    }

    /// Adds `ios-embed` behind the class `embed-class-placeholder`.
    private mutating func addEmbedClass(to attribute: HTMLScanner.Attribute) {
        let classes = page[attribute.value].split(whereSeparator: HTMLScanner.isSpace)
        guard let found = classes.first(where: { $0.elementsEqual("embed-class-placeholder".utf8) }),
            !classes.contains(where: { $0.elementsEqual("ios-embed".utf8) })
        else { return }
        if attribute.form == .quoted {
            replace(found.endIndex..<found.endIndex, with: " ios-embed")
        } else {
            setValue(of: attribute, to: "embed-class-placeholder ios-embed")
        }
    }
}

// Replacing parts of the page.
extension EntryPageEditor {
    private mutating func replace(_ range: Range<Int>, with text: String) { replacements.append((range, text)) }

    private mutating func setValue(of attribute: HTMLScanner.Attribute, to value: String) {
        switch attribute.form {
        case .bare: replace(attribute.value, with: "=\"\(value)\"")
        case .unquoted: replace(attribute.value, with: "\"\(value)\"")
        case .quoted: replace(attribute.value, with: value)
        }
    }

    private func edited() -> [UInt8] {
        // What is put in before a part comes before what takes the part's place.
        let inOrder = replacements.sorted {
            ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
        }
        var result: [UInt8] = []
        var position = 0
        for (range, text) in inOrder {
            result += page[position..<range.lowerBound]
            result += text.utf8
            position = range.upperBound
        }
        return result + page[position...]
    }
}
