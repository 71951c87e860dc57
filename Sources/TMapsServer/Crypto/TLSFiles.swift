/// A server's certificate and its key, as files (PEM, RFC 7468).
package struct TLSFiles: Sendable, Hashable {
    /// The server's own comes first, then those between it and its authority.
    package let certificate: String
    package let key: String

    package init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }

    /// One without the other is wrong use.
    var missingFlag: String? {
        if certificate.isEmpty { return "--tls-key \(key): expected --tls-cert FILE with it" }
        return key.isEmpty ? "--tls-cert \(certificate): expected --tls-key FILE with it" : nil
    }

    /// Everything that keeps the server from using them, naming the file, and what it should be told of.
    func check() -> (faults: [String], warnings: [String]) {
        var (faults, warnings): ([String], [String]) = ([], [])
        var chain: [Certificate] = []
        var secret: PrivateKey?
        do throws(TLSFileError) {
            chain = try Certificate.chain(try Self.read(certificate).bytes)
        } catch {
            faults.append("--tls-cert \(certificate): \(error.reason)")
        }
        do throws(TLSFileError) {
            let file = try Self.read(key)
            if file.mode & 0o004 != 0 { warnings.append("--tls-key \(key): every user of this machine can read it") }
            secret = try PrivateKey(file.bytes)
        } catch {
            faults.append("--tls-key \(key): \(error.reason)")
        }
        for (index, one) in chain.enumerated() { check(one, index, &faults, &warnings) }
        if let secret, let own = chain.first, !own.belongs(to: secret) {
            faults.append("--tls-key \(key): it is not the key of the certificate in \(certificate)")
        }
        return (faults, warnings)
    }

    private func check(_ one: Certificate, _ index: Int, _ faults: inout [String], _ warnings: inout [String]) {
        let name = "--tls-cert \(certificate)" + (index == 0 ? "" : ", certificate \(index + 1)")
        let (begins, ends) = (one.validFrom, one.validUntil)
        if begins.secondsAway > 0 { faults.append("\(name): it is not valid before \(begins.day)") }
        if ends.secondsAway < 0 {
            faults.append("\(name): it expired on \(ends.day)")
        } else if ends.secondsAway < 7 * 86_400 {
            warnings.append("\(name): it expires on \(ends.day)")
        }
    }

    private static func read(_ path: String) throws(TLSFileError) -> (bytes: [UInt8], mode: UInt32) {
        do throws(KeyedFileError) {
            guard let file = try KeyedFile.contents(path) else {
                throw KeyedFileError(path: path, reason: "it does not exist")
            }
            return file
        } catch {
            throw TLSFileError(reason: error.reason)
        }
    }
}

struct TLSFileError: Error {
    let reason: String
}
