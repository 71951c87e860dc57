import TMapsClient
import TMapsProtocol
import Testing

@testable import tmaps

/// From what an observer hears to the lines of a recording.
@Suite struct RecorderTests {
    private func connected(_ seq: UInt64, epoch: String = "E1") -> TMapsClient.Event {
        .connection(
            .connected(
                .init(
                    session: "hall", peer: "o1", position: Position(seq: seq, epoch: epoch),
                    presence: .init(maps: 0, clients: 0, isReady: false, isLoaded: false), server: "1",
                    maxMessageBytes: 1_000)))
    }

    private func action(_ seq: UInt64, _ type: String = "X") -> TMapsClient.Event {
        .action(ReceivedAction(type: type, seq: seq, peer: "c1", role: .client, json: "{\"type\":\n\"\(type)\"}"))
    }

    /// What comes out, in short: `header 4`, `begin 4`, `5 X 1000`, `gap trimmed 9`, `note`, `finished`.
    private func hear(
        _ recorder: inout Recorder, _ events: TMapsClient.Event..., at now: Int64 = 1_000,
        logged: @escaping (UInt64) -> Int64? = { _ in nil }
    ) -> [String] {
        events.flatMap { recorder.heard($0, at: now, logged: logged) }.map { output in
            switch output {
            case .line(.header(let header)): "header \(header.after) \(header.epoch)"
            case .line(.action(let action)): "\(action.seq) \(action.type) \(action.time)"
            case .line(.gap(let gap)): "gap \(gap.reason) \(gap.next) \(gap.epoch)"
            case .note: "note"
            case .begin(let seq): "begin \(seq)"
            case .finished: "finished"
            }
        }
    }

    @Test("from now on: a header with the session's position, then each action as it comes")
    func now() {
        var recorder = Recorder(until: "LAST")
        #expect(hear(&recorder, connected(4)) == ["header 4 E1", "begin 4"])
        #expect(hear(&recorder, action(5), at: 2_000) == ["5 X 2000"])
        #expect(hear(&recorder, action(9, "LAST"), at: 1_500) == ["9 LAST 2000", "finished"])
    }

    @Test("what came before the connection has the time of the log, where the log has it")
    func past() {
        var recorder = Recorder(after: 1)
        #expect(hear(&recorder, connected(3)) == ["header 1 E1", "begin 1"])
        let logged: (UInt64) -> Int64? = { $0 == 2 ? 700 : nil }
        #expect(
            hear(&recorder, .resumed(missed: 2), action(2), action(3), action(4), at: 1_000, logged: logged)
                == ["note", "2 X 700", "3 X 1000", "4 X 1000"])
    }

    @Test("a lost connection leaves no second header; what is lost leaves a line, also with a new epoch")
    func reconnect() {
        var recorder = Recorder()
        _ = hear(&recorder, connected(4))
        let lost = TMapsClient.Event.connection(.reconnecting(TMapsError(.connectionLost, "cut")))
        #expect(hear(&recorder, lost, lost) == ["note"])
        // Why it does not come back is told too, where that is another reason: a certificate that is not accepted.
        let other = TMapsClient.Event.connection(.reconnecting(TMapsError(.cannotConnect, "no")))
        #expect(hear(&recorder, other, other) == ["note"])
        #expect(hear(&recorder, connected(6), .resumed(missed: 1), action(6)) == ["note", "note", "6 X 1000"])
        #expect(
            hear(&recorder, lost, connected(20), .gap(reason: .trimmed, next: 15), action(15), action(20))
                == ["note", "note", "gap trimmed 15 E1", "note", "15 X 1000", "20 X 1000"])
        #expect(
            hear(&recorder, lost, connected(1, epoch: "E2"), .gap(reason: .epoch, next: 1), action(1))
                == ["note", "note", "gap epoch 1 E2", "note", "1 X 1000"])
    }

    @Test("a recording that goes on has its header already")
    func goesOn() {
        var recorder = Recorder(after: 9, goesOn: true)
        #expect(hear(&recorder, connected(11), .resumed(missed: 0), action(10)) == ["10 X 1000"])
    }

    @Test("an action's text becomes one line")
    func oneLine() {
        var recorder = Recorder()
        _ = hear(&recorder, connected(0))
        guard case .line(let line)? = recorder.heard(action(1), at: 0, logged: { _ in nil }).first else {
            Issue.record("no line")
            return
        }
        #expect(line.text.hasSuffix(#""action":{"type": "X"}}"# + "\n"))
    }
}
