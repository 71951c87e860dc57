internal import Glibc

/// What is served from disk, and under which paths.
enum Hosting {
    typealias Mount = (prefix: String, folder: AssetFolder)

    /// Every mount that can be made, and what is wrong with the others.
    static func mounts(_ configuration: Configuration) -> (mounts: [Mount], warnings: [String], faults: [String]) {
        guard let root = AssetRoot.find() else {
            return (
                [], [], ["the server's own files are missing: no folder public/tmapswww beside or above the program"]
            )
        }
        var bundle = AssetFolder.Options()
        bundle.entryPage = EntryPage(embed: configuration.embed)
        bundle.policy = configuration.bundle == nil || configuration.hasStrictPolicy ? .strict : .foreign
        bundle.hashedNamesAreImmutable = true
        var inspector = AssetFolder.Options()
        inspector.policy = .strict
        let wanted: [(String, name: String, path: String, AssetFolder.Options)] = [
            ("/tmapswww", "--bundle", configuration.bundle ?? root + "/tmapswww", bundle),
            ("/bridge", "bridge", root + "/bridge", .init()),
            ("/inspector", "inspector", root + "/inspector", inspector),
            ("/maps", "--maps", configuration.maps ?? root + "/maps", .init()),
        ]
        var (mounts, faults): ([Mount], [String]) = ([], [])
        for (prefix, name, path, options) in wanted {
            do throws(AssetFolderError) {
                mounts.append((prefix, try AssetFolder(root: path, options: options)))
            } catch {
                faults.append("\(name): \(error.description)")
            }
        }
        var warnings: [String] = []
        if let bundle = configuration.bundle, access(bundle + "/index.html", R_OK) != 0 {
            warnings.append("--bundle \(bundle): there is no index.html in it")
        }
        // The renderer is fetched, not committed; only the default bundle needs it.
        guard let vendor = try? AssetFolder(root: root + "/vendor") else {
            if configuration.bundle == nil {
                warnings.append("\(root)/vendor is missing: the default bundle shows no map; Scripts/vendor fetches it")
            }
            return (mounts, warnings, faults)
        }
        return (mounts + [("/vendor", vendor)], warnings, faults)
    }
}
