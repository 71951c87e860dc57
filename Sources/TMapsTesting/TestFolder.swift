internal import Glibc

/// A folder of a test's own, removed with everything in it when the value goes.
package final class TestFolder: Sendable {
    package let path: String

    package init() {
        var template = Array("/tmp/tmaps-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { fatalError("mkdtemp: errno \(errno)") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    package func file(_ name: String) -> String { path + "/" + name }

    package struct CannotWrite: Error {
        package let path: String
    }

    package func write(_ text: String, to name: String) throws(CannotWrite) {
        let descriptor = open(file(name), O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        defer { close(descriptor) }
        var text = text
        let count = text.withUTF8 { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        guard count == text.utf8.count else { throw CannotWrite(path: file(name)) }
    }

    package struct CannotRead: Error {
        package let path: String
    }

    package func read(_ name: String) throws(CannotRead) -> String {
        let descriptor = open(file(name), O_RDONLY)
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            guard count >= 0 else { throw CannotRead(path: file(name)) }
            if count == 0 { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer[..<count]
        }
    }

    /// Copies the files of `folder` into a new folder `name` here, as a power cut would leave them.
    package func copyFiles(from folder: String, to name: String) throws {
        struct CannotCopy: Error { let path: String }
        mkdir(file(name), 0o700)
        for entry in TestFolder.entries(folder) {
            let source = open(folder + "/" + entry, O_RDONLY)
            let target = open(file(name + "/" + entry), O_WRONLY | O_CREAT | O_TRUNC, 0o600)
            defer { _ = (close(source), close(target)) }
            var buffer = [UInt8](repeating: 0, count: 1 << 20)
            while true {
                let count = Glibc.read(source, &buffer, buffer.count)
                guard count >= 0, Glibc.write(target, buffer, count) == count else { throw CannotCopy(path: entry) }
                if count == 0 { break }
            }
        }
    }

    deinit { TestFolder.remove(path) }

    private static func entries(_ path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Removes a file, or a folder with all that is in it.
    private static func remove(_ path: String) {
        if unlink(path) == 0 { return }
        for name in entries(path) { remove(path + "/" + name) }
        rmdir(path)
    }
}
