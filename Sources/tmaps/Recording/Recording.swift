import TMapsProtocol

/// A whole recording, checked.
struct Recording: Sendable {
    /// An action or a hole, and the number of its line.
    struct Item: Sendable {
        let line: Int
        let content: Content
    }

    enum Content: Hashable, Sendable {
        case action(RecordedAction)
        case gap(RecordedGap)
    }

    /// What is wrong with a line.
    struct Fault: Hashable, Sendable {
        let line: Int
        let message: String
    }

    struct Faults: Error {
        /// In order; never empty.
        let list: [Fault]
    }

    var header: RecordingHeader
    var items: [Item] = []
    /// Where it can be gone on with: the last line that says so.
    private(set) var position: Position

    init(_ header: RecordingHeader) {
        self.header = header
        position = Position(seq: header.after, epoch: header.epoch)
    }
}

// MARK: - Reading

extension Recording {
    /// Reads a whole file. Empty lines pass.
    /// - Throws: everything that is wrong with it, not only what comes first.
    init(_ bytes: [UInt8]) throws(Faults) {
        var faults: [Fault] = []
        var recording: Recording?
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() where line.contains(where: { $0 > 0x20 }) {
            do throws(Refusal) {
                try Recording.read(RecordingLine(Array(line)), index + 1, into: &recording)
            } catch {
                let isCut = index == lines.count - 1 && recording != nil && error.code == .invalidJSON
                let more = isCut ? "; the line has no end: tmaps record --append takes it away" : ""
                faults.append(Fault(line: index + 1, message: error.message + more))
                // Without a header nothing can be said of what follows.
                if recording == nil { break }
            }
        }
        if recording == nil, faults.isEmpty { faults.append(Fault(line: 1, message: "the recording is empty")) }
        guard faults.isEmpty, let recording else { throw Faults(list: faults) }
        self = recording
    }

    private static func read(_ line: RecordingLine, _ number: Int, into recording: inout Recording?) throws(Refusal) {
        guard recording != nil else {
            guard case .header(let header) = line else {
                throw Refusal(.invalidField, "expected the first line of a recording, \"tmaps_recording\"")
            }
            recording = Recording(header)
            return
        }
        try recording?.append(line, number)
    }

    private mutating func append(_ line: RecordingLine, _ number: Int) throws(Refusal) {
        switch line {
        case .header: throw Refusal(.invalidField, "a second first line; one recording a file")
        case .action(let action):
            try advance(to: action)
            items.append(Item(line: number, content: .action(action)))
        case .gap(let gap):
            position = Position(seq: max(gap.next, 1) - 1, epoch: gap.epoch)
            items.append(Item(line: number, content: .gap(gap)))
        }
    }

    private mutating func advance(to action: RecordedAction) throws(Refusal) {
        if action.isState {
            guard action.role == .client else { throw Refusal(.invalidField, "role: state is what clients dispatched") }
            guard items.last?.isState ?? true else { throw Refusal(.invalidField, "state: expected before all else") }
            return
        }
        guard action.seq > position.seq else {
            throw Refusal(.invalidField, "seq: \(action.seq) stands behind \(position.seq)")
        }
        position.seq = action.seq
    }
}

extension Recording.Item {
    fileprivate var isState: Bool {
        if case .action(let action) = content { return action.isState }
        return false
    }
}
