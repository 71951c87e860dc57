import Glibc
import TMapsRelay

/// Which file a path leads to.
struct FileIdentity: Equatable {
    private let device: dev_t
    private let inode: ino_t

    /// nil where there is none.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        (device, inode) = (status.st_dev, status.st_ino)
    }
}

extension Archive {
    /// Throws where the file was deleted or replaced: SQLite would go on writing to one that nobody finds again.
    func checkIdentity() throws(StoreError) {
        guard FileIdentity(database.path) != identity else { return }
        throw StoreError(code: 0, message: "\(database.path): was deleted or replaced while the server ran")
    }
}
