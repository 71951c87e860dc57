import Foundation
import Synchronization

/// The built `tmaps`, run as a user runs it.
final class Program: Sendable {
    /// What it printed on standard output, line by line as it came.
    let lines = Lines()
    /// The same for standard error.
    let errorLines = Lines()
    private let process: Process
    private let output = Text()
    private let errors = Text()
    private let ends = Lines()

    struct Result {
        var code: Int32
        var output: String
        var errors: String
    }

    /// `environment` is all the environment there is.
    init(_ arguments: [String], environment: [String: String] = [:], input: String? = nil) throws {
        process = Process()
        process.executableURL = Program.executable
        process.arguments = arguments
        process.environment = environment
        let (out, err, into) = (Pipe(), Pipe(), Pipe())
        process.standardOutput = out
        process.standardError = err
        process.standardInput = into
        process.terminationHandler = { [ends] _ in ends.add("exit") }
        try process.run()
        read(out) { [output, lines] data in
            for line in output.append(data) { lines.add(line) }
        }
        read(err) { [errors, errorLines] data in
            for line in errors.append(data) { errorLines.add(line) }
        }
        if let input { try into.fileHandleForWriting.write(contentsOf: Data(input.utf8)) }
        try into.fileHandleForWriting.close()
    }

    /// A thread for each pipe: the readability handlers of this Foundation crash when the handle goes.
    private func read(_ pipe: Pipe, _ take: @escaping @Sendable (Data) -> Void) {
        let handle = pipe.fileHandleForReading
        Thread.detachNewThread { [ends] in
            while true {
                let data = handle.availableData
                guard !data.isEmpty else { break }
                take(data)
            }
            ends.add("end of output")
        }
    }

    /// Runs it to its end.
    static func run(
        _ arguments: String..., environment: [String: String] = [:], input: String? = nil
    ) async throws -> Result {
        try await Program(arguments, environment: environment, input: input).end()
    }

    /// SIGINT, as Ctrl-C sends it.
    func interrupt() { process.interrupt() }
    /// SIGTERM.
    func terminate() { process.terminate() }

    func end() async throws -> Result {
        for _ in 0..<3 { _ = try await ends.next() }
        return Result(code: process.terminationStatus, output: output.text, errors: errors.text)
    }

    /// Beside the test program.
    private static var executable: URL {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent("tmaps")
    }
}

/// What came out of a pipe.
private final class Text: Sendable {
    private let bytes = Mutex<[UInt8]>([])

    var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }

    /// Returns the lines that are whole now.
    func append(_ data: Data) -> [String] {
        bytes.withLock { bytes in
            let start = (bytes.lastIndex(of: 0x0A) ?? -1) + 1
            bytes += data
            let end = (bytes.lastIndex(of: 0x0A) ?? -1) + 1
            return bytes[start..<max(start, end)].split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
        }
    }
}
