import TMapsNet
import TMapsProtocol
import TMapsRelay
import TMapsTesting
import Testing

@testable import TMapsServer
@testable import TMapsStore

/// What is accepted and not on disk, and sessions that come and go, at the moments where they are easily lost, or kept
/// where they are not to be.
@Suite(.timeLimit(.minutes(1))) struct UnwrittenTests {
    /// Dispatches these numbers into the hall. On the loop.
    private func dispatch(_ numbers: ClosedRange<Int>, _ relay: Relay) {
        relay.sessions.open("hall") { result in
            #expect(throws: Never.self) {
                let (slot, session) = try result.get()
                let text = "[" + numbers.map { #"{"type":"X","n":\#($0)}"# }.joined(separator: ",") + "]"
                try Array(text.utf8).withUnsafeBytes { bytes in
                    _ = try relay.dispatch(
                        ActionScanner.scanAll(bytes, checksFields: true), as: "app", id: nil, to: nil, in: slot,
                        session)
                }
            }
        }
    }

    /// Runs `body` on the loop when the first three actions of the hall are on disk, or could not be written.
    private func afterThree<Answer: Sendable>(
        _ server: TestServer, _ body: @escaping @Sendable (Relay, CheckedContinuation<Answer, Never>) -> Void
    ) async -> Answer {
        await withCheckedContinuation { done in
            server.server.loop.execute {
                let relay = server.server.relay
                dispatch(1...3, relay)
                relay.journal.whenDurable { _ in body(relay, done) }
            }
        }
    }

    @Test("what is relayed while the end of an outage is being written is read like the rest")
    func readAtTheEnd() async throws {
        let server = try TestServer { $0.onStorageFailure = .relay }
        try await server.refuse("INSERT ON batches")
        let store = try server.store
        let read = await afterThree(server) { relay, done in
            store.perform({ _ in }) { archive throws(StoreError) in try archive.database.execute("DROP TRIGGER refused")
            }
            relay.journal.commit()
            dispatch(4...6, relay)
            relay.readLog(of: "hall", after: 3, limit: 10) { done.resume(returning: $0) }
        }
        #expect(try read.get().map(\.seq) == [4, 5, 6])
        await server.stop()
    }

    @Test("a session that is deleted while its last actions fail to be written does not come back")
    func deletedInFlight() async throws {
        let server = try TestServer { $0.onStorageFailure = .relay }
        try await server.refuse("INSERT ON batches")
        let deletion = await afterThree(server) { relay, done in
            relay.journal.commit()
            relay.delete("hall") { done.resume(returning: $0) }
        }
        try deletion.get()
        try await server.refuseNoMore()
        while try server.call("GET", "/readyz").status != 200 { try await Task.sleep(for: .milliseconds(20)) }
        #expect(try await server.integer("SELECT count(*) FROM sessions") == 0)
        await server.stop()
    }

    @Test("where a session cannot be deleted, and what it had not written is lost, it goes on in a new epoch")
    func notDeleted() async throws {
        let server = try TestServer()
        try await server.refuse("DELETE ON sessions")
        // Keeps the session in memory.
        let observer = try await TestPeer.connect(server, "hall/observer")
        let epoch = await afterThree(server) { relay, done in
            let epoch = relay.sessions.state(of: "hall")?.summary.epoch ?? ""
            dispatch(4...6, relay)
            relay.delete("hall") { result in
                #expect(throws: StoreError.self) { try result.get() }
                done.resume(returning: epoch)
            }
        }
        #expect(await observer.closing().code == 4500)
        try await server.refuseNoMore()
        let app = try await TestPeer.connect(server, "hall/client?peer=app&after=6&epoch=\(epoch)")
        _ = try await app.next()
        #expect(try await app.next().hasPrefix(#"{"resumed":false,"reason":"epoch""#))
        await server.stop()
    }

    @Test("a session that is made anew while the one of its name, which cannot be read, is deleted stays")
    func madeAnew() async throws {
        let server = try TestServer()
        #expect(
            try server.call("POST", "/v1/sessions/hall/actions?wait=durable", body: #"{"type":"X"}"#).status == 202)
        try await server.sql("ALTER TABLE gates RENAME TO hidden")
        let isThere = await withCheckedContinuation { done in
            server.server.loop.execute {
                let relay = server.server.relay
                var wasRead: Bool?
                relay.sessions.open("hall") { result in wasRead = (try? result.get()) != nil }
                #expect(wasRead == nil && relay.sessions.inMemory("hall") == nil)
                relay.delete("hall") { _ in
                    #expect(wasRead == false)
                    done.resume(returning: relay.sessions.inMemory("hall") != nil)
                }
                _ = relay.create("hall", name: nil)
            }
        }
        #expect(isThere)
        await server.stop()
    }

    @Test("damage that is found while a commit is under way is not forgotten when that one succeeds")
    func damageInFlight() async throws {
        let server = try TestServer()
        await withCheckedContinuation { done in
            server.server.loop.execute {
                let journal = server.server.relay.journal
                dispatch(1...3, server.server.relay)
                journal.whenDurable { result in
                    #expect(throws: Never.self) { try result.get() }
                    done.resume()
                }
                journal.commit()
                journal.suspend(StoreError(code: 11, message: "the disk image is malformed"))
            }
        }
        while !server.log.contains("malformed. It was set aside as ") { try await Task.sleep(for: .milliseconds(20)) }
        #expect(!server.log.contains("storage works again"))
        await server.stop()
    }

    @Test("who waits to read until a trim is over does not hold a server that has stopped")
    func readerOfAStoppedServer() async throws {
        final class Reader: Sendable {}
        let server = try TestServer()
        let isHeld = server.server.loop.wait {
            let journal = server.server.relay.journal
            weak var reader: Reader?
            do {
                let reading = Reader()
                reader = reading
                journal.retain(Retaining(count: 1, bytes: 1 << 20, age: .seconds(60)))
                journal.read("hall", after: 0, limit: 1, maxBytes: 1) { _ in withExtendedLifetime(reading) {} }
            }
            #expect(reader != nil && journal.retention?.isTrimming == true)
            journal.end()
            return reader != nil
        }
        #expect(isHeld == false)
        await server.stop()
    }
}
