import Glibc

/// Which file a path means.
extension AssetFolder {
    enum Location {
        /// Relative to the root.
        case file([UInt8])
        /// A folder that was asked for without its slash, by its own name.
        case folder([UInt8])
    }

    func locate(_ path: AssetPath) throws(FileError) -> Location {
        let file = path.file
        do throws(FileError) {
            return try locate(file, path.segments.last ?? [])
        } catch {
            guard error == .notFound, let other = withPlusSigns(file) else { throw error }
            return try locate(other, Array(other.split(separator: UInt8(ascii: "/")).last ?? []))
        }
    }

    private func locate(_ file: [UInt8], _ name: [UInt8]) throws(FileError) -> Location {
        let identity = try FileIdentity(path: absolute(file))
        guard identity.isFolder else { return .file(file) }
        // Opened, so that a folder outside the root, behind a symlink, is not even told apart from a missing one.
        _ = try OpenFile.open(root: root, relative: file + [UInt8(ascii: "/")] + AssetPath.index)
        return .folder(name)
    }

    func absolute(_ file: [UInt8]) -> [UInt8] { root + [UInt8(ascii: "/")] + file }

    /// The one existing path that reads like `file` when some of its spaces are taken for plus signs; nil when there
    /// is none or more than one.
    ///
    /// libwebsockets decodes `+` in a path to a space, which is right in a query only, so `a+b.txt` arrives as
    /// `a b.txt`. The folder is asked which names would do rather than guessing every combination.
    private func withPlusSigns(_ file: [UInt8]) -> [UInt8]? {
        guard file.contains(UInt8(ascii: " ")) else { return nil }
        var found: [[UInt8]] = [[]]
        for segment in file.split(separator: UInt8(ascii: "/")) {
            found = found.flatMap { folder in
                names(in: folder, readingLike: Array(segment)).map {
                    folder.isEmpty ? $0 : folder + [UInt8(ascii: "/")] + $0
                }
            }
            guard found.count <= 64 else { return nil }
        }
        found = found.filter { (try? FileIdentity(path: absolute($0))) != nil }
        return found.count == 1 ? found[0] : nil
    }

    /// Source: opendir(3), readdir(3).
    private func names(in folder: [UInt8], readingLike segment: [UInt8]) -> [[UInt8]] {
        guard segment.contains(UInt8(ascii: " ")) else { return [segment] }
        guard let listing = withCString(absolute(folder), { opendir($0) }) else { return [] }
        defer { closedir(listing) }
        var names: [[UInt8]] = []
        while let entry = readdir(listing) {
            withUnsafeBytes(of: &entry.pointee.d_name) { buffer in
                let name = buffer[..<(buffer.firstIndex(of: 0) ?? buffer.endIndex)]
                let isAlike = name.elementsEqual(segment) {
                    $0 == $1 || ($0 == UInt8(ascii: "+") && $1 == UInt8(ascii: " "))
                }
                if isAlike { names.append(Array(name)) }
            }
        }
        return names
    }
}
