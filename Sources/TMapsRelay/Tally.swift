package import TMapsProtocol

/// What sessions have decided since the start. Plain numbers beside the effects, so that counting costs an addition.
package struct Tally: Sendable {
    package internal(set) var acceptedFromMaps: UInt64 = 0
    package internal(set) var acceptedFromClients: UInt64 = 0
    /// Dispatches that were answered with the number of an earlier one.
    package internal(set) var duplicates: UInt64 = 0
    package private(set) var refused: [ErrorCode: UInt64] = [:]

    package init() {}

    mutating func accepted(from role: Role) {
        if role == .map { acceptedFromMaps &+= 1 } else { acceptedFromClients &+= 1 }
    }

    package mutating func refused(_ code: ErrorCode) { refused[code, default: 0] += 1 }
}

/// Who is connected now and how far maps have come, added up over sessions.
package struct Census: Sendable, Hashable {
    package private(set) var maps = 0
    package private(set) var clients = 0
    package private(set) var observers = 0
    package private(set) var readyMaps = 0
    package private(set) var loadedMaps = 0
    package private(set) var hiddenMaps = 0

    package init() {}

    package mutating func add(_ session: Session) {
        let peers = session.peers
        maps += peers.maps.count
        clients += peers.clients.count
        observers += peers.observers.count
        readyMaps += peers.maps.count { $0.gate.stage != .waiting }
        loadedMaps += peers.maps.count { $0.gate.stage == .loaded }
        hiddenMaps += peers.hidden.count
    }
}
