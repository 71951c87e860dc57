import TMapsProtocol
import TMapsRelay

/// A session with a manual clock, whose effects are kept by receiver: what each peer has been sent, in order.
final class Room {
    let session: Session
    var now: Int64 = 1_000
    private(set) var sent: [Address: [String]] = [:]
    private(set) var closed: [Address: CloseCode] = [:]
    private(set) var confirmed: [Confirmation] = []
    private(set) var reads: [(address: Address, after: UInt64)] = []
    private(set) var wakes: [Int64] = []
    /// Who has been sent a page and is to say when it has taken it.
    private(set) var undrained: [Address] = []
    private(set) var live: [Address] = []
    private(set) var warnings: [String] = []
    private var effects = Effects()
    private var nextAddress: UInt64 = 1

    init(secrets: SecretShelf.Actions = .init(), limits: Session.Limits = .init()) {
        session = Session(id: "hall", epoch: "E1", now: 1_000, secrets: secrets, limits: limits)
    }

    init(restored stored: StoredSession, secrets: SecretShelf.Actions = .init(), limits: Session.Limits = .init()) {
        session = Session(stored, secrets: secrets, limits: limits)
    }

    func join(
        _ role: Role, _ peer: String, _ dialect: Dialect = .enveloped, name: String? = nil, after: UInt64? = nil,
        epoch: String? = nil
    ) -> Peer {
        let address = Address(rawValue: nextAddress)
        nextAddress += 1
        let resume = after.map { Position(seq: $0, epoch: epoch) }
        let newcomer = Session.Newcomer(
            address: address, role: role, dialect: dialect, peer: peer, name: name, resume: resume)
        let peer = session.join(newcomer, now: now, into: &effects)
        drain()
        return peer
    }

    func leave(_ peer: Peer) {
        session.leave(peer, now: now, into: &effects)
        drain()
    }

    /// `peer` says exactly this text.
    func say(_ text: String, _ peer: Peer) {
        var text = text
        text.withUTF8 { session.receive(UnsafeRawBufferPointer($0), from: peer, now: now, into: &effects) }
        drain()
    }

    /// `peer` dispatches an action, in its own dialect.
    func dispatch(_ action: String, _ peer: Peer) {
        say(peer.dialect == .bare ? action : "{\"action\":\(action)}", peer)
    }

    /// A caller over HTTP dispatches a list.
    func post(_ list: String, id: String, to target: String? = nil) throws(Refusal) -> [UInt64] {
        defer { drain() }
        return try Array(list.utf8).withRawBytes { (bytes) throws(Refusal) in
            let actions = try ActionScanner.scanAll(bytes, checksFields: true)
            return try session.dispatch(
                all: actions, from: .init(httpClient: "http"), id: id, to: target, now: now, into: &effects)
        }
    }

    func pass(_ milliseconds: Int64) {
        now += milliseconds
        session.timerFired(now: now, into: &effects)
        drain()
    }

    /// The store answers the oldest read with what it has of `records`, a page of it.
    func answerRead(_ records: [Record], _ peer: Peer, limit: Int = .max) {
        let after = reads.removeFirst().after
        let page = Array(records.filter { $0.seq > after }.prefix(limit))
        session.recordsRead(page, after: after, for: peer, now: now, into: &effects)
        drain()
    }

    /// `peer` has taken everything that was sent to it.
    func takeAll(_ peer: Peer) {
        undrained.removeAll { $0 == peer.address }
        session.drained(peer, now: now, into: &effects)
        drain()
    }

    /// Everything sent to `peer` since the last call.
    func heard(_ peer: Peer) -> [String] { sent.removeValue(forKey: peer.address) ?? [] }

    /// The types of the actions sent to `peer` since the last call; envelopes without an action are left out.
    func heardTypes(_ peer: Peer) -> [String] { heard(peer).compactMap(type) }

    private func type(of message: String) -> String? {
        guard let start = message.firstRange(of: "\"type\":\"")?.upperBound else { return nil }
        return String(message[start...].prefix { $0 != "\"" })
    }

    private func drain() {
        for effect in effects.list {
            switch effect {
            case .send(let index):
                let sending = effects.sendings[index]
                for address in effects.receivers[sending.range] {
                    sent[address, default: []].append(sending.frame.text)
                }
            case .page(let address, let frame):
                sent[address, default: []].append(frame.text)
            case .awaitDrain(let address): undrained.append(address)
            case .live(let address): live.append(address)
            case .close(let address, let code): closed[address] = code
            case .confirm(_, let confirmation): confirmed.append(confirmation)
            case .read(let address, let after, _): reads.append((address, after))
            case .warn(let role, let peer, let objection): warnings.append("\(role) \(peer): \(objection.message)")
            case .wake(let time): wakes.append(time)
            }
        }
        effects.removeAll()
    }
}

let ready = #"{"type":"READY"}"#
let mapLoaded = #"{"type":"MAP_LOADED"}"#
let zoomEnded = #"{"type":"ZOOM_ENDED"}"#
let centerEnded = #"{"type":"CENTER_ENDED"}"#
let loadMap = #"{"type":"LOAD_MAP","map_id":"demo"}"#
let setZoom = #"{"type":"SET_ZOOM","zoom":18}"#
let setCenter = #"{"type":"SET_CENTER","center":[35.91,31.95]}"#
let highlight = #"{"type":"HIGHLIGHT_FEATURE","feature_id":"w12"}"#
let tenants = #"{"type":"SET_TENANT_DATA","payload":[]}"#
let theme = #"{"type":"SET_THEME","theme":{"primary":"navy","accent":"red"}}"#
let device = #"{"type":"SET_DEVICE_DATA","device_id":"d1","device_type":"IOS"}"#
let template = #"{"type":"SET_DEFAULT_FEATURE_POPUP_TEMPLATE","template":"<b></b>"}"#
let search = #"{"type":"SEARCH_ITEM","featureIdOrCategoryName":"cafe"}"#
let fileSecrets = SecretShelf.Actions(
    application: Frame(#"{"type":"SET_APPLICATION_SECRETS","client_id":"fid","client_secret":"fsecret"}"#),
    mapbox: Frame(#"{"type":"SET_MAPBOX_ACCESS_TOKEN","access_token":"ftoken"}"#))
