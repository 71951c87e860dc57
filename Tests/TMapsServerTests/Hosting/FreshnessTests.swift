import Foundation
import TMapsTesting
import Testing

@testable import TMapsServer

/// Entity tags, conditional requests and what is remembered between requests (F42).
@Suite struct FreshnessTests {
    let folder: TestFolder
    let assets: AssetFolder

    init() throws {
        folder = TestFolder()
        var options = AssetFolder.Options()
        options.hashedNamesAreImmutable = true
        assets = try AssetFolder(root: folder.path, options: options)
    }

    @Test("If-None-Match works with lists, weak tags and *, and 304 has no body (F42)")
    func conditional() throws {
        try folder.write("one", to: "index.html")
        let tag = try #require(assets.ask("index.html")["ETag"])
        #expect(tag.hasPrefix("\"") && tag.hasSuffix("\"") && tag.count == 34)
        for list in [tag, "W/\(tag)", "\"x\", \(tag)", "\"a,b\" ,W/\"c\",\(tag)", "*", " \(tag) "] {
            let answer = assets.ask("index.html", ["if-none-match": list])
            #expect(answer.status == 304, "\(list)")
            #expect(answer.body.isEmpty)
            #expect(answer["ETag"] == tag)
            #expect(answer["Cache-Control"] == "no-cache")
            #expect(answer["Content-Type"] == nil)
        }
        for list in ["\"x\"", "", String(tag.dropFirst().dropLast()), "\"x, \(tag)", "W/\"x\""] {
            #expect(assets.ask("index.html", ["if-none-match": list]).status == 200, "\(list)")
        }
    }

    @Test("an edit of the same size within the same tick of the clock is seen (F42)")
    func racyEdit() throws {
        // Many rounds, so that some fall into one tick: with a remembered first version this fails at once.
        for round in 0..<200 {
            try folder.write("A\(round % 10)", to: "index.html")
            let old = try #require(assets.ask("index.html")["ETag"])
            try folder.write("B\(round % 10)", to: "index.html")
            let answer = assets.ask("index.html", ["if-none-match": old])
            #expect(answer.status == 200)
            #expect(answer.text == "B\(round % 10)")
        }
    }

    @Test("an edit is seen although the old times are put back (F42)")
    func timesPutBack() throws {
        let file = try folder.write("one", to: "index.html")
        try folder.settle("index.html")
        var old = stat()
        #expect(lstat(file, &old) == 0)
        let before = try FileIdentity(path: Array(file.utf8))
        #expect(assets.ask("index.html").text == "one")
        try folder.write("two", to: "index.html")
        #expect(utimensat(AT_FDCWD, file, [old.st_atim, old.st_mtim], 0) == 0)
        let new = try FileIdentity(path: Array(file.utf8))
        #expect(new.modified == before.modified && new.size == before.size)
        #expect(assets.ask("index.html").text == "two")
    }

    @Test("what was read within a tick of the last change is read again, what is settled is not (F42)")
    func racilyClean() throws {
        let key = AssetCache.Key(path: Array("a.txt".utf8), depth: 0)
        // Until a request came within the time that counts as the same tick.
        var identity: FileIdentity
        repeat {
            try folder.write("true", to: "a.txt")
            _ = assets.ask("a.txt")
            identity = try FileIdentity(path: Array("\(folder.path)/a.txt".utf8))
        } while FileIdentity.now() - identity.changed > 20_000_000
        let kept = assets.cache.asset(for: key)
        let fresh = try #require(kept)
        #expect(!fresh.isSettled)
        // An edit that the identity does not show, as far as the cache can tell.
        func remember(isSettled: Bool) {
            let asset = Asset(
                identity: identity, isSettled: isSettled, tag: fresh.tag, contentType: fresh.contentType,
                cacheControl: fresh.cacheControl, content: .memory(Array("stale".utf8)))
            assets.cache.store(asset, for: key)
        }
        remember(isSettled: false)
        #expect(assets.ask("a.txt").text == "true")
        remember(isSettled: true)
        #expect(assets.ask("a.txt").text == "stale")
        #expect(!identity.isSettled(at: identity.changed + 20_000_000))
        #expect(!identity.isSettled(at: identity.changed - 1))
        #expect(identity.isSettled(at: identity.changed + 20_000_001))
    }

    @Test("a settled file is remembered, and forgotten when it goes")
    func remembered() throws {
        let file = try folder.write("one", to: "a.txt")
        _ = assets.ask("a.txt")
        try folder.settle("a.txt")
        _ = assets.ask("a.txt")
        let known = assets.cache.asset(for: .init(path: Array("a.txt".utf8), depth: 0))
        #expect(known?.isSettled == true)
        try FileManager.default.removeItem(atPath: file)
        #expect(assets.ask("a.txt").status == 404)
    }

    @Test("a file of more than 256 KiB is streamed, with a tag of its content that an edit changes")
    func streamed() throws {
        var bytes = [UInt8](repeating: 7, count: 300_000)
        try folder.write(bytes, to: "big.bin")
        let first = assets.ask("big.bin")
        #expect(first.isStreamed && first.body == bytes)
        #expect(first["ETag"] == EntityTag(of: bytes).text)
        bytes[299_999] = 8
        try folder.write(bytes, to: "big.bin")
        let second = assets.ask("big.bin", ["if-none-match": try #require(first["ETag"])])
        #expect(second.status == 200 && second.body == bytes)
        #expect(assets.ask("big.bin", ["range": "bytes=299999-"]).body == [8])
    }

    @Test("a file of more than 8 MiB has a tag of its identity once it is settled, none before")
    func huge() throws {
        let bytes = [UInt8](repeating: 7, count: Int(AssetFolder.hashLimit) + 1)
        try folder.write(bytes, to: "huge.bin")
        try folder.settle("huge.bin")
        let first = try #require(assets.ask("huge.bin")["ETag"])
        #expect(assets.ask("huge.bin", ["if-none-match": first]).status == 304)
        try folder.write(bytes, to: "huge.bin")
        #expect(assets.ask("huge.bin", ["if-none-match": first]).status == 200)
        try folder.settle("huge.bin")
        let second = try #require(assets.ask("huge.bin")["ETag"])
        #expect(first != second)
        #expect(assets.ask("huge.bin", ["range": "bytes=0-0", "if-range": second]).status == 206)
        #expect(assets.ask("huge.bin", ["range": "bytes=0-0", "if-range": first]).status == 200)
    }

    @Test("no descriptor is left open")
    func descriptors() throws {
        func open() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
        try folder.write("x", to: "small.txt")
        try folder.write([UInt8](repeating: 1, count: 300_000), to: "big.bin")
        try folder.makeFolder("empty")
        func round() {
            for path in ["small.txt", "big.bin", "missing", "empty", "a b"] {
                _ = assets.ask(path)
                _ = assets.ask(path, method: "HEAD", ["range": "bytes=999999-", "if-none-match": "*"])
                _ = assets.ask(path, ["range": "bytes=999999-"])
            }
        }
        round()
        let before = try open()
        for _ in 0..<200 { round() }
        // Other tests run beside this one and have files open of their own.
        #expect(try open() < before + 100)
    }

    @Test(
        "only a name with a hash is cached for good (F42)",
        arguments: [
            ("main-1a2b3c4d.js", true), ("name.1a2b3c4d5e.css", true), ("js/app.0123456789abcdef0123.js", true),
            ("app.1a2b3c4d.js.map", true), ("font-5e6f7a8b.woff2", true), ("bg_5e6f7a8b.png", true),
            ("index-1a2b3c4d.html", false), ("index.html", false), ("app.js", false), ("jquery-3.7.1.min.js", false),
            ("floor-20240115.png", false), ("old-1a2b.js", false), ("the-facade.svg", false),
            ("map-deadbeef.js", false), ("venue-5f3e9a2b.json", false), ("floor-5f3e9a2b.geojson", false),
            ("icon-512x512.png", false), ("1a2b3c4d.js", false), ("-1a2b3c4d.js", false), ("main-1A2B3C4D.js", false),
            ("p-550e8400-e29b-41d4-a716-4466554400ab.png", false), ("550e8400-e29b-41d4-a716-4466554400ab.png", false),
            ("v-1a2b3c4d/app.js", false), ("main-1a2b3c4d", false), ("roboto-v30-latin.woff2", false),
            ("main-0123456789abcdef0123456789abcdef0.js", false),
        ])
    func cacheControl(name: String, isForGood: Bool) throws {
        try folder.write("x", to: name)
        let expected = isForGood ? "public, max-age=31536000, immutable" : "no-cache"
        #expect(assets.ask(name)["Cache-Control"] == expected)
    }

    @Test("map data is never cached for good, whatever its name")
    func mapData() throws {
        try folder.write("x", to: "tile-1a2b3c4d.png")
        #expect(try AssetFolder(root: folder.path).ask("tile-1a2b3c4d.png")["Cache-Control"] == "no-cache")
    }

    @Test("memory stays within its budget, and what is used stays")
    func budget() throws {
        var options = AssetFolder.Options()
        options.memoryBudget = 100_000
        let assets = try AssetFolder(root: folder.path, options: options)
        for index in 0..<100 { try folder.write([UInt8](repeating: UInt8(index), count: 5_000), to: "\(index).bin") }
        for index in 0..<100 {
            #expect(assets.ask("\(index).bin").body.first == UInt8(index))
            _ = assets.ask("0.bin")
            #expect(assets.cache.cost <= 100_000)
        }
        #expect(assets.cache.asset(for: .init(path: Array("0.bin".utf8), depth: 0)) != nil)
        try folder.write([UInt8](repeating: 1, count: 150_000), to: "over.bin")
        #expect(assets.ask("over.bin").body.count == 150_000)
        #expect(assets.cache.cost <= 100_000)
    }
}
