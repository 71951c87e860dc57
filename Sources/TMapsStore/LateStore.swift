import Glibc
import Synchronization
package import TMapsRelay

/// A store that could not be opened when the server started: it has and takes nothing until `repair` has opened it.
package final class LateStore: SessionStore {
    private let open: @Sendable () throws(StoreError) -> SQLiteStore.Opened
    private let fault: StoreError
    private let state = Mutex(State())

    private struct State {
        var store: SQLiteStore?
        var isClosed = false
    }

    /// - Parameter open: tries again; runs on a thread of its own and may block.
    package init(fault: StoreError, open: @escaping @Sendable () throws(StoreError) -> SQLiteStore.Opened) {
        self.fault = fault
        self.open = open
    }

    private var store: SQLiteStore? { state.withLock { $0.store } }

    package func commit(
        _ changes: [SessionChanges], completion: @escaping @Sendable (Result<Void, StoreError>) -> Void
    ) {
        guard let store else { return completion(.failure(fault)) }
        store.commit(changes, completion: completion)
    }

    package func load(
        session: String, tail: Int, completion: @escaping @Sendable (Result<StoredSession?, StoreError>) -> Void
    ) {
        guard let store else { return completion(.failure(fault)) }
        store.load(session: session, tail: tail, completion: completion)
    }

    package func records(
        session: String, after: UInt64, limit: Int, maxBytes: Int,
        completion: @escaping @Sendable (Result<[Record], StoreError>) -> Void
    ) {
        guard let store else { return completion(.success([])) }
        store.records(session: session, after: after, limit: limit, maxBytes: maxBytes, completion: completion)
    }

    package func delete(session: String, completion: @escaping @Sendable (Result<Void, StoreError>) -> Void) {
        guard let store else { return completion(.failure(fault)) }
        store.delete(session: session, completion: completion)
    }

    package func trim(to limits: RecordLimits, completion: @escaping @Sendable (TrimReport) -> Void) {
        guard let store else { return completion(TrimReport()) }
        store.trim(to: limits, completion: completion)
    }

    package func repair(
        after fault: StoreError, completion: @escaping @Sendable (Result<StoreRepair, StoreError>) -> Void
    ) {
        if let store { return store.repair(after: fault, completion: completion) }
        let (thread, code) = BodyThread.start { [self] in completion(tryToOpen()) }
        guard code == 0 else { return completion(.failure(fault)) }
        pthread_detach(thread)
    }

    private func tryToOpen() -> Result<StoreRepair, StoreError> {
        Result { () throws(StoreError) in
            let opened = try open()
            let isWanted = state.withLock { state in
                if !state.isClosed { state.store = opened.store }
                return !state.isClosed
            }
            guard isWanted else {
                opened.store.close()
                throw .closed
            }
            return .opened(opened.sessions, findings: opened.findings)
        }
    }

    package func close() {
        let store = state.withLock { state in
            state.isClosed = true
            return state.store
        }
        store?.close()
    }
}
