internal import TMapsProtocol
internal import TMapsRelay

extension Journal {
    /// What was accepted and is not known to be on disk: in sessions, in the commit under way, kept by an outage.
    var unwritten: (records: Int, bytes: Int) {
        var (records, bytes) = (outage.records, outage.bytes)
        for change in inFlight?.changes ?? [] {
            records += change.records.count
            bytes += change.records.reduce(0) { $0 + $1.action.byteCount }
        }
        for slot in noted {
            records += slot.session?.unwrittenRecords ?? 0
            bytes += slot.session?.unwrittenBytes ?? 0
        }
        return (records, bytes)
    }
}
