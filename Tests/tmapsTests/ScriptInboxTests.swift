import TMapsClient
import TMapsProtocol
import Testing

@testable import tmaps

/// What a script knows of its maps, and when it counts.
@Suite(.timeLimit(.minutes(1))) final class ScriptInboxTests: Sendable {
    private static let soon = Duration.milliseconds(20)
    private static let late = Duration.seconds(20)

    private let inbox = ScriptInbox { _ in }
    /// What is sent here the inbox hears.
    private let events: AsyncStream<TMapsClient.Event>.Continuation

    init() {
        let (stream, events) = AsyncStream<TMapsClient.Event>.makeStream()
        self.events = events
        let inbox = inbox
        Task { await inbox.read(stream) }
    }

    /// A stream that nobody ends holds its reader, and the reader the stream, for ever.
    deinit { events.finish() }

    private func presence(_ isReady: Bool, _ isLoaded: Bool) -> TMapsClient.Presence {
        .init(maps: 1, clients: 1, isReady: isReady, isLoaded: isLoaded)
    }

    private func action(_ seq: UInt64, _ type: String) -> TMapsClient.Event {
        .action(ReceivedAction(type: type, seq: seq, peer: "m1", role: .map, json: #"{"type":"\#(type)"}"#))
    }

    @Test("a map that was loaded before LOAD_MAP is not the one that is waited for, whatever the order of the news")
    func loaded() async throws {
        events.yield(.presence(presence(true, true)))
        #expect(try await inbox.waitUntilLoaded(until: .now + Self.late))
        await inbox.dispatched("LOAD_MAP", as: 5)
        #expect(try await !inbox.waitUntilLoaded(until: .now + Self.soon))
        events.yield(action(6, "MAP_LOADED"))
        #expect(try await inbox.waitUntilLoaded(until: .now + Self.late))
    }

    @Test("while there is no connection no map is ready; where numbers begin anew an old dispatch bounds nothing")
    func connection() async throws {
        events.yield(.presence(presence(true, false)))
        #expect(try await inbox.waitUntilReady(until: .now + Self.late))
        await inbox.dispatched("X", as: 50)
        events.yield(.connection(.reconnecting(TMapsError(.connectionLost, "cut"))))
        events.yield(.gap(reason: .epoch, next: 1))
        events.yield(action(2, "ZOOM_ENDED"))
        #expect(try await inbox.take(.init(type: "ZOOM_ENDED"), until: .now + Self.late)?.seq == 2)
        #expect(try await !inbox.waitUntilReady(until: .now + Self.soon))
    }

    @Test("the end of the connection ends a wait at once, with its reason")
    func end() async throws {
        events.yield(.connection(.ended(TMapsError(.closed, "deleted", closeCode: 4500))))
        await #expect(throws: TMapsError(.closed, "")) { try await inbox.waitUntilReady(until: .now + Self.late) }
    }

    @Test("an event that comes while it is waited for ends the wait; what another one wants stays")
    func waiting() async throws {
        async let found = inbox.take(.init(type: "B"), until: .now + Self.late)
        events.yield(action(1, "A"))
        events.yield(action(2, "B"))
        #expect(try await found?.seq == 2)
        #expect(try await inbox.take(.init(type: "A"), until: .now + Self.soon)?.seq == 1)
        #expect(try await inbox.take(.init(type: "A"), until: .now + Self.soon) == nil)
        #expect(await inbox.shown.map(\.type) == ["A", "B"])
    }
}
