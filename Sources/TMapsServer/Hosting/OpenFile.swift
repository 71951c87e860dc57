import Glibc

/// A regular file, open for reading, that is known to lie inside a root folder. Closes itself unless handed on.
struct OpenFile: ~Copyable {
    let descriptor: Int32
    let identity: FileIdentity

    /// Opens `root`/`relative`. Symlinks are followed, but where they end must lie inside the root.
    ///
    /// The file is first taken hold of with `O_PATH`, which reads nothing and cannot hang on a FIFO; the kernel then
    /// tells where it really is. Nothing can be swapped between the check and the opening. `openat2(RESOLVE_BENEATH)`
    /// is not used: it refuses absolute symlinks that stay inside, and Swift cannot call the variadic `syscall`.
    /// Source: open(2), proc(5).
    static func open(root: [UInt8], relative: [UInt8]) throws(FileError) -> OpenFile {
        let handle = try Self.open(root + [UInt8(ascii: "/")] + relative, Self.pathOnly | O_CLOEXEC)
        defer { close(handle) }
        let door = Array("/proc/self/fd/\(handle)".utf8)
        guard Self.contains(try realPath(root), try Self.readLink(door)) else { throw .notFound }
        let identity = try FileIdentity(descriptor: handle)
        guard identity.isRegular else { throw .notFound }
        return OpenFile(descriptor: try Self.open(door, O_RDONLY | O_CLOEXEC), identity: identity)
    }

    /// Opens a file the operator named: no root to stay in.
    static func open(anywhere path: [UInt8]) throws(FileError) -> OpenFile {
        let descriptor = try open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        do throws(FileError) {
            return OpenFile(descriptor: descriptor, identity: try FileIdentity(descriptor: descriptor))
        } catch {
            close(descriptor)
            throw error
        }
    }

    private init(descriptor: Int32, identity: FileIdentity) {
        self.descriptor = descriptor
        self.identity = identity
    }

    deinit { close(descriptor) }

    /// The descriptor, which the caller closes from now on.
    consuming func handOver() -> Int32 {
        let descriptor = descriptor
        discard self
        return descriptor
    }

    /// All of the file as it is now; fewer bytes than `identity.size` when it was cut meanwhile. Source: pread(2).
    func readAll() throws(FileError) -> [UInt8] {
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(identity.size)) { buffer, count in
            while count < buffer.count, let start = buffer.baseAddress {
                let got = pread(descriptor, start + count, buffer.count - count, off_t(count))
                if got < 0, errno == EINTR { continue }
                if got < 0 { failure = errno }
                guard got > 0 else { return }
                count += got
            }
        }
        guard failure == 0 else { throw FileError(errno: failure) }
        return bytes
    }

    /// `O_PATH`, which Glibc's module hides behind `_GNU_SOURCE`. The same on x86-64 and arm64.
    private static let pathOnly: Int32 = 0o10_000_000

    private static func open(_ path: [UInt8], _ flags: Int32) throws(FileError) -> Int32 {
        let descriptor = withCString(path) { Glibc.open($0, flags) }
        guard descriptor >= 0 else { throw FileError(errno: errno) }
        return descriptor
    }

    private static func readLink(_ path: [UInt8]) throws(FileError) -> [UInt8] {
        var failure: Int32 = 0
        let target = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
            let length = withCString(path) { path in
                buffer.withMemoryRebound(to: CChar.self) { text in
                    text.baseAddress.map { readlink(path, $0, text.count) } ?? -1
                }
            }
            if length < 0 { failure = errno }
            count = max(0, length)
        }
        guard failure == 0 else { throw FileError(errno: failure) }
        return target
    }

    private static func contains(_ root: [UInt8], _ path: [UInt8]) -> Bool {
        let prefix = root == [UInt8(ascii: "/")] ? root : root + [UInt8(ascii: "/")]
        return path.starts(with: prefix)
    }
}

/// `path` without symlinks. Source: realpath(3).
func realPath(_ path: [UInt8]) throws(FileError) -> [UInt8] {
    guard let resolved = withCString(path, { realpath($0, nil) }) else { throw FileError(errno: errno) }
    defer { free(resolved) }
    return Array(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
}
