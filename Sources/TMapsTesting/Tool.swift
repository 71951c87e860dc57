internal import Glibc

/// A program of the system, run to its end: what another's TLS or HTTP says of ours.
package struct Tool {
    package let code: Int32
    /// Standard output and standard error.
    package let output: String

    package struct Failure: Error {
        package let message: String
    }

    /// - Parameter input: what it reads on standard input.
    package static func run(
        _ arguments: String..., input: String = "", in folder: String? = nil
    ) throws(Failure) -> Tool { try run(arguments, input: input, in: folder) }

    package static func run(_ arguments: [String], input: String = "", in folder: String? = nil) throws(Failure) -> Tool
    {
        var ends: (input: [Int32], output: [Int32]) = ([0, 0], [0, 0])
        guard pipe(&ends.input) == 0, pipe(&ends.output) == 0 else { throw Failure(message: "pipe: errno \(errno)") }
        // A child of another test that held an end would keep it from ending.
        for end in ends.input + ends.output { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // What is read here must be short enough for a pipe: nobody reads while it is written.
        _ = Array(input.utf8).withUnsafeBytes { write(ends.input[1], $0.baseAddress, $0.count) }
        close(ends.input[1])
        defer { close(ends.output[0]) }
        let child = try spawn(arguments, ends.input[0], ends.output[1], folder)
        close(ends.input[0])
        close(ends.output[1])
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(ends.output[0], &buffer, buffer.count)
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        return Tool(
            code: status & 0x7F == 0 ? status >> 8 : -(status & 0x7F), output: String(decoding: bytes, as: UTF8.self))
    }

    private static func spawn(
        _ arguments: [String], _ input: Int32, _ output: Int32, _ folder: String?
    ) throws(Failure) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (from, to) in [(input, 0), (output, 1), (output, 2)] {
            posix_spawn_file_actions_adddup2(&actions, from, Int32(to))
        }
        let place = folder.map { ["sh", "-c", "cd \"$0\" && exec \"$@\"", $0] } ?? []
        var words = (place + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var child: pid_t = 0
        let failure = posix_spawnp(&child, (place + arguments)[0], &actions, nil, &words, environ)
        guard failure == 0 else { throw Failure(message: "\(arguments[0]): \(String(cString: strerror(failure)))") }
        return child
    }
}
