@testable import TMapsClient
import TMapsProtocol
import Testing

@Suite struct ReceivedActionTests {
    @Test("fields of a received action are read from its text")
    func fields() {
        let json = #"{"type":"X","a":"\u0041","n":1.0,"o":{"a":2},"a2":null,"d":1,"d":"last"}"#
        let action = ReceivedAction(type: "X", seq: 1, peer: "m", role: .map, json: json)
        #expect(action.string("a") == "A")
        #expect(action.string("n") == nil)
        #expect(action.text(of: "n") == "1.0")
        #expect(action.text(of: "o") == #"{"a":2}"#)
        #expect(action.text(of: "none") == nil)
        #expect(action.string("d") == "last")
    }
}

@Suite struct ActionEndingTests {
    private func event(_ json: String, _ role: Role = .map) -> ReceivedAction {
        let type = JSONMembers.string("type", in: json) ?? ""
        return ReceivedAction(type: type, seq: 1, peer: "m", role: role, json: json)
    }

    @Test("a highlight ends with its own feature only")
    func feature() throws {
        let ending = try #require(ActionEnding(of: #"{"type":"HIGHLIGHT_FEATURE","feature_id":"007"}"#))
        #expect(ending.isEnded(by: event(#"{"type":"FEATURE_HIGHLIGHTED","feature_id":"007"}"#)))
        #expect(!ending.isEnded(by: event(#"{"type":"FEATURE_HIGHLIGHTED","feature_id":"7"}"#)))
        #expect(!ending.isEnded(by: event(#"{"type":"FEATURE_HIGHLIGHTED","feature_id":7}"#)))
        #expect(!ending.isEnded(by: event(#"{"type":"FEATURE_MARKED","feature_id":"007"}"#)))
        #expect(!ending.isEnded(by: event(#"{"type":"FEATURE_HIGHLIGHTED","feature_id":"007"}"#, .client)))
    }

    @Test("a call into a pcmap page does not end with the result of another one")
    func calls() throws {
        let ending = try #require(ActionEnding(of: #"{"type":"SHOW_ORDINAL","ordinal":1}"#))
        for call in ["SHOW_ORDINAL", "app.map.showOrdinal", "a call of the page's own"] {
            #expect(ending.isEnded(by: event(#"{"type":"CALL_RESULT","call":"\#(call)"}"#)))
        }
        for call in ["SET_USER_POSITION", "app.map.setUserPosition", "app.scenarios.apply", "APPLY_SCENARIO"] {
            #expect(!ending.isEnded(by: event(#"{"type":"CALL_RESULT","call":"\#(call)"}"#)))
        }
    }

    @Test("a render mode ends with the event that logs it, a load with MAP_LOADED or ERROR")
    func others() throws {
        let mode = try #require(ActionEnding(of: #"{"type":"CHANGE_RENDER_MODE","modeToRender":"3D"}"#))
        #expect(
            mode.isEnded(by: event(#"{"type":"EVENT_LOGGED","event_category":"RenderModes","event_action":"Changed"}"#))
        )
        #expect(!mode.isEnded(by: event(#"{"type":"EVENT_LOGGED","event_category":"Maps","event_action":"Loaded"}"#)))
        let load = try #require(ActionEnding(of: #"{"type":"LOAD_MAP","map_id":"1"}"#))
        #expect(load.isEnded(by: event(#"{"type":"MAP_LOADED"}"#)))
        #expect(load.isEnded(by: event(#"{"type":"ERROR","error":{"stack":"no"}}"#)))
        #expect(ActionEnding(of: #"{"type":"SET_THEME","theme":{}}"#) == nil)
        #expect(ActionEnding(of: #"{"type":"CUSTOM"}"#) == nil)
    }
}

@Suite struct ServerAddressTests {
    @Test("a URL gives host, port, security and the path in front")
    func read() throws {
        var address = try ServerAddress("http://127.0.0.1:8080")
        #expect(address == (try ServerAddress("ws://127.0.0.1:8080/")))
        #expect((address.host, address.port, address.isSecure, address.basePath) == ("127.0.0.1", 8080, false, ""))
        address = try ServerAddress("HTTPS://maps.example/bridge/")
        #expect(
            (address.host, address.port, address.isSecure, address.basePath) == ("maps.example", 443, true, "/bridge"))
        address = try ServerAddress("http://[::1]:81")
        #expect((address.host, address.port) == ("::1", 81))
    }

    @Test(
        "a page's address is written as short as it may be",
        arguments: [
            ("ws://127.0.0.1:8080/", "http://127.0.0.1:8080"),
            ("https://maps.example/bridge/", "https://maps.example/bridge"),
            ("http://[::1]:81", "http://[::1]:81"), ("https://x:80", "https://x:80"), ("http://x:80", "http://x"),
        ])
    func written(url: String, text: String) throws { #expect(try ServerAddress(url).description == text) }

    @Test(
        "what is no server's URL is named",
        arguments: [
            "127.0.0.1:8080", "ftp://x", "http://", "http://x:", "http://x:0", "http://x:65536", "http://x:8a",
            "http://[::1",
            "http://[::1]8", "http://x?session=1", "http://x#t", "http://a b", "http://x/ä",
        ])
    func refused(url: String) {
        #expect(throws: TMapsError(.invalidArgument, "")) { try ServerAddress(url) }
    }

    @Test("a password in a URL is not shown")
    func password() {
        do {
            _ = try ServerAddress("http://me:hunter2@x")
            Issue.record("accepted")
        } catch {
            #expect(!error.message.contains("hunter2"))
        }
    }
}

@Suite struct EventSubscriptionTests {
    private func event(_ seq: UInt64) -> TMapsClient.Event {
        .action(ReceivedAction(type: "X", seq: seq, peer: "m", role: .map, json: #"{"type":"X"}"#))
    }

    private func read(_ subscription: EventSubscription) async -> [String] {
        var lines: [String] = []
        while let event = await subscription.next() {
            switch event {
            case .action(let action): lines.append("\(action.seq)")
            case .connection(.ended(let error)): lines.append(error?.code.rawValue ?? "ended")
            default: lines.append("other")
            }
        }
        return lines
    }

    @Test(
        "a reader that falls behind gets what had come, then is told why there is no more",
        arguments: [(3, 1_000), (100, 36)])
    func slow(maxEvents: Int, maxBytes: Int) async {
        let subscription = EventSubscription(maxEvents: maxEvents, maxBytes: maxBytes)
        for seq in 1...5 { subscription.publish(event(UInt64(seq))) }
        #expect(await read(subscription) == ["1", "2", "3", "slow_reader"])
    }

    @Test("a reader that keeps up reads for ever, in order")
    func keepsUp() async {
        let subscription = EventSubscription(maxEvents: 3, maxBytes: 36)
        for seq in 1...500 {
            subscription.publish(event(UInt64(seq)))
            guard case .action(let action)? = await subscription.next() else { Issue.record("ended at \(seq)"); return }
            #expect(action.seq == UInt64(seq))
        }
        subscription.finish()
        #expect(await read(subscription) == [])
    }

    @Test("a cancelled reader stops waiting")
    func cancelled() async {
        let subscription = EventSubscription(maxEvents: 3, maxBytes: 36)
        let reader = Task { await subscription.next() == nil }
        reader.cancel()
        #expect(await reader.value)
    }
}

@Suite struct SubscriptionsTests {
    private let loaded = TMapsClient.Presence(maps: 1, clients: 1, isReady: true, isLoaded: true)

    private func subscribe(_ all: Subscriptions, tellsPresence: Bool = false) -> EventSubscription {
        let subscription = EventSubscription(maxEvents: 10, maxBytes: 1_000)
        all.add(subscription, tellsPresence: tellsPresence)
        return subscription
    }

    @Test("who asks for events hears what happens from that moment on, and first who is there, if wanted")
    func subscribed() async {
        let all = Subscriptions()
        let early = subscribe(all, tellsPresence: true)
        all.publish(.presence(loaded))
        let late = subscribe(all, tellsPresence: true)
        let plain = subscribe(all)
        all.publish(.connection(.reconnecting(TMapsError(.connectionLost, "gone"))))
        for subscription in [early, late] {
            guard case .presence(let presence)? = await subscription.next() else {
                Issue.record("expected who is there")
                continue
            }
            #expect(presence == loaded)
        }
        guard case .connection(.reconnecting)? = await plain.next() else {
            Issue.record("expected the lost connection")
            return
        }
        #expect(all.presence == nil)
    }

    @Test("when all is over every stream ends, and so does one that is asked for later")
    func ended() async {
        let all = Subscriptions()
        let before = subscribe(all)
        all.finish()
        #expect(before.isFinished && subscribe(all, tellsPresence: true).isFinished)
        guard case nil = await before.next() else {
            Issue.record("expected the end")
            return
        }
    }
}
