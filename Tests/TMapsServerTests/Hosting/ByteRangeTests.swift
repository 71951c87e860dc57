import TMapsTesting
import Testing

@testable import TMapsServer

@Suite struct ByteRangeTests {
    let folder: TestFolder
    let assets: AssetFolder

    init() throws {
        folder = TestFolder()
        try folder.write("0123456789", to: "ten.txt")
        try folder.write("", to: "empty.txt")
        assets = try AssetFolder(root: folder.path)
    }

    @Test(
        "one range gives 206 with its bytes (F43)",
        arguments: [
            ("bytes=0-3", "0123", "0-3"), ("bytes=-3", "789", "7-9"), ("bytes=5-", "56789", "5-9"),
            ("bytes=9-9", "9", "9-9"), ("bytes=0-", "0123456789", "0-9"), ("bytes=-99", "0123456789", "0-9"),
            ("bytes=8-99999999999999999999", "89", "8-9"), ("Bytes=0-0", "0", "0-0"), ("bytes= 1-2", "12", "1-2"),
        ])
    func satisfiable(range: String, body: String, content: String) {
        let answer = assets.ask("ten.txt", ["range": range])
        #expect(answer.status == 206)
        #expect(answer.text == body)
        #expect(answer["Content-Range"] == "bytes \(content)/10")
        #expect(answer["Accept-Ranges"] == "bytes")
    }

    @Test(
        "a range behind the end is 416 with the length (F43)",
        arguments: [
            "bytes=10-", "bytes=-0", "bytes=10-20", "bytes=99999999999999999999-",
        ])
    func unsatisfiable(range: String) {
        let answer = assets.ask("ten.txt", ["range": range])
        #expect(answer.status == 416)
        #expect(answer["Content-Range"] == "bytes */10")
    }

    @Test("an empty file satisfies no range (F43)", arguments: ["bytes=0-", "bytes=0-0", "bytes=-5"])
    func emptyFile(range: String) {
        let answer = assets.ask("empty.txt", ["range": range])
        #expect(answer.status == 416)
        #expect(answer["Content-Range"] == "bytes */0")
        #expect(assets.ask("empty.txt").status == 200)
    }

    @Test(
        "what is no single range is answered in full (F43)",
        arguments: [
            "bytes=4-2", "items=0-1", "bytes=0-1,4-5", "bytes=", "bytes=-", "bytes=a-b", "bytes=+1-2", "bytes=1-2-3",
            "bytes", "", "bytes=0x1-2", "bytes=1 -2", "bytes=--1",
        ])
    func ignored(range: String) {
        let answer = assets.ask("ten.txt", ["range": range])
        #expect(answer.status == 200)
        #expect(answer.text == "0123456789")
        #expect(answer["Content-Range"] == nil)
    }

    @Test("If-Range lets a range through for the very same version only (F43)")
    func ifRange() throws {
        let tag = try #require(assets.ask("ten.txt")["ETag"])
        #expect(assets.ask("ten.txt", ["range": "bytes=0-3", "if-range": tag]).status == 206)
        for other in ["\"old\"", "W/\(tag)", "Wed, 21 Oct 2015 07:28:00 GMT", ""] {
            #expect(assets.ask("ten.txt", ["range": "bytes=0-3", "if-range": other]).status == 200, "\(other)")
        }
        #expect(assets.ask("ten.txt", ["range": "bytes=0-3", "if-none-match": tag]).status == 304)
    }

    @Test("HEAD ignores a range (F43)")
    func head() {
        let answer = assets.ask("ten.txt", method: "HEAD", ["range": "bytes=0-3"])
        #expect(answer.status == 200)
        #expect(answer.isHead && answer.body.count == 10)
    }
}
