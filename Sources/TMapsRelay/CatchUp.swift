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
    /// A `resumed: false` went out already.
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
    /// Of what was read, `page` ends here.
    private var pageEnd: UInt64
    private var page: Page
    /// A read that is under way: behind what, and the newest position when it began.
    var reading: (after: UInt64, newest: UInt64)?

    init(behind position: UInt64, pageBytes: Int) {
        self.position = position
        cursor = position
        pageEnd = position
        page = Page(budget: pageBytes)
    }

    /// `records` are what the peer is to get of the log up to `end`. Of what is only counted the first page is kept.
    mutating func take(_ records: [Record], upTo end: UInt64) {
        if !isSending { count += records.count }
        for record in records where isSending || !page.isFull {
            page.append(Delivery(record))
            pageEnd = record.seq
        }
        cursor = end
        if isSending || !page.isFull { pageEnd = end }
    }

    /// What is sent in front of the log, whatever its size: it is in memory already.
    mutating func putFirst(_ deliveries: [Delivery]) {
        count += deliveries.count
        page.putFirst(deliveries)
    }

    /// Counting is over: what did not fit into the first page is read again.
    mutating func beginSending() {
        isSending = true
        cursor = pageEnd
    }

    /// The next one to send; nil where more has to be read, or enough is under way.
    mutating func next() -> Delivery? { page.next() }

    /// Whether everything that was read is sent. Lets go of it then.
    mutating func isSpent() -> Bool { page.isSpent() }

    var mayRead: Bool { page.budget > 0 }

    /// The peer has taken what was sent.
    mutating func drained(pageBytes: Int) { page.budget = pageBytes }
}

/// What was read and is not sent yet, oldest first.
private struct Page {
    /// Bytes that may still be sent before the peer has taken what was sent.
    var budget: Int
    private var pending: [Delivery] = []
    private var sent = 0
    private var bytes = 0

    init(budget: Int) { self.budget = budget }

    var isFull: Bool { bytes >= budget }

    mutating func append(_ delivery: Delivery) {
        pending.append(delivery)
        bytes += delivery.record.byteCount
    }

    mutating func putFirst(_ deliveries: [Delivery]) { pending = deliveries + pending }

    mutating func next() -> Delivery? {
        guard budget > 0, sent < pending.count else { return nil }
        defer { sent += 1 }
        budget -= pending[sent].record.byteCount
        return pending[sent]
    }

    mutating func isSpent() -> Bool {
        guard sent == pending.count else { return false }
        (pending, sent, bytes) = ([], 0, 0)
        return true
    }
}
