import TMapsProtocol

/// A line of a recording (docs/recording.md), as a value and as text.
enum RecordingLine: Hashable, Sendable {
    case header(RecordingHeader)
    case action(RecordedAction)
    case gap(RecordedGap)
}

/// The first line: what was recorded, and from where on.
struct RecordingHeader: Hashable, Sendable {
    /// The form of the file.
    static let version = 1

    var server: String
    var session: String
    var epoch: String
    /// Milliseconds since 1970, as all times here.
    var start: Int64
    /// The recording begins behind this action.
    var after: UInt64
}

/// What a map or a client dispatched; or with `isState` what maps were shown before the recording began.
struct RecordedAction: Hashable, Sendable {
    var seq: UInt64
    var time: Int64
    var role: Role
    var peer: String
    var type: String
    /// The action's object, on one line.
    var json: String
    var isState = false

    /// A secret without its values: it can be dispatched to nobody.
    var isMasked: Bool {
        guard ActionCatalog.entry(named: type)?.isSecret == true else { return false }
        guard case .object(let members)? = try? JSONValue(json: json) else { return true }
        return members.contains { $0.key != "type" && $0.value == "***" }
    }
}

/// What came before action `next` and after the line above is not to be had.
struct RecordedGap: Hashable, Sendable {
    /// `trimmed`, `epoch` or `ahead` (wire contract §3).
    var reason: String
    var next: UInt64
    /// The session's, from here on.
    var epoch: String
    var time: Int64
}

// MARK: - Text

extension RecordingLine {
    /// One JSON object and a line end.
    var text: String {
        let bytes = JSONWriter.object { json in
            switch self {
            case .header(let header):
                json.member("tmaps_recording", RecordingHeader.version)
                json.member("server", header.server)
                json.member("session", header.session)
                json.member("epoch", header.epoch)
                json.member("start", RFC3339.text(milliseconds: header.start))
                json.member("after", header.after)
            case .action(let action): RecordingLine.write(action, to: &json)
            case .gap(let gap):
                json.member("gap", gap.reason)
                json.member("next", gap.next)
                json.member("epoch", gap.epoch)
                json.member("time", RFC3339.text(milliseconds: gap.time))
            }
        }
        return String(decoding: bytes, as: UTF8.self) + "\n"
    }

    private static func write(_ action: RecordedAction, to json: inout JSONWriter) {
        if action.isState { json.member("state", true) }
        json.member("seq", action.seq)
        json.member("time", RFC3339.text(milliseconds: action.time))
        json.member("role", action.role.rawValue)
        json.member("peer", action.peer)
        json.key(named: "action")
        json.element(raw: action.json)
    }

    /// Reads a line, without its end. Members that are not known pass.
    /// - Throws: `Refusal`: the member, what is expected and what was found.
    init(_ text: [UInt8]) throws(Refusal) {
        let members = try text.withRawBytes { (bytes) throws(Refusal) in try RecordingMembers(bytes) }
        if members.has("tmaps_recording") {
            let version: UInt64 = try members.whole("tmaps_recording")
            guard version == RecordingHeader.version else {
                throw Refusal(
                    .invalidField,
                    "is a recording of form \(version), this program reads form \(RecordingHeader.version)")
            }
            self = .header(
                RecordingHeader(
                    server: try members.text("server"), session: try members.identifier("session"),
                    epoch: try members.text("epoch"), start: try members.time("start"),
                    after: try members.whole("after")))
        } else if members.has("gap") {
            self = .gap(
                RecordedGap(
                    reason: try members.text("gap"), next: try members.whole("next"), epoch: try members.text("epoch"),
                    time: try members.time("time")))
        } else {
            self = .action(try members.action())
        }
    }
}
