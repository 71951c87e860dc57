internal import TMapsNet
internal import TMapsProtocol
internal import TMapsRelay

/// One connection on its way into a session, and then a peer of it. Loop thread only.
final class PeerConnection {
    /// What the handshake asked for.
    struct Request {
        let session: String
        let role: Role
        let peer: String?
        let name: String?
        let resume: Position?
    }

    /// The connection as a peer. A class: one reference is counted with each message instead of three.
    final class Membership {
        let slot: SessionDirectory.Slot
        let session: Session
        let peer: Peer

        init(_ slot: SessionDirectory.Slot, _ session: Session, _ peer: Peer) {
            (self.slot, self.session, self.peer) = (slot, session, peer)
        }
    }

    /// Confirmations that are held while the peer catches up; one that speaks on and on without reading is too slow.
    private static let maxHeld = 10_000

    private let relay: Relay
    private let request: Request
    private var transport: Transport?
    private(set) var membership: Membership?
    /// When it became a peer.
    private(set) var joined = Timestamp(milliseconds: 0)
    /// A close was sent: "closing" is final.
    private(set) var isClosing = false
    /// Bytes of a replay that were queued since the queue was last empty: so many may wait, for the relay chose to.
    private var replayBytes = 0
    private var awaitsDrain = false
    private var held: [Frame] = []

    init(_ request: Request, relay: Relay) {
        self.request = request
        self.relay = relay
    }

    /// Bytes that wait for the peer.
    var queuedBytes: Int { transport?.queuedBytes ?? 0 }

    var address: Address { Address(rawValue: transport?.id ?? 0) }

    /// For the log.
    var label: String { "\(request.role) \(membership?.peer.id ?? request.peer ?? "?") of session \(request.session)" }

    var newcomer: Session.Newcomer {
        .init(
            address: address, role: request.role, dialect: transport?.dialect ?? .bare, peer: request.peer,
            name: request.name, resume: request.resume)
    }

    /// Becomes a peer when its session is there.
    func open(_ transport: Transport) {
        self.transport = transport
        relay.opened(self)
        // What the peer says at once waits in the socket until its session is there.
        transport.pauseReading()
        relay.sessions.open(request.session) { [self] result in
            guard relay.connections[address] === self else { return }
            switch result {
            case .success(let (slot, session)):
                relay.join(self, slot, session)
                transport.resumeReading()
            case .failure(let error):
                relay.log.error("session \(request.session) cannot be loaded: \(error.message)")
                close(CloseCode(rawValue: 1011), "storage: the session cannot be read now, try again later")
            }
        }
    }

    func joined(_ slot: SessionDirectory.Slot, _ session: Session, _ peer: Peer) {
        membership = Membership(slot, session, peer)
        joined = .now()
        relay.log.debug("\(label) joined")
    }

    func left(code: UInt16) {
        relay.log.debug("\(label) left, code \(code)")
        relay.meters.closed(code)
        relay.closed(self)
        membership = nil
        held = []
        // An answer without an end holds this connection to tell it of its own end.
        transport = nil
    }

    func pauseReading() { transport?.pauseReading() }
    func resumeReading() { if membership != nil { transport?.resumeReading() } }

    func close(_ code: CloseCode, _ reason: String? = nil) {
        guard !isClosing else { return }
        isClosing = true
        transport?.close(code, reason ?? code.reason)
    }
}

extension PeerConnection: WebSocketHandler {
    func opened(_ socket: WebSocket) { open(.socket(socket)) }

    func received(_ message: UnsafeRawBufferPointer) {
        guard let membership else { return }
        relay.receive(message, from: membership)
    }

    func closed(code: UInt16, reason: String) { left(code: code) }

    /// Everything that was sent has left.
    func drained() {
        (awaitsDrain, replayBytes) = (false, 0)
        if isClosing, transport?.end() == true { return left(code: 1000) }
        if let membership, membership.peer.isCatchingUp { relay.drained(membership) }
    }
}

// MARK: - Queue

extension PeerConnection {
    /// A part of a replay was queued.
    func sentPage(_ bytes: Int) {
        replayBytes += bytes
        awaitDrain()
    }

    func awaitDrain() {
        guard !awaitsDrain else { return }
        awaitsDrain = true
        transport?.awaitDrain()
    }

    /// `queued` bytes wait for the peer. Closes it where these are more than it may have waiting.
    func check(queued: Int) {
        guard !isClosing, queued - replayBytes > relay.options.maxQueueBytes else { return }
        relay.log.warning("\(label): \(queued) bytes wait for it, more than --max-queue allows: closed with 4000")
        close(.slow)
    }

    /// Keeps a confirmation back. To the peer it says that all that came before has arrived, and while it catches up
    /// that is not so. False: the peer is not catching up.
    func hold(_ frame: Frame) -> Bool {
        guard let membership, membership.peer.isCatchingUp else { return false }
        guard held.count < PeerConnection.maxHeld else {
            relay.log.warning("\(label): takes nothing of what it missed, and goes on dispatching: closed with 4000")
            close(.slow)
            return true
        }
        held.append(frame)
        return true
    }

    func takeHeld() -> [Frame] {
        defer { held = [] }
        return held
    }
}

/// The names of wire contract §3.
package enum Subprotocol {
    package static let dispatch = "tmaps.dispatch.v1"
    package static let session = "tmaps.session.v1"
    package static let all = [dispatch, session]
}
