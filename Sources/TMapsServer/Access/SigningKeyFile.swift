internal import Glibc
internal import TMapsProtocol

/// The signing key that a server makes for itself: `signing.key` in its data folder, one line of text as
/// `signing_key` in the secrets file would be.
enum SigningKeyFile {
    struct Found {
        let key: SigningKey
        let warnings: [String]
    }

    static func path(in folder: String) -> String { folder + "/signing.key" }

    /// Nil where there is none.
    static func read(in folder: String) throws(AccessError) -> Found? {
        let path = path(in: folder)
        let file: (bytes: [UInt8], mode: UInt32)
        do throws(KeyedFileError) {
            guard let contents = try KeyedFile.contents(path) else { return nil }
            file = contents
        } catch {
            throw AccessError(description: error.description)
        }
        let text = file.bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)[0]
        guard let key = SigningKey(bytes: Array(text)) else {
            throw AccessError(
                description:
                    "\(path): the first line has \(text.count) bytes, and a key has \(SigningKey.minimumBytes) "
                    + "or more; without the file another key is made at the next start, and all tokens are void")
        }
        let isOpen = file.mode & UInt32(S_IRWXG | S_IRWXO) != 0
        return Found(key: key, warnings: isOpen ? ["\(path) is open to other users: chmod 600 \(path)"] : [])
    }

    /// Reads it; makes it where there is none. Of several who do so at once all get the same key.
    static func readOrMake(in folder: String) throws(AccessError) -> Found {
        if let found = try read(in: folder) { return found }
        let path = path(in: folder)
        // Whole before it has its name, so that a crash leaves no half of a key; link(2) never replaces another's.
        let draft = "\(path).\(Identifier.random())"
        defer { unlink(draft) }
        guard write(Base64URL.encode(random()) + "\n", to: draft), link(draft, path) == 0 || errno == EEXIST else {
            throw fault("cannot be made", path)
        }
        try sync(folder)
        guard let found = try read(in: folder) else { throw AccessError(description: "\(path): was removed just now") }
        return found
    }

    /// 256 bits from the system.
    private static func random() -> [UInt8] {
        var system = SystemRandomNumberGenerator()
        return (0..<SigningKey.minimumBytes).map { _ in UInt8(truncatingIfNeeded: system.next()) }
    }

    /// To the disk; false with `errno`.
    private static func write(_ text: String, to path: String) -> Bool {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { return false }
        defer { close(file) }
        // So few bytes are written whole or not at all.
        return Glibc.write(file, text, text.utf8.count) == text.utf8.count && fsync(file) == 0
    }

    private static func sync(_ folder: String) throws(AccessError) {
        let file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard file >= 0 else { throw fault("cannot be opened", folder) }
        defer { close(file) }
        guard fsync(file) == 0 else { throw fault("cannot be written", folder) }
    }

    private static func fault(_ what: String, _ path: String) -> AccessError {
        AccessError(description: "\(path): \(what): \(String(cString: strerror(errno)))")
    }
}
