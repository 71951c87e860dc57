import Foundation
import TMapsTesting
import Testing

@testable import TMapsServer

@Suite struct SecretsFileTests {
    let folder: TestFolder

    init() throws { folder = TestFolder() }

    private func find(_ text: String) throws -> SecretsFile.Found {
        let file = try folder.write(text, to: "Config.Secrets.plist")
        #expect(chmod(file, 0o600) == 0)
        return try SecretsFile.find(explicit: file)
    }

    private func plist(_ inside: String) -> String {
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\n<dict>\n\(inside)\n</dict>\n</plist>\n"
    }

    private static let values = [
        "client_id": "demo", "client_secret": "s3cr3t", "mapbox_access_token": "pk.1", "AppID": "a", "AppToken": "b",
        "LocationIdentifier": "c", "signing_key": String(repeating: "k", count: 32),
    ]

    @Test("XML, binary and JSON hold the same keys", arguments: ["xml", "binary", "json", "json with BOM"])
    func forms(form: String) throws {
        var bytes =
            switch form {
            case "xml": try PropertyListSerialization.data(fromPropertyList: Self.values, format: .xml, options: 0)
            case "binary":
                try PropertyListSerialization.data(fromPropertyList: Self.values, format: .binary, options: 0)
            default: try JSONSerialization.data(withJSONObject: Self.values)
            }
        if form.hasSuffix("BOM") { bytes = Data([0xEF, 0xBB, 0xBF]) + bytes }
        let file = try folder.write(bytes, to: "secrets")
        #expect(chmod(file, 0o600) == 0)
        let found = try SecretsFile.find(explicit: file)
        #expect(
            found.secrets
                == Secrets(
                    application: .init(clientID: "demo", clientSecret: "s3cr3t"), mapboxAccessToken: "pk.1",
                    signingKey: String(repeating: "k", count: 32)))
        #expect(found.warnings.isEmpty && found.notes.isEmpty)
        #expect(found.path == file)
    }

    @Test("the committed example is a secrets file")
    func example() throws {
        let top = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let found = try SecretsFile.find(explicit: top.appendingPathComponent("Config.Secrets.Example.plist").path)
        #expect(found.secrets.application?.clientID == "YOUR_CLIENT_ID")
        #expect(found.secrets.signingKey == nil && found.notes.isEmpty)
    }

    @Test("unknown keys of any type are accepted and named")
    func unknown() throws {
        let found = try find(
            "{\"client_id\":\"a\",\"client_secret\":\"b\",\"Zed\":{\"x\":[1,null,true]},\"More\":5}")
        #expect(found.secrets.application != nil)
        #expect(found.notes.count == 1 && found.notes[0].hasSuffix("not used: More, Zed"))
        #expect(
            found.secrets.applicationSecretsAction.map { String(decoding: $0, as: UTF8.self) }
                == "{\"type\":\"SET_APPLICATION_SECRETS\",\"client_id\":\"a\",\"client_secret\":\"b\"}")
        #expect(found.secrets.mapboxAccessTokenAction == nil)
    }

    @Test(
        "a value that is no string stops the server, by file, line and key",
        arguments: [
            ("<integer>5</integer>", "a number"), ("<true/>", "true or false"),
            (
                "<array><string>s3cr3t</string></array>",
                "an array"
            ), ("<dict><key>k</key><string>s3cr3t</string></dict>", "a dictionary"),
            ("<data>czNjcjN0</data>", "data or a date"), ("<date>2024-01-01T00:00:00Z</date>", "data or a date"),
        ])
    func noString(value: String, kind: String) throws {
        for key in ["client_id", "client_secret", "mapbox_access_token", "signing_key", "AppID"] {
            let error = #expect(throws: SecretsError.self) {
                try find(plist("<key>other</key><string/>\n<key>\(key)</key>\(value)"))
            }
            #expect(
                error?.description == "\(folder.path)/Config.Secrets.plist:5: \(key) must be a string, but is \(kind)")
        }
    }

    @Test("in JSON the line is that of the key too, and none when the key is there twice")
    func jsonLines() throws {
        let error = #expect(throws: SecretsError.self) {
            try find("{\n \"client_id\": \"x\",\n \"client_secret\": 7\n}")
        }
        #expect(error?.line == 3 && error?.key == "client_secret")
        let twice = #expect(throws: SecretsError.self) {
            try find("{\n \"AppID\": \"client_id\",\n \"client_id\": null\n}")
        }
        #expect(twice?.line == nil && twice?.description.contains("client_id must be a string, but is null") == true)
    }

    @Test(
        "a file that cannot be understood stops the server and shows no value (F56)",
        arguments: [
            "", " \n", "client_secret = \"s3cr3t\";", "{ client_secret = s3cr3t; }", "{\"client_secret\": s3cr3t}",
            "{\"client_id\":\"a\",\"client_secret\":\"s3cr3t\\q\"}", "[\"s3cr3t\"]", "\"s3cr3t\"", "s3cr3t",
            "<plist><dict><key>client_secret</key><string>s3cr3t</strin></dict></plist>",
            "<plist><dict><key>client_secret</key><string>s3cr3t", "<html>s3cr3t</html>", "bplist00s3cr3t",
            "<plist><string>s3cr3t</string></plist>", "<plist><array><string>s3cr3t</string></array></plist>",
            "{\"client_id\":\"s3cr3t\"}", "{\"client_secret\":\"s3cr3t\"}", "b = s3cr3t;", "<s3cr3t>",
            "{\"client_id\":\"\",\"client_secret\":\"s3cr3t\"}", "{\"signing_key\":\"\"}",
        ])
    func malformed(text: String) throws {
        let error = try #require(throws: SecretsError.self) { try find(text) }
        #expect(error.description.hasPrefix("\(folder.path)/Config.Secrets.plist"))
        #expect(!"\(error)".contains("s3cr3t"))
    }

    @Test("a file that was named must be there; a default one need not")
    func missing() throws {
        let missing = "\(folder.path)/missing.plist"
        let error = #expect(throws: SecretsError.self) { try SecretsFile.find(explicit: missing) }
        #expect(error?.description == "\(missing): does not exist")
        let found = try SecretsFile.find(explicit: nil, defaults: [missing, "\(folder.path)/no/such"])
        #expect(found.path == nil && found.secrets == Secrets())
        #expect(found.warnings.count == 1 && found.warnings[0].contains(missing))
        #expect(SecretsFile.defaultPaths == ["Config.Secrets.plist", "/run/secrets/tmaps"])
    }

    @Test("the first default file that is there is read, and it alone")
    func order() throws {
        let first = try folder.write("{\"mapbox_access_token\":\"1\"}", to: "first")
        let second = try folder.write("broken", to: "second")
        let found = try SecretsFile.find(explicit: nil, defaults: ["\(folder.path)/none", first, second])
        #expect(found.path == first && found.secrets.mapboxAccessToken == "1")
        #expect(throws: SecretsError.self) { try SecretsFile.find(explicit: nil, defaults: [second, first]) }
        #expect(throws: SecretsError.self) { try SecretsFile.find(explicit: "", defaults: [first]) }
    }

    @Test("a folder, a FIFO or a huge file is no secrets file, and nothing hangs")
    func wrongKind() throws {
        #expect(mkfifo("\(folder.path)/pipe", 0o600) == 0)
        for path in [folder.path, "\(folder.path)/pipe"] {
            let error = #expect(throws: SecretsError.self) { try SecretsFile.find(explicit: path) }
            #expect(error?.description == "\(path): is not a regular file")
        }
        let huge = try folder.write([UInt8](repeating: 32, count: (1 << 20) + 1), to: "huge")
        let error = #expect(throws: SecretsError.self) { try SecretsFile.find(explicit: huge) }
        #expect(error?.reason == "is bigger than 1048576 bytes")
    }

    @Test("an unreadable file stops the server", .enabled(if: getuid() != 0, "root may read everything"))
    func unreadable() throws {
        let file = try folder.write("{}", to: "closed")
        #expect(chmod(file, 0) == 0)
        let error = #expect(throws: SecretsError.self) { try SecretsFile.find(explicit: nil, defaults: [file]) }
        #expect(error?.reason == "may not be read by the server")
    }

    @Test("a file that others can read is warned about", arguments: [(0o644, true), (0o600, false), (0o640, false)])
    func open(mode: Int, isWarned: Bool) throws {
        let file = try folder.write("{\"client_id\":\"a\",\"client_secret\":\"b\"}", to: "secrets")
        #expect(chmod(file, mode_t(mode)) == 0)
        let found = try SecretsFile.find(explicit: file)
        #expect(found.warnings.isEmpty != isWarned)
        #expect(found.warnings.allSatisfy { $0.contains("chmod 600 \(file)") })
    }

    @Test("a short signing key is noted")
    func shortKey() throws {
        let found = try find("{\"client_id\":\"a\",\"client_secret\":\"b\",\"signing_key\":\"short\"}")
        #expect(found.notes.count == 1 && found.notes[0].contains("signing_key is shorter than 32 bytes"))
    }
}
