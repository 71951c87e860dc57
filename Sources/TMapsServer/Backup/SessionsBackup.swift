internal import Glibc
internal import TMapsRelay
internal import TMapsStore

/// `tmaps sessions export` and `import`: all sessions of a data folder as JSON lines (docs/backup.md).
///
/// The server must not run: it holds its folder against every other program.
package enum SessionsBackup {
    /// What is wrong, for one line; names the file, and the line where it is one's fault.
    package struct Fault: Error, Sendable, Hashable {
        package let message: String

        init(_ message: String) { self.message = message }
        init(_ error: StoreError) { message = error.message }
    }

    package struct Counts: Sendable, Hashable {
        package internal(set) var sessions = 0
        package internal(set) var records = 0
    }

    package struct ImportOptions: Sendable {
        /// Sessions that exist are replaced; else they are an error.
        package var replaces = false
        /// Every session gets an epoch of its own, for a backup older than what its peers have seen.
        package var renewsEpochs = false

        package init() {}
    }

    /// Writes every session of the data folder to a file, or to standard output for `-`. The file is there when all of
    /// it is on disk, and readable by its owner alone.
    package static func export(from data: String, to path: String) throws(Fault) -> Counts {
        do throws(StoreError) {
            let store = try OfflineStore(at: data, isMade: false)
            defer { store.close() }
            var writer = try BackupWriter(path)
            do throws(StoreError) {
                let counts = try writer.write(store)
                try writer.finish()
                return counts
            } catch {
                writer.abandon()
                throw error
            }
        } catch {
            throw Fault(error)
        }
    }

    /// Reads what `export` wrote, from a file or standard input for `-`. All of it is there afterwards, or nothing.
    package static func importing(
        from path: String, into data: String, options: ImportOptions = .init()
    ) throws(Fault) -> Counts {
        do throws(StoreError) {
            var lines = try LineReader(path)
            let store = try OfflineStore(at: data, isMade: true)
            defer { store.close() }
            return try store.transaction { () throws(StoreError) in
                var reader = BackupReader(store: store, path: path, options: options)
                while let line = try lines.next() { try reader.read(line, number: lines.number) }
                return try reader.finish()
            }
        } catch {
            throw Fault(error)
        }
    }
}
