internal import Glibc

/// Where the server's own files are: the default bundle, the injected script, the demo venue.
enum AssetRoot {
    /// The first `public` folder: of the working directory, of a folder above the program (a checkout), then of an
    /// installation.
    static func find() -> String? {
        candidates().first { access($0 + "/tmapswww/index.html", R_OK) == 0 }
    }

    private static func candidates() -> [String] {
        var folders = ["public"]
        var program = executablePath() ?? ""
        while let slash = program.lastIndex(of: "/") {
            program = String(program[..<slash])
            folders.append(program + "/public")
        }
        return folders + ["/usr/local/share/tmaps/public", "/usr/share/tmaps/public"]
    }

    private static func executablePath() -> String? {
        var buffer = [CChar](repeating: 0, count: 4_096)
        let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        guard length > 0 else { return nil }
        return String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
