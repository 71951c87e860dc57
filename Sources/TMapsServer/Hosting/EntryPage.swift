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
        guard !isWide, folder == 0 || Self.isWholePage(page) else { return page }
        var editor = EntryPageEditor(entry: self, page: page, base: BaseHref(folder: folder, depth: depth))
        return editor.run()
    }

    /// A page, not a fragment that some script of the bundle puts into another page.
    private static func isWholePage(_ page: [UInt8]) -> Bool {
        var scanner = HTMLScanner(page)
        while let (token, start) = scanner.next() {
            switch token {
            case .markup where HTMLScanner.starts("<!doctype", page[start...]): return true
            case .markup: continue
            case .startTag(let tag): return tag.name == "html" || tag.name == "head"
            case .endTag, .text: return false
            }
        }
        return false
    }
}
