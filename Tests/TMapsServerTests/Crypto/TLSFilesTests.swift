import TMapsTesting
import Testing

@testable import TMapsServer

@Suite struct TLSFilesTests {
    private let folder = TestFolder()

    private func faults(_ certificate: String, _ key: String) -> [String] {
        TLSFiles(certificate: certificate, key: key).check().faults
    }

    @Test("a pair that can be used has no fault; one that ends soon, or whose key everyone can read, a warning")
    func fine() throws {
        let pair = try TestCertificate()
        let findings = TLSFiles(certificate: pair.certificate, key: pair.key).check()
        #expect(findings.faults.isEmpty && findings.warnings.isEmpty)
        let short = try TestCertificate(days: 3)
        #expect(try Tool.run("chmod", "644", short.key).code == 0)
        let warnings = TLSFiles(certificate: short.certificate, key: short.key).check().warnings
        #expect(warnings.count == 2)
        #expect(warnings[0] == "--tls-key \(short.key): every user of this machine can read it")
        #expect(warnings[1].hasPrefix("--tls-cert \(short.certificate): it expires on 2"))
    }

    @Test("files that are missing or hold something else are named, both at once")
    func noPEM() throws {
        let text = try folder.write("hello\n", to: "text")
        let missing = folder.file("none.pem")
        #expect(
            faults(missing, text) == [
                "--tls-cert \(missing): it does not exist", "--tls-key \(text): it holds no private key in PEM form",
            ])
        let empty = try folder.write("", to: "empty")
        #expect(
            faults(empty, missing) == [
                "--tls-cert \(empty): it holds no certificate in PEM form", "--tls-key \(missing): it does not exist",
            ])
        #expect(faults(folder.path, missing).first?.hasPrefix("--tls-cert \(folder.path): ") == true)
    }

    @Test("a key of another certificate is refused")
    func noPair() throws {
        let (one, other) = (try TestCertificate(), try TestCertificate())
        let fault = "--tls-key \(other.key): it is not the key of the certificate in \(one.certificate)"
        #expect(faults(one.certificate, other.key) == [fault])
    }

    @Test("an expired certificate is refused, with the day")
    func expired() throws {
        let old = try TestCertificate.expired()
        #expect(faults(old.certificate, old.key) == ["--tls-cert \(old.certificate): it expired on 2021-01-01"])
    }

    @Test("an expired one further up in the chain is told by its place")
    func chain() throws {
        let (new, old) = (try TestCertificate(), try TestCertificate.expired())
        let chain = try folder.write(read(new.certificate) + read(old.certificate), to: "chain.pem")
        #expect(faults(chain, new.key) == ["--tls-cert \(chain), certificate 2: it expired on 2021-01-01"])
    }

    @Test("a key behind a passphrase is refused, and nobody is asked for it")
    func passphrase() throws {
        let pair = try TestCertificate()
        let encrypted = try pair.encryptedKey()
        let found = faults(pair.certificate, encrypted)
        #expect(found.count == 1 && found[0].hasPrefix("--tls-key \(encrypted): the key has a passphrase"))
    }

    @Test("one flag without the other is wrong use", arguments: ["tls-cert", "tls-key"])
    func alone(flag: String) {
        let other = flag == "tls-cert" ? "tls-key" : "tls-cert"
        #expect(
            throws: ConfigurationFaults(lines: ["--\(flag) x.pem: expected --\(other) FILE with it"])
        ) { try Configuration.read(arguments: ["--\(flag)", "x.pem"], environment: [:]) }
    }

    @Test("check says all that is wrong with them, beside the rest")
    func check() throws {
        let old = try TestCertificate.expired()
        var output = ""
        let code = CheckCommand.run(
            arguments: ["--tls-cert", old.certificate, "--tls-key", "/nowhere.key", "--data", folder.file("data")],
            environment: [:]
        ) { output += $0 }
        #expect(code == 1)
        #expect(output.contains("wrong: --tls-cert \(old.certificate): it expired on 2021-01-01\n"))
        #expect(output.contains("wrong: --tls-key /nowhere.key: it does not exist\n"))
    }

    private func read(_ path: String) throws -> String { try Tool.run("cat", path).output }
}
