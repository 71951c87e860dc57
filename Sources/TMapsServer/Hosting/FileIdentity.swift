import Glibc

/// What tells one version of a file from another without reading it.
struct FileIdentity: Equatable {
    let device: UInt64
    let inode: UInt64
    let mode: UInt32
    /// Bytes.
    let size: Int64
    /// Nanoseconds since 1970.
    let modified: Int64
    /// Nanoseconds since 1970. Unlike `modified` it cannot be set by a program, so any change moves it.
    let changed: Int64

    /// Of a path, symlinks followed. Source: fstatat(2).
    init(path: [UInt8]) throws(FileError) {
        var status = stat()
        let result = withCString(path) { fstatat(AT_FDCWD, $0, &status, 0) }
        guard result == 0 else { throw FileError(errno: errno) }
        self.init(status)
    }

    /// Of an open file. Source: fstat(2).
    init(descriptor: Int32) throws(FileError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileError(errno: errno) }
        self.init(status)
    }

    private init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        mode = UInt32(status.st_mode)
        size = Int64(status.st_size)
        modified = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
        changed = Int64(status.st_ctim.tv_sec) * 1_000_000_000 + Int64(status.st_ctim.tv_nsec)
    }

    var isRegular: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFREG) }
    var isFolder: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFDIR) }

    /// A file that changed this recently may change again within the same tick of the kernel's clock (at most 10 ms)
    /// and look the same: git's "racily clean" rule. Nanoseconds.
    static let settlingTime: Int64 = 20_000_000

    /// Whether any change after `moment` (nanoseconds since 1970) would show in the identity.
    func isSettled(at moment: Int64) -> Bool { moment - changed > Self.settlingTime }

    /// Nanoseconds since 1970, of the clock that file times are taken from.
    static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

/// Why a file cannot be had.
enum FileError: Error, Equatable {
    case notFound
    case notPermitted
    /// No descriptor or no memory is left: worth another try.
    case busy
    /// Anything else, with its errno.
    case failed(Int32)

    init(errno code: Int32) {
        self =
            switch code {
            case ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG, EINVAL, ENXIO: .notFound
            case EACCES, EPERM: .notPermitted
            case EMFILE, ENFILE, ENOMEM: .busy
            default: .failed(code)
            }
    }
}

/// Calls `body` with `path` as C wants it. `path` holds no NUL.
func withCString<Result>(_ path: [UInt8], _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    (path + [0]).withUnsafeBufferPointer { buffer in
        buffer.withMemoryRebound(to: CChar.self) { text in
            guard let start = text.baseAddress else { preconditionFailure("an array with a NUL in it is not empty") }
            return body(start)
        }
    }
}
