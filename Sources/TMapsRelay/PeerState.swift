package import TMapsProtocol

/// One connected peer, as it is shown in lists.
package struct PeerState: Sendable, Hashable {
    package let address: Address
    package let peer: String
    package let name: String?
    package let role: Role
    /// After READY, after MAP_LOADED, in a tab that is not shown: of maps; false for others.
    package let isReady: Bool
    package let isLoaded: Bool
    package let isHidden: Bool
    /// It has not been given all that it missed.
    package let isCatchingUp: Bool
}

extension Session {
    /// Maps, clients, observers; those of a role in the order in which they came.
    package var peerStates: [PeerState] {
        (peers.maps + peers.clients + peers.observers).map { peer in
            PeerState(
                address: peer.address, peer: peer.id, name: peer.name, role: peer.role,
                isReady: peer.gate.stage != .waiting, isLoaded: peer.gate.stage == .loaded,
                isHidden: peers.hidden.contains(peer.address), isCatchingUp: peer.isCatchingUp)
        }
    }
}
