internal import TMapsProtocol

/// What a peer missed, on its way to it: first counted, for the answer says how much will come, then sent page by page,
/// each when the one before has left. What is held of it in memory is a page, however much was missed.
///
/// Live actions are not sent to a peer that is catching up; it gets them out of the log, in their place.
struct CatchUp {
    /// What the peer is to continue behind.
    let position: UInt64
    /// Records that it got live before it asked, shifted down by one.
    var deliveredLive: Range<UInt64> = 0..<0
    /// A `resumed: false` went out already, or nobody asked.
    var isAnswered = false
    /// For a map that is given the state: it is as of here, so that of older records only those are sent that are no
    /// part of it; `UInt64.max` until it is known. nil: every record is sent.
    var stateAsOf: UInt64?
    /// The page had a map loaded, and will not say so again.
    var wasLoaded = false

    /// Everything is counted, and pages are being sent.
    private(set) var isSending = false
    private(set) var count = 0
    /// The log has been read up to here.
    private(set) var cursor: UInt64
    /// `pending` ends here.
    private var pageEnd: UInt64
    private var isPageFull = false
    private var pending: [Delivery] = []
    private var sent = 0
    private var pendingBytes = 0
    /// Bytes that may still be sent before the peer has taken the page.
    var budget: Int

    /// A read that is under way: behind what, and the newest position when it began.
    var reading: (after: UInt64, newest: UInt64)?

    init(behind position: UInt64, pageBytes: Int) {
        self.position = position
        cursor = position
        pageEnd = position
        budget = pageBytes
    }

    /// `records` are what the peer is to get of the log up to `end`. Of what is only counted the first page is kept.
    mutating func take(_ records: [Record], upTo end: UInt64) {
        for record in records {
            if !isSending { count += 1 }
            guard !isPageFull else { continue }
            append(Delivery(record))
            guard !isSending, pendingBytes >= budget else { continue }
            isPageFull = true
            pageEnd = record.seq
        }
        cursor = end
        if !isPageFull { pageEnd = end }
    }

    /// What is sent in front of the log, whatever its size: it is in memory already.
    mutating func putFirst(_ deliveries: [Delivery]) {
        pending = deliveries + pending
        count += deliveries.count
    }

    /// Counting is over: what does not fit into the first page is read again.
    mutating func beginSending() {
        isSending = true
        isPageFull = false
        cursor = pageEnd
    }

    /// The next one to send; nil where more has to be read, or the page is full.
    mutating func next() -> Delivery? {
        guard budget > 0, sent < pending.count else { return nil }
        defer { sent += 1 }
        budget -= pending[sent].record.action.byteCount
        return pending[sent]
    }

    /// Everything that was read is sent. Lets go of it.
    mutating func isSpent() -> Bool {
        guard sent == pending.count else { return false }
        (pending, sent, pendingBytes) = ([], 0, 0)
        return true
    }

    private mutating func append(_ delivery: Delivery) {
        pending.append(delivery)
        pendingBytes += delivery.record.action.byteCount
    }
}
