internal import TMapsProtocol
internal import TMapsRelay

/// Who is told when a commit is on disk, or has failed.
final class Waiting {
    /// Confirmations from `start` up to that of the next run, for one peer: a peer's messages come several at a time.
    private struct Run {
        let address: Address
        let start: Int
    }

    private var confirmations: [Confirmation] = []
    private var runs: [Run] = []
    private var bodies: [Journal.Durable] = []

    var count: Int { confirmations.count + bodies.count }

    func append(_ confirmation: Confirmation, to address: Address) {
        if runs.last?.address != address { runs.append(Run(address: address, start: confirmations.count)) }
        confirmations.append(confirmation)
    }

    func append(_ body: @escaping Journal.Durable) { bodies.append(body) }

    /// Peers first: who waits by a closure may wait for their confirmations to be under way.
    func tell(_ result: Result<Void, StoreError>, _ relay: Relay?) {
        for (index, run) in runs.enumerated() {
            let end = index + 1 < runs.count ? runs[index + 1].start : confirmations.count
            switch result {
            case .success: relay?.confirm(confirmations[run.start..<end], to: run.address)
            case .failure: relay?.refuse(confirmations[run.start..<end], to: run.address)
            }
        }
        for body in bodies { body(result) }
    }
}
