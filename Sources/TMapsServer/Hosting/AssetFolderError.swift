/// Why a folder cannot be served. The text names the folder.
package struct AssetFolderError: Error, Equatable, CustomStringConvertible {
    package let description: String

    static func check(_ root: String) throws(AssetFolderError) {
        guard !root.isEmpty, !root.utf8.contains(0) else {
            throw AssetFolderError(description: "an empty folder name cannot be served")
        }
        let identity: FileIdentity
        do { identity = try FileIdentity(path: Array(root.utf8)) } catch {
            throw AssetFolderError(description: "the folder \(root) \(reason(error))")
        }
        guard identity.isFolder else { throw AssetFolderError(description: "\(root) is not a folder") }
        guard (try? FileIdentity(path: Array("\(root)/.".utf8))) != nil else {
            throw AssetFolderError(description: "the folder \(root) \(reason(.notPermitted))")
        }
        guard (try? realPath(Array("/proc/self/fd".utf8))) != nil else {
            throw AssetFolderError(description: "/proc is not mounted, so no file of \(root) can be checked")
        }
    }

    private static func reason(_ error: FileError) -> String {
        switch error {
        case .notFound: "does not exist"
        case .notPermitted: "may not be read by the server"
        case .busy: "cannot be looked at: no memory or descriptor left"
        case .failed(let code): "cannot be looked at (errno \(code))"
        }
    }
}
