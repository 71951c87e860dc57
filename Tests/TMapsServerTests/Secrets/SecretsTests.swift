import Foundation
import Testing

@testable import TMapsServer

@Suite struct SecretsTests {
    private let secrets = Secrets(
        application: .init(clientID: "demo-id", clientSecret: "s3cr3t"), mapboxAccessToken: "pk.tok",
        signingKey: "signing")

    @Test("no way of printing shows a value (F56)")
    func printing() {
        var dumped = ""
        dump(secrets, to: &dumped)
        dump(secrets.application as Any, to: &dumped)
        let texts = [
            "\(secrets)", String(reflecting: secrets), String(describing: secrets), dumped, "\([secrets])",
            "\(secrets as Any)", "\(String(describing: secrets.application))", String(reflecting: secrets.application),
            "\(["k": secrets])",
        ]
        for text in texts {
            for value in ["demo-id", "s3cr3t", "pk.tok", "signing\""] { #expect(!text.contains(value), "\(text)") }
        }
        #expect("\(secrets)" == "Secrets(client_id, client_secret, mapbox_access_token, signing_key)")
        #expect("\(Secrets())" == "Secrets(none)")
    }

    @Test("the actions are JSON that says what was in the file, whatever it was")
    func actions() throws {
        let odd = "q\"b\\n\n r\r t\t z\u{0} d\u{7F} l\u{2028}p\u{2029} / <é> 🗺 e\u{301}"
        let secrets = Secrets(application: .init(clientID: odd, clientSecret: "s"), mapboxAccessToken: odd)
        let application = try #require(secrets.applicationSecretsAction)
        let token = try #require(secrets.mapboxAccessTokenAction)
        for bytes in [application, token] {
            #expect(!bytes.contains { $0 < 0x20 || $0 == 0x7F })
            #expect(
                !String(decoding: bytes, as: UTF8.self).unicodeScalars.contains { $0 == "\u{2028}" || $0 == "\u{2029}" }
            )
        }
        let first = try #require(try JSONSerialization.jsonObject(with: Data(application)) as? [String: String])
        #expect(first["type"] == "SET_APPLICATION_SECRETS" && first["client_secret"] == "s" && first.count == 3)
        #expect(first["client_id"].map { Array($0.utf8) } == Array(odd.utf8))
        let second = try #require(try JSONSerialization.jsonObject(with: Data(token)) as? [String: String])
        #expect(second["type"] == "SET_MAPBOX_ACCESS_TOKEN" && second["access_token"] == odd && second.count == 2)
    }
}
