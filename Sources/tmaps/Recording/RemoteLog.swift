import TMapsClient
import TMapsProtocol

/// A session's log over HTTP: what an observer's connection does not tell, the times of what it missed and what came
/// before it.
struct RemoteLog {
    private static let pageActions: UInt64 = 1_000

    private let options: ServerOptions
    /// By `seq`, of the page that was read last.
    private var times: [UInt64: Int64] = [:]
    /// Why nothing can be read.
    private var fault: String?
    private var isFaultTold = false

    init(_ options: ServerOptions) { self.options = options }

    /// Why nothing can be read, for people, once.
    mutating func takeFault() -> String? {
        guard let fault, !isFaultTold else { return nil }
        isFaultTold = true
        return fault
    }

    /// When an action was dispatched; nil where that is not to be had.
    mutating func time(of seq: UInt64) -> Int64? {
        if times[seq] == nil {
            let page = page(after: seq - 1)
            times = Dictionary(page.map { ($0.seq, $0.time) }) { $1 }
        }
        return times[seq]
    }

    /// What a map shows behind action `seq`, and where the log begins if that is later than the session.
    mutating func state(after seq: UInt64) -> (actions: [RecordedAction], missingBefore: UInt64?) {
        var retained = RetainedActions()
        var first: UInt64?
        var next: UInt64 = 0
        while next < seq {
            let page = page(after: next)
            first = first ?? page.first?.seq
            for action in page where action.seq <= seq { retained.read(action) }
            guard let last = page.last?.seq else { break }
            next = last
        }
        return (retained.inOrder, first.flatMap { $0 > 1 ? $0 : nil })
    }

    /// After a fault it is not tried again: the recording must go on.
    private mutating func page(after seq: UInt64) -> [RecordedAction] {
        guard fault == nil else { return [] }
        do {
            let path = "/v1/sessions/\(options.session)/actions?after=\(seq)&limit=\(RemoteLog.pageActions)"
            let answer = try options.call(path).run()
            guard answer.status == 200 else {
                throw TMapsError(.init(rawValue: "log"), "the server answered \(answer.status)")
            }
            return try RemoteLog.actions(in: Array(answer.body.utf8))
        } catch {
            fault = (error as? TMapsError)?.message ?? (error as? Refusal)?.message ?? "\(error)"
            return []
        }
    }

    /// Of `{"actions":[…],"next":N}`.
    static func actions(in body: [UInt8]) throws(Refusal) -> [RecordedAction] {
        var actions: [RecordedAction] = []
        try body.withRawBytes { (bytes) throws(Refusal) in
            try JSONCursor.readObject(bytes) { (cursor, key) throws(Refusal) in
                guard key == "actions" else { return try cursor.skipValue(depth: 1) }
                try cursor.forEachElement { (cursor) throws(Refusal) in
                    let start = cursor.offset
                    try cursor.skipValue(depth: 0)
                    let line = UnsafeRawBufferPointer(rebasing: bytes[start..<cursor.offset])
                    actions.append(try RecordingMembers(line).action())
                }
            }
        }
        return actions
    }
}
