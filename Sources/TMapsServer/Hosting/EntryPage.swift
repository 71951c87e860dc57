/// Edits a bundle's HTML entry on its way out, so that an unchanged app bundle runs in a browser.
///
/// The bridge's script becomes the first child of `<head>`, a `<base>` that would break relative URLs leads to the
/// mount instead, and the bundle's class for the host it is embedded in is filled in. All else stays as it is, byte by
/// byte, in whatever encoding (a UTF-16 page, which no bundle is known to have, is left alone).
package struct EntryPage: Sendable, Equatable {
    package enum Embed: String, Sendable, CaseIterable {
        case none, ios
    }

    package var embed: Embed
    /// The bridge's script from the mount, with no `../` of its own for deeper pages.
    package var script: String

    package init(embed: Embed = .none, script: String = "../bridge/bridge.js") {
        self.embed = embed
        self.script = script
    }

    /// The root's `index.html`, and one in a folder if it is a page of its own (see `edit`).
    func mayBeEntry(_ file: [UInt8]) -> Bool {
        file.split(separator: UInt8(ascii: "/")).last?.elementsEqual(AssetPath.index) == true
    }

    /// - Parameters:
    ///   - file: path of the page's file below the mount.
    ///   - depth: slashes in the path below the mount under which the browser knows the page. More than `file` has
    ///     when the page stands in for a path that does not exist.
    func edit(_ page: [UInt8], file: [UInt8], depth: Int) -> [UInt8] {
        let folder = file.count { $0 == UInt8(ascii: "/") }
        let isWide = page.starts(with: [0xFF, 0xFE]) || page.starts(with: [0xFE, 0xFF])
        guard !isWide, folder == 0 || isWholePage(page) else { return page }
        var edits = Edits()
        var headStart: Int?
        var hasBase = false
        let base = BaseHref(folder: folder, depth: depth)
        var scanner = HTMLScanner(page)
        var end = page.count
        while let (token, start) = scanner.next() {
            end = scanner.position
            if headStart == nil { headStart = Self.headStart(token, start) }
            guard case .startTag(let tag) = token else { continue }
            switch tag.name {
            case "base" where !hasBase:
                guard let href = tag.attribute("href") else { break }
                hasBase = true
                if let value = base.replacement(for: page[href.value]) {
                    edits.setValue(of: href, to: value)
                }
            case "script" where isBridge(tag.attribute("src").map { page[$0.value] }):
                edits.replace(tag.range.lowerBound..<tag.elementEnd, with: "")
            default:
                if embed == .ios, let value = tag.attribute("class") { mark(value, in: page, &edits) }
            }
        }
        var start = "<script src=\"\(String(repeating: "../", count: depth))\(script)\"></script>"
        if !hasBase, let value = base.forPageWithoutBase { start += "<base href=\"\(value)\">" }
        edits.replace((headStart ?? end)..<(headStart ?? end), with: start)
        return edits.applied(to: page)
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

    /// A page, not a fragment that some script of the bundle puts into another page.
    private func isWholePage(_ page: [UInt8]) -> Bool {
        var scanner = HTMLScanner(page)
        while let (token, start) = scanner.next() {
            switch token {
            case .markup where page[start...].prefix(9).map({ $0 | 32 }) == "<!doctype".utf8.map { $0 | 32 }: return true
            case .markup: continue
            case .startTag(let tag): return tag.name == "html" || tag.name == "head"
            case .endTag, .text: return false
            }
        }
        return false
    }

    /// The page's own tag for the bridge's script, which would run it twice.
    private func isBridge(_ source: ArraySlice<UInt8>?) -> Bool {
        guard let source else { return false }
        let path = source.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let name = AssetPath.join(script.utf8.split(separator: UInt8(ascii: "/")).suffix(2).map { Array($0) })
        return path.elementsEqual(name) || path.suffix(name.count + 1).elementsEqual([UInt8(ascii: "/")] + name)
    }

    /// Adds `ios-embed` behind the class `embed-class-placeholder`.
    private func mark(_ attribute: HTMLScanner.Attribute, in page: [UInt8], _ edits: inout Edits) {
        let classes = page[attribute.value].split(whereSeparator: HTMLScanner.isSpace)
        guard let found = classes.first(where: { $0.elementsEqual("embed-class-placeholder".utf8) }),
            !classes.contains(where: { $0.elementsEqual("ios-embed".utf8) })
        else { return }
        if attribute.form == .quoted {
            edits.replace(found.endIndex..<found.endIndex, with: " ios-embed")
        } else {
            edits.setValue(of: attribute, to: "embed-class-placeholder ios-embed")
        }
    }
}

/// Replacements of parts of a page.
private struct Edits {
    private var list: [(range: Range<Int>, text: String)] = []

    mutating func replace(_ range: Range<Int>, with text: String) { list.append((range, text)) }

    mutating func setValue(of attribute: HTMLScanner.Attribute, to value: String) {
        switch attribute.form {
        case .bare: replace(attribute.value, with: "=\"\(value)\"")
        case .unquoted: replace(attribute.value, with: "\"\(value)\"")
        case .quoted: replace(attribute.value, with: value)
        }
    }

    func applied(to page: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var position = 0
        // What is put in before a part comes before what takes the part's place.
        let inOrder = list.sorted {
            ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
        }
        for (range, text) in inOrder {
            result += page[position..<range.lowerBound]
            result += text.utf8
            position = range.upperBound
        }
        return result + page[position...]
    }
}
