import Foundation
import TMapsTesting

extension TestFolder {
    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: file(name), withDestinationPath: target)
    }

    /// Waits until a file's last change is old enough for its content to be remembered: the file system's own clock is
    /// asked, by touching another file, so no time is guessed.
    func settle(_ name: String) throws {
        let changed = try changeTime(file(name))
        repeat { try write("tick", to: ".clock") } while try changeTime(file(".clock")) <= changed + 30_000_000
    }

    private func changeTime(_ file: String) throws -> Int64 {
        var status = stat()
        guard lstat(file, &status) == 0 else { throw CocoaError(.fileReadUnknown) }
        // Not by its members: to which module they belong depends on what the compiler has loaded before.
        return withUnsafeBytes(of: &status.st_ctim) { time in
            let seconds = time.load(as: Int.self)
            return Int64(seconds) * 1_000_000_000
                + Int64(time.load(fromByteOffset: MemoryLayout<Int>.size, as: Int.self))
        }
    }
}
