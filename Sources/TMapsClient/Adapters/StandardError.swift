internal import Glibc

/// Where a program that has set nothing else up is told something.
enum StandardError {
    static func write(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        // A message that nobody can read any more is no fault of the caller.
        _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
    }
}
