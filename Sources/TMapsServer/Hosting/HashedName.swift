/// File names that carry a hash of their content, as bundlers write them: `main-1a2b3c4d.js`, `app.1a2b3c4d5e.css`.
///
/// Such a file never changes under its name, so it may be cached for good. A name wrongly taken for hashed would be
/// stale for a year, so the rule is narrow: a kind of file that bundlers hash (no pages, no JSON, no map data), and a
/// last part after `-`, `.` or `_` of 8 to 32 lower-case hexadecimal digits with both a digit and a letter among them
/// (so `floor-20240115.png` and `the-facade.svg` are not), which is not the end of a UUID.
enum HashedName {
    static func matches(_ path: [UInt8]) -> Bool {
        guard kinds.contains(ContentType.fileExtension(path)) else { return false }
        var stem = (path.split(separator: UInt8(ascii: "/")).last ?? []).dropLast(while: { $0 != UInt8(ascii: ".") })
        stem = stem.dropLast()
        // `name.1a2b3c4d.js.map` is hashed as well.
        if stem.suffix(3).elementsEqual(".js".utf8) { stem = stem.dropLast(3) }
        if stem.suffix(4).elementsEqual(".css".utf8) { stem = stem.dropLast(4) }
        guard let mark = stem.lastIndex(where: { "-._".utf8.contains($0) }), mark > stem.startIndex else {
            return false
        }
        return isHash(stem[(mark + 1)...]) && !isUUID(stem)
    }

    private static let kinds: Set<String> = [
        "js", "mjs", "css", "wasm", "map", "woff2", "woff", "ttf", "otf", "svg", "png", "jpg", "jpeg", "webp", "avif",
        "gif", "ico",
    ]

    private static func isHash(_ part: ArraySlice<UInt8>) -> Bool {
        (8...32).contains(part.count) && part.allSatisfy(isHexDigit)
            && part.contains { $0 <= UInt8(ascii: "9") } && part.contains { $0 >= UInt8(ascii: "a") }
    }

    private static func isUUID(_ stem: ArraySlice<UInt8>) -> Bool {
        let groups = stem.suffix(36).split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return groups.map(\.count) == [8, 4, 4, 4, 12] && groups.joined().allSatisfy(isHexDigit)
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}

extension ArraySlice<UInt8> {
    fileprivate func dropLast(while isDropped: (UInt8) -> Bool) -> Self {
        self[..<(lastIndex { !isDropped($0) }.map { $0 + 1 } ?? startIndex)]
    }
}
