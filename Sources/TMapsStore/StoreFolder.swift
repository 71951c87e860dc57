import Glibc
import TMapsRelay

/// The data folder: makes it and the database file, and holds it against a second server.
///
/// The lock is flock(2) on a file of its own, not the database's: it also covers setting a damaged file aside, the
/// kernel drops it when the process dies, and the file names the holder.
final class StoreFolder {
    static let databaseName = "bridge.sqlite"

    let path: String
    var databasePath: String { path + "/" + Self.databaseName }
    private var lockFile: Int32

    init(_ path: String) throws(StoreError) {
        self.path = path
        try Self.makeFolder(path)
        lockFile = try Self.lock(path + "/bridge.lock")
        do {
            try makeDatabaseFile()
        } catch {
            unlock()
            throw error
        }
    }

    deinit { unlock() }

    func unlock() {
        guard lockFile >= 0 else { return }
        // Closing alone keeps the lock while a child that is being spawned still has the file open.
        flock(lockFile, LOCK_UN)
        close(lockFile)
        lockFile = -1
    }

    /// Renames the database and its side files, which may hold the rest of the data; gives the new path.
    func setAside() throws(StoreError) -> String {
        var now = time(nil)
        var parts = tm()
        gmtime_r(&now, &parts)
        let digits = [parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec]
            .map { $0 < 10 ? "0\($0)" : "\($0)" }
        let base = databasePath + ".corrupt-" + digits[0...2].joined() + "T" + digits[3...5].joined() + "Z"
        var target = base
        var count = 1
        while access(target, F_OK) == 0 {
            count += 1
            target = "\(base)-\(count)"
        }
        for suffix in ["-wal", "-shm", ""] where access(databasePath + suffix, F_OK) == 0 {
            guard rename(databasePath + suffix, target + suffix) == 0 else {
                throw .system(errno, "set the damaged database aside", path: databasePath + suffix)
            }
        }
        try makeDatabaseFile()
        return target
    }

    /// SQLite gives its side files the mode of the database.
    func makeDatabaseFile() throws(StoreError) {
        let file = Glibc.open(databasePath, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .system(errno, "open or make the database", path: databasePath) }
        close(file)
    }

    private static func makeFolder(_ path: String) throws(StoreError) {
        var prefix = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            prefix += prefix.isEmpty || prefix.hasSuffix("/") ? part : "/" + part
            guard mkdir(prefix, 0o700) != 0, errno != EEXIST else { continue }
            let reason = errno
            // Some file systems answer EROFS or EACCES for a folder that is there.
            if access(prefix, F_OK) != 0 { throw .system(reason, "make the folder", path: prefix) }
        }
    }

    private static func lock(_ path: String) throws(StoreError) -> Int32 {
        let file = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .system(errno, "open the lock file", path: path) }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            let reason = errno
            defer { close(file) }
            guard reason == EWOULDBLOCK else { throw .system(reason, "lock", path: path) }
            let holder = holder(file)
            throw StoreError(code: 0, message: "\(path): is held by another server\(holder); each needs its own folder")
        }
        let text = "\(getpid())\n"
        ftruncate(file, 0)
        _ = pwrite(file, text, text.utf8.count, 0)
        return file
    }

    private static func holder(_ file: Int32) -> String {
        withUnsafeTemporaryAllocation(byteCount: 32, alignment: 1) { buffer in
            let count = pread(file, buffer.baseAddress, buffer.count, 0)
            let digits = buffer.prefix(max(0, count)).prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            return digits.isEmpty ? "" : " (process \(String(decoding: digits, as: UTF8.self)))"
        }
    }
}
