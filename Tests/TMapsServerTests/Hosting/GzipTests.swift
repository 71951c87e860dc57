import Foundation
import TMapsTesting
import Testing

@testable import TMapsServer

/// Text files in gzip: who gets them so, and what goes with it.
@Suite struct GzipTests {
    let folder: TestFolder
    let assets: AssetFolder
    let text = String(repeating: "export const answer = 42;\n", count: 200)

    init() throws {
        folder = TestFolder()
        assets = try AssetFolder(root: folder.path)
        try folder.write(text, to: "a.js")
    }

    @Test("who takes gzip gets it, with Vary and a tag of its own, and the same after unpacking")
    func packed() throws {
        let plain = assets.ask("a.js")
        let packed = assets.ask("a.js", ["accept-encoding": "gzip, deflate, br"])
        #expect(packed.status == 200 && packed["Content-Encoding"] == "gzip")
        #expect(packed["Content-Type"] == "text/javascript; charset=utf-8")
        #expect(packed.body.count < plain.body.count / 10)
        #expect(try gunzip(packed.body) == Array(text.utf8))
        #expect(plain["Content-Encoding"] == nil && plain.text == text)
        #expect(plain["Vary"] == "Accept-Encoding" && packed["Vary"] == "Accept-Encoding")
        #expect(packed["ETag"] != plain["ETag"])
        #expect(packed["ETag"]?.hasPrefix("\"") == true, "the tag stays a strong one")
    }

    @Test(
        "q=0 means no, and what is liked less than the plain form is not sent (RFC 9110 §12.5.3)",
        arguments: [
            ("gzip", true), ("GZIP", true), ("x-gzip", true), ("*", true), ("br, gzip;q=0.001", true),
            ("gzip ; q=1.000", true), ("identity;q=0.5, gzip;q=0.5", true), ("gzip;q=1, *;q=0", true),
            ("identity;q=0, gzip", true), ("", false), ("gzip;q=0", false), ("gzip; q=0.000", false),
            ("*;q=0", false), ("gzip;q=0, *", false), ("br, deflate", false), ("gzipped", false),
            ("identity, gzip;q=0.5", false), ("gzip;q=x", false), ("gzip;q=-1", false), ("gzip;q=2", false),
            ("gzip;q=0.0001", false),
        ])
    func weights(header: String, isTaken: Bool) {
        #expect((assets.ask("a.js", ["accept-encoding": header])["Content-Encoding"] == "gzip") == isTaken)
    }

    @Test("each form is revalidated by its own tag")
    func conditional() throws {
        let gzip = ["accept-encoding": "gzip"]
        let (plain, packed) = (
            try #require(assets.ask("a.js")["ETag"]), try #require(assets.ask("a.js", gzip)["ETag"])
        )
        let same = assets.ask("a.js", gzip.merging(["if-none-match": packed]) { $1 })
        #expect(same.status == 304 && same["ETag"] == packed && same["Vary"] == "Accept-Encoding")
        #expect(same["Content-Encoding"] == nil)
        #expect(assets.ask("a.js", gzip.merging(["if-none-match": plain]) { $1 }).status == 200)
        #expect(assets.ask("a.js", ["if-none-match": packed]).status == 200)
        #expect(assets.ask("a.js", ["if-none-match": plain]).status == 304)
    }

    @Test("a range is one of the plain bytes, and If-Range with the packed form's tag gives the whole (F43)")
    func range() throws {
        let part = assets.ask("a.js", ["accept-encoding": "gzip", "range": "bytes=0-5"])
        #expect(part.status == 206 && part.text == "export" && part["Content-Encoding"] == nil)
        let tag = try #require(assets.ask("a.js", ["accept-encoding": "gzip"])["ETag"])
        let whole = assets.ask("a.js", ["accept-encoding": "gzip", "range": "bytes=0-5", "if-range": tag])
        #expect(whole.status == 200 && whole.text == text)
    }

    @Test("HEAD says what GET would")
    func head() {
        let (get, head) = (
            assets.ask("a.js", ["accept-encoding": "gzip"]),
            assets.ask("a.js", method: "HEAD", ["accept-encoding": "gzip"])
        )
        #expect(head.isHead && head["Content-Encoding"] == "gzip" && head["ETag"] == get["ETag"])
        #expect(head.body.count == get.body.count)
    }

    @Test("what is small, no text, or no smaller in gzip goes out as it is")
    func plain() throws {
        try folder.write("short", to: "short.js")
        try folder.write(text, to: "a.png")
        var generator = SeededGenerator(seed: 1)
        for name in ["short.js", "a.png"] {
            let answer = assets.ask(name, ["accept-encoding": "gzip"])
            #expect(answer.status == 200 && answer["Content-Encoding"] == nil && answer["Vary"] == nil, "\(name)")
        }
        try folder.write((0..<3000).map { _ in UInt8.random(in: 0...255, using: &generator) }, to: "noise.txt")
        #expect(assets.ask("noise.txt", ["accept-encoding": "gzip"])["Content-Encoding"] == nil)
    }

    @Test("a change on disk shows in the packed form at once (F42)")
    func change() throws {
        try folder.settle("a.js")
        let old = assets.ask("a.js", ["accept-encoding": "gzip"])
        let new = text.replacing("42", with: "43")
        try folder.write(new, to: "a.js")
        let answer = assets.ask("a.js", ["accept-encoding": "gzip", "if-none-match": old["ETag"] ?? ""])
        #expect(answer.status == 200)
        #expect(try gunzip(answer.body) == Array(new.utf8))
    }

    @Test("a settled file is compressed once")
    func once() throws {
        try folder.settle("a.js")
        _ = assets.ask("a.js", ["accept-encoding": "gzip"])
        let key = AssetCache.Key(path: Array("a.js".utf8), depth: 0)
        let found = assets.cache.asset(for: key)
        let kept = try #require(found)
        #expect(kept.packed?.isEmpty == false)
        #expect(kept.cost > text.utf8.count + (kept.packed?.count ?? 0), "the cache's budget counts both forms")
    }

    @Test("a big file arrives in gzip at the first request, for each of those who ask at once")
    func big() async throws {
        let big = (0..<40_000).map { "line \($0) of many\n" }.joined()
        try folder.write(big, to: "maps/big/venue.txt")
        try folder.settle("maps/big/venue.txt")
        let server = try TestServer { $0.maps = folder.file("maps") }
        let sockets = try (0..<3).map { _ in try RawSocket(port: server.port) }
        for socket in sockets {
            try socket.write(
                "GET /maps/big/venue.txt HTTP/1.1\r\nHost: localhost:\(server.port)\r\n"
                    + "Accept-Encoding: gzip\r\nConnection: close\r\n\r\n")
        }
        for socket in sockets {
            let answer = try socket.readBytesToEnd()
            let end = try #require(answer.firstRange(of: Array("\r\n\r\n".utf8)))
            let head = String(decoding: answer[..<end.lowerBound], as: UTF8.self)
            #expect(head.hasPrefix("HTTP/1.1 200") && head.contains("Content-Encoding: gzip"), "\(head)")
            #expect(try gunzip(Array(answer[end.upperBound...])) == Array(big.utf8))
        }
        await server.stop()
    }

    /// By the system's own program.
    private func gunzip(_ bytes: [UInt8]) throws -> [UInt8] {
        let file = try folder.write(bytes, to: ".packed.gz")
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/bin/gzip")
        process.arguments = ["--decompress", "--stdout", file]
        process.standardOutput = output
        try process.run()
        let plain = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "gzip finds the body damaged")
        return Array(plain)
    }
}
