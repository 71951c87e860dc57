internal import Synchronization
package import TMapsServer

/// The real server on port 0 with real SQLite in a folder of its own; its log is kept for the test.
package final class TestServer: Sendable {
    package let server: Server
    package let folder: TestFolder
    private let lines: LogLines

    /// `configure` changes what the test is about; address and data folder are set already.
    package init(
        folder: TestFolder = TestFolder(), _ configure: (inout Configuration) -> Void = { _ in }
    ) throws {
        self.folder = folder
        var configuration = Configuration()
        configuration.listen = ListenAddress(host: "127.0.0.1", port: 0)
        configuration.data = folder.file("data")
        configuration.logLevel = .debug
        configure(&configuration)
        let lines = LogLines()
        self.lines = lines
        server = try Server(configuration, log: Log(level: configuration.logLevel) { lines.append($0) })
    }

    package var port: UInt16 { server.address.port }
    package var url: String { server.url }
    package var log: String { lines.text }

    /// Stops as SIGTERM does, and returns when the last of it is on disk.
    package func stop() async {
        await withCheckedContinuation { continuation in server.drain { continuation.resume() } }
        server.join()
    }
}

private final class LogLines: Sendable {
    private let lines = Mutex("")
    func append(_ line: String) { lines.withLock { $0 += line } }
    var text: String { lines.withLock { $0 } }
}
