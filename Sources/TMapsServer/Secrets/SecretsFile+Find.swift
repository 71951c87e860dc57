private import Glibc

extension SecretsFile {
    /// The outcome of looking for secrets.
    package struct Found: Sendable {
        /// Empty when there is no file.
        package let secrets: Secrets
        /// The file that was read.
        package let path: String?
        /// To be logged as warnings: the file is open to others, or there is none.
        package let warnings: [String]
        /// To be logged as information.
        package let notes: [String]
    }

    /// Looked for when no file is named, in this order.
    package static let defaultPaths = ["Config.Secrets.plist", "/run/secrets/tmaps"]

    /// Reads the file that was named, or else the first default one that is there.
    ///
    /// - Parameter explicit: of `--secrets`. A file that was named and is missing is an error; without one the server
    ///   runs and says so.
    package static func find(explicit: String?, defaults: [String] = defaultPaths) throws(SecretsError) -> Found {
        if let explicit {
            guard let found = try read(explicit) else {
                throw SecretsError(path: explicit, reason: "does not exist")
            }
            return found
        }
        // A default in a folder that may not even be searched is not known to be there.
        for path in defaults where (try? FileIdentity(path: Array(path.utf8))) != nil {
            if let found = try read(path) { return found }
        }
        let looked = defaults.joined(separator: " and ")
        return Found(
            secrets: Secrets(), path: nil,
            warnings: ["no secrets file (looked for \(looked)): maps are sent no application secrets"], notes: [])
    }

    /// Nil when there is no such file.
    private static func read(_ path: String) throws(SecretsError) -> Found? {
        guard !path.isEmpty else { throw SecretsError(path: "--secrets", reason: "names no file") }
        let (bytes, mode): ([UInt8], UInt32)
        do throws(KeyedFileError) {
            guard let file = try KeyedFile.contents(path) else { return nil }
            (bytes, mode) = file
        } catch {
            throw SecretsError(path: path, reason: error.reason)
        }
        let (secrets, notes) = try parse(bytes, path: path)
        let isOpen = mode & UInt32(S_IROTH) != 0
        let warnings = isOpen ? ["\(path) can be read by every user of this machine: chmod 600 \(path)"] : []
        return Found(secrets: secrets, path: path, warnings: warnings, notes: notes.map { "\(path): \($0)" })
    }
}
