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

    /// What is in it, in order.
    package var names: [String] { TestFolder.entries(path).sorted() }

    package struct Failure: Error {
        package let path: String
        package let errno: Int32
    }

    /// Makes a folder, with those on its way.
    package func makeFolder(_ name: String) throws(Failure) {
        var place = path
        for part in name.split(separator: "/") {
            place += "/" + part
            guard mkdir(place, 0o700) == 0 || errno == EEXIST else { throw Failure(path: place, errno: errno) }
        }
    }

    /// Writes a file, with the folders on its way. One that is there keeps its inode, as with an editor that rewrites
    /// it.
    /// - Returns: its path.
    @discardableResult
    package func write(_ bytes: some Sequence<UInt8>, to name: String) throws(Failure) -> String {
        let path = file(name)
        if let slash = name.lastIndex(of: "/") { try makeFolder(String(name[..<slash])) }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard descriptor >= 0 else { throw Failure(path: path, errno: errno) }
        defer { close(descriptor) }
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw Failure(path: path, errno: errno) }
            rest = rest.dropFirst(count)
        }
        return path
    }

    @discardableResult
    package func write(_ text: String, to name: String) throws(Failure) -> String { try write(text.utf8, to: name) }

    package func read(_ name: String) throws(Failure) -> [UInt8] { try TestFolder.read(path: file(name)) }

    /// Copies the files of `folder` into a new folder `name` here, as a power cut would leave them.
    package func copyFiles(from folder: String, to name: String) throws(Failure) {
        try makeFolder(name)
        for entry in TestFolder.entries(folder) {
            try write(TestFolder.read(path: folder + "/" + entry), to: name + "/" + entry)
        }
    }

    deinit { TestFolder.remove(path) }

    private static func read(path: String) throws(Failure) -> [UInt8] {
        let descriptor = open(path, O_RDONLY)
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            guard count >= 0 else { throw Failure(path: path, errno: errno) }
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
    }

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
