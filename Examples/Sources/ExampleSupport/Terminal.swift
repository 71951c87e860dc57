import Foundation

/// The terminal in place of a phone's screen: what the examples say, and what the user types.
public enum Terminal {
    /// Prints a line at once, also into a pipe.
    public static func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }

    /// The lines of standard input, without their spaces at the ends. Reading them waits on a thread of its own.
    public static let lines = AsyncStream<String> { lines in
        Thread.detachNewThread {
            while let line = readLine() { lines.yield(line.trimmingCharacters(in: .whitespaces)) }
            lines.finish()
        }
    }

    /// Where the bridge is, and which session: `TMAPS_SERVER` and `TMAPS_SESSION`, as for `tmaps`.
    public static let server = ProcessInfo.processInfo.environment["TMAPS_SERVER"] ?? "http://127.0.0.1:8080"
    public static let session = ProcessInfo.processInfo.environment["TMAPS_SESSION"] ?? "default"
}
