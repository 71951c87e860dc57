extension SessionChanges {
    /// Takes in what happened to the same session after this could not be written.
    package mutating func append(_ newer: SessionChanges) {
        guard newer.epoch == epoch else {
            // Another session of that name: nothing of this one is to be kept.
            self = newer
            return
        }
        var merged = newer
        merged.records = records + newer.records
        merged.reservedSeq = max(reservedSeq, newer.reservedSeq)
        merged.retained = retained.merging(newer.retained) { $1 }
        merged.gates = gates.merging(newer.gates) { $1 }
        merged.lostBefore = [lostBefore, newer.lostBefore].compactMap(\.self).max()
        self = merged
    }

    /// Lets go of the records, of which there are too many to wait in memory for a store that works again.
    package mutating func loseRecords() {
        guard !records.isEmpty else { return }
        records = []
        lostBefore = seq + 1
    }
}
