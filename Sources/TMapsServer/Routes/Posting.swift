internal import TMapsNet
internal import TMapsProtocol
internal import TMapsRelay

/// What a `POST …/actions` or `POST …/links` asks for (wire contract §2).
struct Posting {
    private let text: [UInt8]
    let peer: String
    let key: String?
    /// The only map it is for, by id or name.
    let target: String?
    let waitsForDisk: Bool

    init(_ text: [UInt8], _ request: HTTPRequest) throws(Refusal) {
        self.text = text
        peer = request.queryValue("peer") ?? "http"
        key = request.headers["idempotency-key"]
        target = request.queryValue("to")
        let wait = request.queryValue("wait")
        waitsForDisk = wait == "durable"
        guard Identifier.isValid(peer) else {
            throw Refusal(.invalidField, "peer: expected an id of [A-Za-z0-9_-]{1,64}")
        }
        if let key, !(1...64).contains(key.unicodeScalars.count) {
            throw Refusal(.invalidField, "Idempotency-Key: expected 1–64 characters")
        }
        guard wait == nil || waitsForDisk else { throw Refusal(.invalidField, "wait: expected durable") }
    }

    func withActions<Result>(
        _ limits: Session.Limits, _ body: ([ScannedAction]) throws(Refusal) -> Result
    ) throws(Refusal) -> Result {
        try text.withRawBytes { (bytes) throws(Refusal) in
            try body(try ActionScanner.scanAll(bytes, checksFields: limits.checksFields))
        }
    }

    /// Why no session comes into being for it: what any would refuse.
    func refusalToBegin(_ limits: Session.Limits) -> Refusal? {
        do throws(Refusal) {
            try withActions(limits) { (actions) throws(Refusal) in try limits.check(actions, from: .client) }
            return target.map { Refusal(.unknownPeer, "to: no map \"\($0)\" is connected") }
        } catch {
            return error
        }
    }
}
