import Glibc
import TMapsClient
import TMapsProtocol

/// A file that only ever holds whole lines. Each is with the system when `write` returns.
struct LineFile: ~Copyable {
    enum Mode {
        /// The file must not be there, or be empty as `mktemp` makes it, or be no file: a pipe, a device.
        case new
        case overwrite
        /// At this many bytes, where the last whole line ends.
        case append(at: Int)

        var isAppend: Bool { if case .append = self { true } else { false } }
    }

    private let path: String
    private let descriptor: Int32
    private var length = 0
    /// It was not there before.
    private let isMade: Bool

    /// `-` is standard output.
    init(_ path: String, _ mode: Mode) throws(UsageError) {
        // All that can fail is outside: where an init throws that has set everything, `deinit` runs.
        (descriptor, isMade) = try LineFile.open(path, mode)
        self.path = path
        if case .append(let end) = mode { length = end }
    }

    private static func open(_ path: String, _ mode: Mode) throws(UsageError) -> (Int32, isMade: Bool) {
        guard path != "-" else { return (STDOUT_FILENO, false) }
        let flags = O_WRONLY | O_CLOEXEC
        if !mode.isAppend {
            let made = Glibc.open(path, flags | O_CREAT | O_EXCL, 0o600)
            if made >= 0 { return (made, true) }
        }
        let descriptor = Glibc.open(path, flags)
        guard descriptor >= 0 else { throw UsageError("\(path): \(String(cString: strerror(errno)))") }
        do throws(UsageError) {
            try prepare(descriptor, path, mode)
        } catch {
            close(descriptor)
            throw error
        }
        return (descriptor, false)
    }

    private static func prepare(_ descriptor: Int32, _ path: String, _ mode: Mode) throws(UsageError) {
        switch mode {
        case .overwrite: break
        case .new:
            var status = stat()
            guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT != S_IFREG || status.st_size == 0 else {
                throw UsageError("\(path): the file is there; --append goes on with it, --overwrite replaces it")
            }
        case .append(let end):
            // What stands behind the last whole line goes.
            guard ftruncate(descriptor, end) == 0, lseek(descriptor, 0, SEEK_END) >= 0 else {
                throw UsageError("\(path): \(String(cString: strerror(errno)))")
            }
        }
    }

    private var isStandardOutput: Bool { descriptor == STDOUT_FILENO }

    /// Writes a line, or nothing of it where the disk is full.
    mutating func write(_ line: String) throws(TMapsError) {
        guard !isStandardOutput else { return Console.output(line) }
        // Not when it was opened: where no connection can be made the old recording stays.
        if length == 0 { _ = ftruncate(descriptor, 0) }
        var rest = Array(line.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let reason = String(cString: strerror(errno))
                _ = ftruncate(descriptor, length)
                throw TMapsError(.init(rawValue: "file"), "\(path): \(reason); it ends with the last whole line")
            }
            rest = rest.dropFirst(count)
        }
        length += line.utf8.count
    }

    deinit {
        guard !isStandardOutput else { return }
        // Nothing was written, so nothing is left behind.
        if isMade, length == 0 { unlink(path) }
        close(descriptor)
    }
}
