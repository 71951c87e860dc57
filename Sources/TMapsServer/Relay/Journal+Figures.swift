internal import TMapsProtocol
internal import TMapsRelay

extension Journal {
    /// What was accepted and is not known to be on disk: in sessions, in the commit under way, kept by an outage.
    var unwritten: (records: Int, bytes: Int) {
        var (records, bytes) = gathered
        for change in inFlight?.changes ?? [] {
            records += change.records.count
            bytes += change.byteCount
        }
        return (records + outage.records, bytes + outage.bytes)
    }
}
