/// What a bundle's `<base href>` must say for relative URLs to resolve inside the mount, at any prefix.
///
/// Bundles made for a web view point it at `/`, at a file path or at another host.
struct BaseHref {
    /// Folders between the mount and the page's file.
    let folder: Int
    /// Folders between the mount and the page as the browser sees it.
    let depth: Int

    /// The value to put in place of `href`, or nil when it is right as it is.
    func replacement(for href: ArraySlice<UInt8>) -> String? {
        guard staysInside(href) else { return depth == 0 ? "./" : String(repeating: "../", count: depth) }
        return depth == folder ? nil : up + String(decoding: href, as: UTF8.self)
    }

    /// For a page that stands in for a deeper path and names no base: the folder its file is in.
    var forPageWithoutBase: String? { depth > folder ? up : nil }

    /// From the page as the browser sees it to the folder its file is in.
    private var up: String { String(repeating: "../", count: max(0, depth - folder)) }

    /// A relative path that does not climb above the mount. What cannot be read with certainty (encoded dots, entities,
    /// characters that URL parsers skip) counts as leaving.
    private func staysInside(_ href: ArraySlice<UInt8>) -> Bool {
        let path = href.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        guard path.first != UInt8(ascii: "/"), path.allSatisfy(Self.isPlain) else { return false }
        var level = folder
        for segment in path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            if segment.elementsEqual("..".utf8) { level -= 1 } else if !segment.elementsEqual(".".utf8) { level += 1 }
            guard level >= 0 else { return false }
        }
        return true
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
            true
        default: "-._~/!$()*+,;=@".utf8.contains(byte)
        }
    }
}
