import TMapsProtocol
import Testing

@testable import tmaps

/// What of a recording is dispatched again, and when.
@Suite struct ReplayPlanTests {
    private func recording() throws -> Recording {
        try RecordingTests.recording(
            RecordingTests.line(1, #"{"type":"LOAD_MAP","map_id":"a"}"#, at: "09:00:00", state: true),
            RecordingTests.line(3, #"{"type":"SET_ZOOM","zoom":3}"#, at: "09:30:00", state: true),
            RecordingTests.line(5, #"{"type":"A"}"#, at: "12:00:10"),
            RecordingTests.line(6, #"{"type":"ZOOM_ENDED"}"#, at: "12:00:11", role: "map"),
            RecordingTests.line(7, #"{"type":"B"}"#, at: "12:00:12"),
            RecordingTests.line(8, #"{"type":"SET_MAPBOX_ACCESS_TOKEN","access_token":"***"}"#, at: "12:00:13"),
            #"{"gap":"trimmed","next":12,"epoch":"E1","time":"2026-11-30T12:00:20Z"}"#,
            RecordingTests.line(12, #"{"type":"C"}"#, at: "12:00:11.5"),
            RecordingTests.line(13, #"{"type":"D"}"#, at: "12:01:12"))
    }

    private func offsets(_ pace: ReplayPlan.Pace) throws -> [Duration] {
        try ReplayPlan(recording(), pace).steps.map(\.offset)
    }

    @Test("the clients' actions come in order, after the state, at their distances")
    func distances() throws {
        let plan = ReplayPlan(try recording())
        #expect(plan.steps.map(\.type) == ["LOAD_MAP", "SET_ZOOM", "A", "B", "C", "D"])
        #expect(plan.steps.map(\.line) == [2, 3, 4, 6, 9, 10])
        // The clock was set back before C; D's distance is from the latest time that was seen.
        #expect(plan.steps.map(\.offset) == [.zero, .zero, .zero, .seconds(2), .seconds(2), .seconds(62)])
        #expect(plan.steps[0].json == #"{"type":"LOAD_MAP","map_id":"a"}"#)
    }

    @Test("the speed divides distances, or there are none; long pauses are cut before")
    func pace() throws {
        #expect(
            try offsets(.init(speed: 4)).suffix(3) == [.milliseconds(500), .milliseconds(500), .milliseconds(15_500)])
        #expect(try offsets(.init(speed: nil)).allSatisfy { $0 == .zero })
        #expect(try offsets(.init(speed: 1, longestPause: .seconds(5))).last == .seconds(7))
        #expect(try offsets(.init(speed: 5, longestPause: .seconds(5))).last == .milliseconds(1_400))
    }

    @Test("what is left out, and where the recording has a hole, is said by line")
    func notes() throws {
        #expect(
            ReplayPlan(try recording()).notes == [
                "line 8: the recording has a hole: what came before action 12 is lost (trimmed)",
                "line 7: SET_MAPBOX_ACCESS_TOKEN is left out: its secrets are masked; the server gives maps its own",
            ])
    }

    @Test("a secret that somebody has put back in is dispatched")
    func secret() throws {
        let action = #"{"type":"SET_MAPBOX_ACCESS_TOKEN","access_token":"pk.mine"}"#
        let plan = ReplayPlan(try RecordingTests.recording(RecordingTests.line(5, action)))
        #expect(plan.steps.map(\.json) == [action])
        #expect(plan.notes.isEmpty)
    }
}

/// What maps show, read from a log.
@Suite struct RetainedActionsTests {
    private func state(_ actions: (String, Role)...) -> [String] {
        var retained = RetainedActions()
        for (index, (type, role)) in actions.enumerated() {
            retained.read(
                RecordedAction(
                    seq: UInt64(index + 1), time: 0, role: role, peer: "c", type: type, json: #"{"type":"\#(type)"}"#))
        }
        return retained.inOrder.map { "\($0.seq) \($0.type)" }
    }

    @Test("the last action of each kept type, in the order in which maps take them")
    func order() {
        #expect(
            state(
                ("HIGHLIGHT_FEATURE", .client), ("LOAD_MAP", .client), ("MARK_FEATURE", .client), ("SET_ZOOM", .client),
                ("SET_THEME", .client), ("SET_ZOOM", .client), ("SHOW_NAVIGATION_DIALOG", .client),
                ("SET_MAPBOX_ACCESS_TOKEN", .client), ("CUSTOM", .client), ("ZOOM_ENDED", .map))
                == ["5 SET_THEME", "2 LOAD_MAP", "6 SET_ZOOM", "3 MARK_FEATURE"])
    }
}
