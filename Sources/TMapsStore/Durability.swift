/// When a commit counts as done (sqlite.org/pragma.html#pragma_synchronous, both in WAL mode).
package enum Durability: String, Sendable, CaseIterable {
    /// `synchronous = FULL`: the log is synced to the disk before a commit is reported. A power cut loses nothing that
    /// was reported.
    case full
    /// `synchronous = NORMAL`: the operating system has the data, the disk is synced at checkpoints only. `kill -9`
    /// loses nothing; a power cut or a kernel crash may lose the last commits, but never damages the file.
    case relaxed

    var synchronous: String {
        switch self {
        case .full: "FULL"
        case .relaxed: "NORMAL"
        }
    }
}
