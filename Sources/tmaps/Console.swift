import Glibc

/// Standard output, error and input, unbuffered: each line is out when the call returns.
enum Console {
    static func output(_ text: String) { write(text, to: STDOUT_FILENO) }
    static func error(_ text: String) { write(text, to: STDERR_FILENO) }

    private static func write(_ text: String, to descriptor: Int32) {
        var text = text
        text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while let start = rest.baseAddress, !rest.isEmpty {
                let count = Glibc.write(descriptor, start, rest.count)
                if count < 0, errno == EINTR { continue }
                // The reader has gone (`tmaps listen | head`): there is nobody left to tell.
                guard count >= 0 else { _exit(ExitCode.failed) }
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
        }
    }

    /// The whole of a file, or of standard input for `-`. At most `limit` bytes.
    static func read(_ path: String, limit: Int) throws(UsageError) -> [UInt8] {
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw UsageError("\(path): \(String(cString: strerror(errno)))") }
        defer { if path != "-" { close(descriptor) } }
        var result: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw UsageError("\(path): \(String(cString: strerror(errno)))") }
            guard count > 0 else { return result }
            result += chunk[..<count]
            guard result.count <= limit else { throw UsageError("\(path): longer than \(limit) bytes") }
        }
    }
}
