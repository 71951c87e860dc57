internal import Glibc

/// A folder of a test's own, removed with everything in it when the value goes.
package final class TemporaryFolder: Sendable {
    package let path: String

    package init() {
        var template = Array("/tmp/tmaps-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { fatalError("mkdtemp: errno \(errno)") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    package func file(_ name: String) -> String { path + "/" + name }

    deinit { TemporaryFolder.remove(path) }

    private static func remove(_ path: String) {
        if let folder = opendir(path) {
            while let entry = readdir(folder) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                guard name != ".", name != ".." else { continue }
                let isFolder = entry.pointee.d_type == UInt8(DT_DIR)
                if isFolder { remove(path + "/" + name) } else { unlink(path + "/" + name) }
            }
            closedir(folder)
        }
        rmdir(path)
    }
}
