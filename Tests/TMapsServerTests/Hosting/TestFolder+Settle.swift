import Foundation

/// A folder of real files that goes away with the test.
final class TemporaryFolder {
    let path: String

    init() throws {
        let url = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent("tmaps-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file, with the folders on its way.
    @discardableResult
    func write(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
        let file = "\(path)/\(name)"
        let folder = (file as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let data = Data(bytes)
        // In place: the inode stays, as with an editor that rewrites a file.
        guard let handle = fopen(file, "wb") else { throw CocoaError(.fileWriteUnknown) }
        defer { fclose(handle) }
        _ = data.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, handle) }
        return file
    }

    @discardableResult
    func write(_ name: String, _ text: String) throws -> String { try write(name, Array(text.utf8)) }

    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: "\(path)/\(name)", withDestinationPath: target)
    }

    func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: "\(path)/\(name)", withIntermediateDirectories: true)
    }

    /// Waits until a file's last change is old enough for its content to be remembered: the file system's own clock is
    /// asked, by touching another file, so no time is guessed.
    func settle(_ name: String) throws {
        let changed = try changeTime("\(path)/\(name)")
        repeat { try write(".clock", "tick") } while try changeTime("\(path)/.clock") <= changed + 30_000_000
    }

    private func changeTime(_ file: String) throws -> Int64 {
        var status = stat()
        guard lstat(file, &status) == 0 else { throw CocoaError(.fileReadUnknown) }
        return Int64(status.st_ctim.tv_sec) * 1_000_000_000 + Int64(status.st_ctim.tv_nsec)
    }
}
