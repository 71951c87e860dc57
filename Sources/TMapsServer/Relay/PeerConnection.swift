internal import TMapsNet
internal import TMapsProtocol
internal import TMapsRelay

/// One WebSocket on its way into a session, and then a peer of it. Loop thread only.
final class PeerConnection: WebSocketHandler {
    /// What the handshake asked for.
    struct Request {
        let session: String
        let role: Role
        let peer: String?
        let resume: Position?
    }

    /// The connection as a peer.
    struct Membership {
        let slot: SessionDirectory.Slot
        let session: Session
        let peer: Peer
    }

    private let relay: Relay
    private let request: Request
    private var socket: WebSocket?
    private(set) var membership: Membership?
    /// A close was sent: "closing" is final.
    var isClosing = false

    init(_ request: Request, relay: Relay) {
        self.request = request
        self.relay = relay
    }

    var address: Address { Address(rawValue: socket?.id ?? 0) }

    /// For the log.
    var label: String { "\(request.role) \(membership?.peer.id ?? request.peer ?? "?") of session \(request.session)" }

    var newcomer: Session.Newcomer {
        let isEnveloped = socket?.subprotocol == Subprotocol.session
        return .init(
            address: address, role: request.role, dialect: isEnveloped ? .enveloped : .bare, peer: request.peer,
            resume: request.resume)
    }

    func opened(_ socket: WebSocket) {
        self.socket = socket
        relay.opened(self)
        // What the peer says at once waits in the socket until its session is there.
        socket.pauseReading()
        relay.sessions.open(request.session) { [weak self] result in
            guard let self, relay.connections[address] === self else { return }
            switch result {
            case .success(let (slot, session)):
                relay.join(self, slot, session)
                socket.resumeReading()
            case .failure(let error):
                relay.log.error("session \(request.session) cannot be loaded: \(error.message)")
                socket.close(code: 1011, reason: "session cannot be loaded")
            }
        }
    }

    func joined(_ slot: SessionDirectory.Slot, _ session: Session, _ peer: Peer) {
        membership = Membership(slot: slot, session: session, peer: peer)
        relay.log.debug("\(label) joined")
    }

    func received(_ message: UnsafeRawBufferPointer) {
        guard let membership else { return }
        relay.receive(message, from: membership)
    }

    func closed(code: UInt16, reason: String) {
        relay.log.debug("\(label) left, code \(code)")
        relay.closed(self)
        membership = nil
    }

    func pauseReading() { socket?.pauseReading() }
    func resumeReading() { if membership != nil { socket?.resumeReading() } }
    func close(_ code: CloseCode, _ reason: String) {
        isClosing = true
        socket?.close(code: code.rawValue, reason: reason)
    }
}

/// The names of wire contract §3.
package enum Subprotocol {
    package static let dispatch = "tmaps.dispatch.v1"
    package static let session = "tmaps.session.v1"
    package static let all = [dispatch, session]
}
