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

    deinit {
        // nftw(3) depth first; FTW_DEPTH = 8, FTW_PHYS = 1.
        _ = nftw(path, { path, _, _, _ in path.map { remove($0) } ?? 0 }, 16, 8 | 1)
    }
}
