internal import Glibc
internal import Synchronization
internal import TMapsProtocol

/// Lines on standard error, as text or JSON. May be called from any thread. Never given a secret (`Record.isMasked`).
package final class Log: Sendable {
    package enum Level: Int, Sendable, CaseIterable, Comparable {
        case debug, info, warning, error

        package init?(name: String) {
            guard let level = Level.allCases.first(where: { $0.name == name }) else { return nil }
            self = level
        }

        package var name: String { "\(self)" }

        package static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
    }

    package enum Format: String, Sendable, CaseIterable { case text, json }

    private let level: Level
    private let format: Format
    private let sink: @Sendable (String) -> Void

    package init(
        level: Level = .info, format: Format = .text, sink: @escaping @Sendable (String) -> Void = Log.standardError
    ) {
        self.level = level
        self.format = format
        self.sink = sink
    }

    package func debug(_ message: @autoclosure () -> String) { write(.debug, message) }
    package func info(_ message: @autoclosure () -> String) { write(.info, message) }
    package func warning(_ message: @autoclosure () -> String) { write(.warning, message) }
    package func error(_ message: @autoclosure () -> String) { write(.error, message) }

    private func write(_ level: Level, _ message: () -> String) {
        guard level >= self.level else { return }
        let time = Timestamp.now().iso8601
        switch format {
        case .text:
            sink("\(time) \(level.name) \(message())\n")
        case .json:
            let line = JSONWriter.object { json in
                json.member("time", time)
                json.member("level", level.name)
                json.member("message", message())
            }
            sink(String(decoding: line, as: UTF8.self) + "\n")
        }
    }

    @Sendable package static func standardError(_ line: String) {
        var line = line
        line.withUTF8 { bytes in
            // One write a line: POSIX keeps short writes to a pipe whole (pipe(7), PIPE_BUF).
            _ = Glibc.write(2, bytes.baseAddress, bytes.count)
        }
    }
}
