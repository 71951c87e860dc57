internal import TMapsProtocol

/// What was dispatched and is not confirmed yet, in order: sent again after a reconnect, before anything newer.
///
/// The server knows an `(peer, id)` again, so sending twice relays once (wire contract §3).
struct OutboundBuffer {
    struct Entry {
        let frame: Frame
        /// Sent over the present connection.
        var isSent = false
    }

    let maxActions: Int
    let maxBytes: Int
    /// In front of every id, so that two runs with the same peer id never share one.
    private let prefix: String
    private var entries: [UInt64: Entry] = [:]
    /// Every entry's number lies in `first..<next`.
    private var first: UInt64 = 1
    private var next: UInt64 = 1
    private(set) var byteCount = 0

    init(maxActions: Int, maxBytes: Int, prefix: String) {
        self.maxActions = maxActions
        self.maxBytes = maxBytes
        self.prefix = prefix
    }

    var count: Int { entries.count }

    /// Makes the envelope of `action` and keeps it.
    mutating func append(
        _ action: UnsafeRawBufferPointer, to peer: String?, maxMessageBytes: Int?
    ) throws(TMapsError) -> UInt64 {
        let number = next
        let frame = JSONWriter.frame { json in
            json.member("id", "\(prefix)-\(number)")
            json.memberIfAny("to", peer)
            json.member("action", raw: action)
        }
        if let maxMessageBytes, frame.payloadCount > maxMessageBytes {
            throw OutboundBuffer.tooLarge(frame.payloadCount, maxMessageBytes)
        }
        guard count < maxActions, byteCount + frame.byteCount <= maxBytes else {
            throw TMapsError(.bufferFull, "\(count) actions (\(byteCount) bytes) wait for confirmation already")
        }
        entries[number] = Entry(frame: frame)
        byteCount += frame.byteCount
        next += 1
        return number
    }

    /// The number behind an id of ours.
    func number(of id: String) -> UInt64? {
        guard id.hasPrefix(prefix + "-") else { return nil }
        return UInt64(id.dropFirst(prefix.count + 1))
    }

    @discardableResult
    mutating func remove(_ number: UInt64) -> Entry? {
        guard let entry = entries.removeValue(forKey: number) else { return nil }
        byteCount -= entry.frame.byteCount
        while first < next, entries[first] == nil { first += 1 }
        return entry
    }

    mutating func removeAll() -> [UInt64] {
        defer {
            entries = [:]
            byteCount = 0
            first = next
        }
        return entries.keys.sorted()
    }

    /// What has still to go over the present connection, in order.
    mutating func takeUnsent() -> [Frame] {
        var frames: [Frame] = []
        for number in first..<next where entries[number]?.isSent == false {
            entries[number]?.isSent = true
            if let frame = entries[number]?.frame { frames.append(frame) }
        }
        return frames
    }

    mutating func take(_ number: UInt64) -> Frame? {
        entries[number]?.isSent = true
        return entries[number]?.frame
    }

    mutating func connectionLost() {
        for number in entries.keys { entries[number]?.isSent = false }
    }

    /// What does not fit any more: the server's limit is another one after its restart.
    mutating func removeLarger(than maxMessageBytes: Int) -> [(number: UInt64, error: TMapsError)] {
        entries.filter { $0.value.frame.payloadCount > maxMessageBytes }.keys.sorted().compactMap { number in
            remove(number).map { (number, OutboundBuffer.tooLarge($0.frame.payloadCount, maxMessageBytes)) }
        }
    }

    /// After a close with 1009: the largest that was sent is the one, or one of those, that something on the way
    /// does not take. Without it the rest can go on; with it the connection would end for ever in the same way.
    mutating func removeLargestSent() -> UInt64? {
        let sent = entries.filter { $0.value.isSent }
        guard let number = sent.max(by: { $0.value.frame.payloadCount < $1.value.frame.payloadCount })?.key else {
            return nil
        }
        remove(number)
        return number
    }

    private static func tooLarge(_ size: Int, _ limit: Int) -> TMapsError {
        TMapsError(.tooLarge, "the message is \(size) bytes long, the server takes \(limit)")
    }
}
