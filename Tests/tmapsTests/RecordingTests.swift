import TMapsProtocol
import TMapsTesting
import Testing

@testable import tmaps

/// The files of `tmaps record`, as values.
@Suite struct RecordingTests {
    static let header =
        #"{"tmaps_recording":1,"server":"1","session":"hall","epoch":"E1","#
        + #""start":"2026-11-30T12:00:00.000Z","after":4}"#

    static func line(
        _ seq: Int, _ action: String, at time: String = "12:00:01.000", role: String = "client", state: Bool = false
    ) -> String {
        (state ? #"{"state":true,"# : "{")
            + #""seq":\#(seq),"time":"2026-11-30T\#(time)Z","role":"\#(role)","peer":"c1","action":\#(action)}"#
    }

    static func recording(_ lines: String...) throws -> Recording {
        try Recording(Array((header + "\n" + lines.map { $0 + "\n" }.joined()).utf8))
    }

    static func faults(_ text: String) -> [String] {
        do throws(Recording.Faults) {
            _ = try Recording(Array(text.utf8))
            return []
        } catch {
            return error.list.map { "\($0.line): \($0.message)" }
        }
    }

    @Test("each kind of line reads as what was written")
    func roundTrip() throws {
        let lines: [RecordingLine] = [
            .header(RecordingHeader(server: "0.1", session: "hall", epoch: "E\"1", start: 1_764_504_000_123, after: 7)),
            .action(
                RecordedAction(
                    seq: 8, time: 1_764_504_000_200, role: .map, peer: "m-1", type: "X",
                    json: #"{ "type" : "X", "n":1.0,"u":"\u2028" }"#)),
            .action(
                RecordedAction(
                    seq: 3, time: 0, role: .client, peer: "c", type: "SET_ZOOM", json: #"{"type":"SET_ZOOM","zoom":3}"#,
                    isState: true)),
            .gap(RecordedGap(reason: "trimmed", next: 12, epoch: "E2", time: 1_764_504_000_300)),
        ]
        for line in lines {
            #expect(line.text.hasSuffix("}\n") && line.text.split(separator: "\n").count == 1)
            #expect(try RecordingLine(Array(line.text.utf8.dropLast())) == line)
        }
    }

    @Test("a recording knows where it can be gone on with, over holes and new epochs")
    func position() throws {
        #expect(try Self.recording().position == Position(seq: 4, epoch: "E1"))
        let more = try Self.recording(
            Self.line(2, #"{"type":"LOAD_MAP","map_id":"a"}"#, state: true), Self.line(5, #"{"type":"A"}"#),
            Self.line(9, #"{"type":"B"}"#, role: "map"))
        #expect(more.position == Position(seq: 9, epoch: "E1"))
        let anew = try Self.recording(
            Self.line(5, #"{"type":"A"}"#),
            #"{"gap":"epoch","next":1,"epoch":"E2","time":"2026-11-30T12:00:02Z"}"#, Self.line(1, #"{"type":"B"}"#))
        #expect(anew.position == Position(seq: 1, epoch: "E2"))
        #expect(anew.items.map(\.line) == [2, 3, 4])
    }

    @Test("everything that is wrong is named by its line, all at once")
    func faults() {
        let text = [
            Self.header, Self.line(5, #"{"type":"A"}"#), "", Self.line(5, #"{"type":"A"}"#), #"{"seq":6,}"#,
            Self.line(6, #"{"typ":"A"}"#), Self.line(6, #"{"type":"A"}"#, role: "observer"),
            Self.line(6, #"{"type":"A"}"#, at: "25:00:00"), Self.line(0, #"{"type":"A"}"#),
            #"{"seq":-1,"time":"2026-11-30T12:00:00Z","role":"map","peer":"a b","action":[]}"#, Self.header,
            Self.line(3, #"{"type":"A"}"#, state: true), #"{"seq":6,"seq":7}"#, "[1]",
            Self.line(6, #"{"type":"A"}"#).dropLast(3).description,
        ].joined(separator: "\n")
        let faults = Self.faults(text)
        let beginnings = [
            "4: seq: 5 stands behind 5", "5: expected a key", "6: action: ", "7: role: expected map or client",
            "8: time: expected a time such as", "9: seq: expected a whole number from 1", "10: action: ",
            "11: a second first line", "12: state: expected before all else", "13: \"seq\" appears twice",
            "14: expected '{'", "15: expected",
        ]
        #expect(faults.count == beginnings.count, "\(faults)")
        for (fault, beginning) in zip(faults, beginnings) { #expect(fault.hasPrefix(beginning), "\(fault)") }
        #expect(faults.last?.hasSuffix("the line has no end: tmaps record --append takes it away") == true)
    }

    @Test("what is no recording is told once, and one of a later form by its number")
    func noRecording() {
        #expect(Self.faults("") == ["1: the recording is empty"])
        #expect(Self.faults("\n \n") == ["1: the recording is empty"])
        #expect(
            Self.faults(Self.line(1, #"{"type":"A"}"#) + "\nx\ny\n")
                == [#"1: expected the first line of a recording, "tmaps_recording""#])
        #expect(
            Self.faults(Self.header.replacing(":1,", with: ":2,", maxReplacements: 1))
                == ["1: is a recording of form 2, this program reads form 1"])
        #expect(Self.faults("\u{FEFF}" + Self.header).count == 1)
    }

    @Test("no bytes bring the reader down, and what it accepts it writes the same")
    func randomBytes() throws {
        var random = SeededGenerator(seed: 7)
        let whole = Array(
            [Self.header, Self.line(5, #"{"type":"A","b":[1,{"c":"é"}]}"#), ""].joined(separator: "\n").utf8)
        for _ in 0..<20_000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
                }
            }
            guard let recording = try? Recording(bytes) else { continue }
            for case .action(let action) in recording.items.map(\.content) {
                let text = RecordingLine.action(action).text
                #expect(try RecordingLine(Array(text.utf8.dropLast())) == .action(action))
            }
        }
        for count in 0..<300 {
            let noise = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            #expect(throws: Recording.Faults.self) { try Recording(noise) }
        }
    }

    @Test("times are read as they are written, and what is no time of the calendar is not", arguments: 0..<200)
    func times(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let time = Int64.random(in: 0..<253_402_300_800_000, using: &random)
        #expect(RFC3339.milliseconds(RFC3339.text(milliseconds: time)) == time)
    }

    @Test(
        "what is no time of the calendar is none",
        arguments: [
            "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-10T00:00:00Z", "2026-11-31T00:00:00Z",
            "2026-11-30T24:00:00Z", "2026-11-30 00:00:00Z", "2026-11-30T00:00:00", "2026-11-30T00:00:00.Z",
            "2026-11-30T00:00:00+01:00", "1969-12-31T23:59:59Z", "", "é026-11-30T00:00:00Z", "2026-11-30T00:00:00.1x3Z",
        ])
    func noTimes(text: String) { #expect(RFC3339.milliseconds(text) == nil) }

    @Test("a fraction of any length counts in milliseconds, and leap days are days")
    func fractions() {
        #expect(RFC3339.milliseconds("1970-01-01T00:00:00.5Z") == 500)
        #expect(RFC3339.milliseconds("1970-01-01T00:00:00.123456789Z") == 123)
        #expect(RFC3339.milliseconds("1970-01-01T00:00:01Z") == 1_000)
        #expect(RFC3339.milliseconds("2000-02-29T00:00:00Z") == 951_782_400_000)
    }
}
