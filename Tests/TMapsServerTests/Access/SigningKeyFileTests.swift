import Foundation
import TMapsNet
import TMapsTesting
import Testing

@testable import TMapsServer

@Suite struct SigningKeyFileTests {
    private let folder = TestFolder()

    private func mode(_ name: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(name))
        return try #require(attributes[.posixPermissions] as? Int)
    }

    @Test("one is made when it is first wanted, for the owner alone, and found again")
    func made() throws {
        #expect(try SigningKeyFile.read(in: folder.path)?.key == nil)
        let made = try SigningKeyFile.readOrMake(in: folder.path)
        #expect(made.key.bytes.count == 43 && made.warnings.isEmpty)
        #expect(try SigningKeyFile.readOrMake(in: folder.path).key == made.key)
        #expect(folder.names == ["signing.key"])
        #expect(try mode("signing.key") == 0o600)
        let other = TestFolder()
        #expect(try SigningKeyFile.readOrMake(in: other.path).key != made.key)
    }

    @Test("of several starts at once all get the same key, and no draft stays")
    func race() throws {
        for _ in 0..<20 {
            let folder = TestFolder()
            let keys = Lock<[[UInt8]?]>([])
            DispatchQueue.concurrentPerform(iterations: 16) { _ in
                let key = try? SigningKeyFile.readOrMake(in: folder.path).key.bytes
                keys.withLock { $0.append(key) }
            }
            #expect(Set(keys.withLock { $0 }).count == 1 && keys.withLock { $0[0] != nil })
            #expect(folder.names == ["signing.key"])
        }
    }

    @Test("the first line is the key, as signing_key of the secrets file would be")
    func sameAsSecrets() throws {
        try folder.write("a key of thirty-two bytes or more\nand a note\n", to: "signing.key")
        #expect(try SigningKeyFile.read(in: folder.path)?.key == SigningKey("a key of thirty-two bytes or more"))
    }

    @Test("a key that others can read is warned of")
    func open() throws {
        _ = try SigningKeyFile.readOrMake(in: folder.path)
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.file("signing.key"))
        let warnings = try SigningKeyFile.read(in: folder.path)?.warnings
        #expect(
            warnings == [
                "\(folder.file("signing.key")) is open to other users: chmod 600 \(folder.file("signing.key"))"
            ])
    }

    @Test(
        "a file that is no key is named and not replaced",
        arguments: ["", "\n", "too short", "short\nbut long below it, long enough"])
    func short(text: String) throws {
        try folder.write(text, to: "signing.key")
        let error = #expect(throws: AccessError.self) { try SigningKeyFile.readOrMake(in: folder.path) }
        #expect(error?.description.hasPrefix("\(folder.file("signing.key")): the first line has ") == true)
        #expect(try folder.read("signing.key") == Array(text.utf8))
    }

    @Test("a folder that is not there, or a key that is a folder, is one clear line")
    func missing() throws {
        let gone = folder.file("gone")
        let error = #expect(throws: AccessError.self) { try SigningKeyFile.readOrMake(in: gone) }
        #expect(error?.description == "\(gone)/signing.key: cannot be made: No such file or directory")
        try folder.makeFolder("signing.key")
        #expect(throws: AccessError(description: "\(folder.file("signing.key")): is not a regular file")) {
            try SigningKeyFile.readOrMake(in: folder.path)
        }
    }

    @Test("a key never shows what it is")
    func masked() throws {
        let key = try #require(SigningKey("a key of thirty-two bytes or more"))
        var dumped = ""
        dump(key, to: &dumped)
        for text in ["\(key)", String(reflecting: key), dumped] {
            #expect(!text.contains("thirty") && !text.contains("97"))
        }
        #expect(SigningKey("thirty-one bytes are not enough") == nil)
    }
}
