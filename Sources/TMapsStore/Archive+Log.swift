import Glibc
import TMapsRelay

/// Looking after the write-ahead log, between commits: nobody's confirmation waits for it.
extension Archive {
    /// Once it has this many pages the log is long enough to be worth its full length.
    private static let pagesBeforeReserving = 64

    /// Carries the log's pages over into the database where they are many.
    func tendLog() {
        if database.loggedPages > Self.pagesBeforeReserving, !isLogReserved { reserveLog() }
        guard database.loggedPages >= options.checkpointPages else { return }
        // What fails is tried again after the next commit; the log goes on growing meanwhile.
        try? database.checkpoint("PASSIVE")
    }

    /// Gives the log's file the length that it reaches before a checkpoint, filled with zeros.
    ///
    /// fdatasync(2) of a file that grows waits for the journal of the file system, and so for whatever else is being
    /// written on that disk; of bytes that lie inside the file it does not. Zeros, because blocks that are only
    /// allocated (fallocate(2)) change in the journal with their first write too. SQLite takes zeros for the end of the
    /// log, and begins at its front again after each checkpoint.
    private func reserveLog() {
        isLogReserved = true
        let file = open(database.path + "-wal", O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        defer { close(file) }
        var status = stat()
        var disk = statvfs()
        let wanted = options.checkpointPages * (database.pageSize + 24) * 9 / 8
        guard fstat(file, &status) == 0, fstatvfs(file, &disk) == 0, status.st_size < wanted else { return }
        // Where there is little room the log takes what it needs and no more.
        guard Int(disk.f_bavail) * Int(disk.f_frsize) > wanted * 16 else { return }
        let zeros = [UInt8](repeating: 0, count: 1 << 18)
        var end = Int(status.st_size)
        while end < wanted {
            let count = pwrite(file, zeros, min(zeros.count, wanted - end), off_t(end))
            guard count > 0 else { break }
            end += count
        }
        if end < wanted { ftruncate(file, status.st_size) }
        fdatasync(file)
    }
}
