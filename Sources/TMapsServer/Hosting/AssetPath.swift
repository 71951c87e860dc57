/// A request's path inside a mount, made safe: dot segments resolved, nothing hidden, nothing above the root.
///
/// Works on bytes: Swift's `Character` joins `/` with a following combining mark, which would hide a separator.
struct AssetPath: Equatable {
    enum Refusal: Error, Equatable {
        /// The path cannot name a file at all: it holds a NUL.
        case malformed
        /// Leaves the root, names a dotfile, or holds a backslash: answered as if it did not exist.
        case hidden
    }

    /// Without empty and dot segments. Empty for the root.
    let segments: [[UInt8]]
    /// Ends in a slash (or a dot segment), so it names a folder.
    let isFolder: Bool
    /// Slashes of the path as the browser sees it: how many `../` lead from the page's folder to the mount.
    let depth: Int

    /// `path` was percent-decoded once, so `%2e` or `%2f` left in it are literal.
    init(_ path: String) throws(Refusal) {
        let bytes = Array(path.utf8)
        guard !bytes.contains(0) else { throw .malformed }
        guard !bytes.contains(UInt8(ascii: "\\")) else { throw .hidden }
        var segments: [[UInt8]] = []
        var last: [UInt8] = []
        for part in bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            last = Array(part)
            switch last {
            case [], Self.dot:
                continue
            case Self.dotDot:
                guard segments.popLast() != nil else { throw .hidden }
            default:
                guard last.first != UInt8(ascii: ".") || last == Self.wellKnown else { throw .hidden }
                segments.append(last)
            }
        }
        self.segments = segments
        isFolder = last.isEmpty || last == Self.dot || last == Self.dotDot
        depth = bytes.count { $0 == UInt8(ascii: "/") }
    }

    /// The file that answers: the path itself, or a folder's `index.html`. Relative to the root, no leading slash.
    var file: [UInt8] { Self.join(isFolder ? segments + [Self.index] : segments) }

    /// The last segment holds a dot, so a page was not what was asked for.
    var hasExtension: Bool { !isFolder && segments.last?.contains(UInt8(ascii: ".")) == true }

    static let index = Array("index.html".utf8)
    private static let dot = Array(".".utf8)
    private static let dotDot = Array("..".utf8)
    private static let wellKnown = Array(".well-known".utf8)

    static func join(_ segments: [[UInt8]]) -> [UInt8] { Array(segments.joined(separator: [UInt8(ascii: "/")])) }
}
