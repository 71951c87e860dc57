import Glibc
import TMapsClient
import TMapsProtocol

/// A file that only ever holds whole lines. Each is with the system when `write` returns.
struct LineFile: ~Copyable {
    enum Mode {
        /// The file must not be there.
        case new
        case overwrite
        /// At this many bytes, where the last whole line ends.
        case append(at: Int)
    }

    private let path: String
    private let descriptor: Int32
    private var length = 0
    /// Nothing of it was there before.
    private let isNew: Bool

    /// `-` is standard output.
    init(_ path: String, _ mode: Mode) throws(UsageError) {
        // All that can fail is outside: where an init throws that has set everything, `deinit` runs, and would remove
        // the file that is in the way.
        descriptor = try LineFile.descriptor(path, mode)
        self.path = path
        switch mode {
        case .new: isNew = true
        case .overwrite: isNew = false
        case .append(let end): (isNew, length) = (false, end)
        }
    }

    private static func descriptor(_ path: String, _ mode: Mode) throws(UsageError) -> Int32 {
        guard path != "-" else { return STDOUT_FILENO }
        let flags: Int32 =
            switch mode {
            case .new: O_CREAT | O_EXCL
            case .overwrite: O_CREAT
            case .append: 0
            }
        let descriptor = open(path, O_WRONLY | O_CLOEXEC | flags, 0o600)
        guard descriptor >= 0 else {
            let hint = errno == EEXIST ? "; --append goes on with it, --overwrite replaces it" : ""
            throw UsageError("\(path): \(String(cString: strerror(errno)))\(hint)")
        }
        guard case .append(let end) = mode else { return descriptor }
        // What stands behind the last whole line goes.
        guard ftruncate(descriptor, end) == 0, lseek(descriptor, 0, SEEK_END) >= 0 else {
            defer { close(descriptor) }
            throw UsageError("\(path): \(String(cString: strerror(errno)))")
        }
        return descriptor
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
        // Nothing was recorded: an empty file would only be in the way of the next attempt.
        if isNew, length == 0 { unlink(path) }
        close(descriptor)
    }
}
