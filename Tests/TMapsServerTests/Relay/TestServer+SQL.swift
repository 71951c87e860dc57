import TMapsRelay
import TMapsTesting
import Testing

@testable import TMapsServer
@testable import TMapsStore

/// A disk that fails at one thing only: a trigger that refuses it.
extension TestServer {
    var store: SQLiteStore {
        get throws { try #require(server.relay.journal.store as? SQLiteStore) }
    }

    /// Runs on the store's thread, behind what was asked of it before.
    func sql(_ statement: String) async throws {
        let store = try store
        try await withCheckedContinuation { done in
            store.perform({ done.resume(returning: $0) }) { (archive) throws(StoreError) in
                try archive.database.execute(statement)
            }
        }.get()
    }

    func integer(_ query: String) async throws -> Int64? {
        let store = try store
        return try await withCheckedContinuation { done in
            store.perform({ done.resume(returning: $0) }) { (archive) throws(StoreError) in
                try archive.database.integer(query)
            }
        }.get()
    }

    /// - Parameter event: of SQL, like `DELETE ON sessions`.
    func refuse(_ event: String) async throws {
        try await sql("CREATE TRIGGER refused BEFORE \(event) BEGIN SELECT raise(ABORT, 'not today'); END")
    }

    func refuseNoMore() async throws { try await sql("DROP TRIGGER refused") }
}
