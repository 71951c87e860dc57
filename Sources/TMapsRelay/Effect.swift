package import TMapsProtocol

/// A connection, as the transport numbers it. Never reused.
package struct Address: Hashable, Sendable {
    package let rawValue: UInt64
    package init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// What a session wants done. The core only says so; the server's driver does it, in order.
package enum Effect {
    /// The sending of this index in `Effects.sendings`.
    case send(Int)
    /// A frame of a replay: what of it waits does not count against the peer's queue.
    case page(Address, Frame)
    /// Call `drained` when everything sent so far has left.
    case awaitDrain(Address)
    /// The peer is not catching up any more: what was held for it meanwhile (confirmations) goes out.
    case live(Address)
    /// Everything sent before still goes out first.
    case close(Address, CloseCode)
    /// Tell the sender "on disk" once the record is.
    case confirm(Address, Confirmation)
    /// Read the session's records above `after`, about so many bytes of them, and give them to `recordsRead`.
    case read(Address, after: UInt64, maxBytes: Int)
    /// Log that this peer's action was relayed though the table objects to it.
    case warn(Role, String, Refusal)
    /// Call `timerFired` at this time, in milliseconds since 1970.
    case wake(at: Int64)
}

/// The effects of one event. The driver keeps one and reuses its memory.
package struct Effects {
    /// One frame and who gets it: a frame that goes to two hundred screens is listed, and counted as used, once.
    package struct Sending {
        package let frame: Frame
        /// In `receivers`.
        package internal(set) var range: Range<Int>
    }

    package private(set) var list: ContiguousArray<Effect> = []
    package private(set) var sendings: ContiguousArray<Sending> = []
    package private(set) var receivers: ContiguousArray<Address> = []
    /// Of all events since the start.
    package var tally = Tally()
    /// The frame of the last effect, if that is a sending.
    private var last: ObjectIdentifier?

    package init() {}

    package mutating func append(_ effect: Effect) {
        list.append(effect)
        last = nil
    }

    package mutating func send(_ frame: Frame, to address: Address) {
        receivers.append(address)
        if last == frame.identity {
            sendings[sendings.count - 1].range = sendings[sendings.count - 1].range.lowerBound..<receivers.count
        } else {
            add(frame, receivers.count - 1..<receivers.count)
        }
    }

    private mutating func add(_ frame: Frame, _ range: Range<Int>) {
        list.append(.send(sendings.count))
        sendings.append(Sending(frame: frame, range: range))
        last = frame.identity
    }

    /// Sends one frame to all `peers` that are wanted; it is made where there is one. Gives how many there are.
    @inline(__always)
    mutating func send(to peers: [Peer], where isWanted: (Peer) -> Bool, frame: () -> Frame) -> Int {
        let start = receivers.count
        for peer in peers where isWanted(peer) { receivers.append(peer.address) }
        guard receivers.count > start else { return 0 }
        add(frame(), start..<receivers.count)
        return receivers.count - start
    }

    package mutating func removeAll() {
        list.removeAll(keepingCapacity: true)
        last = nil
        guard !sendings.isEmpty else { return }
        sendings.removeAll(keepingCapacity: true)
        receivers.removeAll(keepingCapacity: true)
    }
}
