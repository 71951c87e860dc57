import Glibc

/// Standard output, error and input, unbuffered: each line is out when the call returns.
enum Console {
    static func output(_ text: String) { write(text, to: STDOUT_FILENO) }
    static func error(_ text: String) { write(text, to: STDERR_FILENO) }

    /// A line for people on standard error: what a command has to say beside its output.
    static func note(_ command: String, _ text: String) { error("tmaps \(command): \(EventLine.printable(text))\n") }

    /// For a command that may have nothing to write for long: ends the program when nobody reads its output any more
    /// (`tmaps listen | head -1`), as a write would.
    static func watchReader() {
        var thread = pthread_t()
        let failure = pthread_create(
            &thread, nil,
            { _ in
                var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
                while poll(&output, 1, -1) < 0, errno == EINTR {}
                // A file, or what cannot be waited for, has no reader.
                if output.revents & Int16(POLLERR) != 0 { _exit(ExitCode.failed) }
                return nil
            }, nil)
        if failure == 0 { pthread_detach(thread) }
    }

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
