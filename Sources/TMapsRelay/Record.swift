package import TMapsProtocol

/// One accepted action: what the log keeps, what is replayed, and the bytes receivers get.
///
/// Made once on the loop thread and shared by reference with the log tail, the store and retained state.
package final class Record: Sendable {
    /// Position in the session, from 1; never used twice within an epoch.
    package let seq: UInt64
    /// Milliseconds since 1970.
    package let time: Int64
    /// Who dispatched it: `.client` or `.map`.
    package let role: Role
    package let peer: String
    /// The sender's own id, if it asked for confirmation.
    package let id: String?
    /// The one peer it is for, if it is not for everybody.
    package let to: String?
    /// How the bridge keeps it (design: actions, "Class").
    package let retention: Retention
    /// The action's `type`.
    package let type: String
    /// The action as it may be shown and stored: the sender's bytes, or masked ones where `isMasked`.
    package let action: Frame
    /// Of the action's frame; here, so that who counts what is kept need not touch the frame.
    package let byteCount: Int
    /// The action held a secret: live receivers got the sender's bytes, the log has `"***"`.
    package let isMasked: Bool

    package init(
        seq: UInt64, time: Int64, role: Role, peer: String, id: String?, to: String?,
        retention: Retention, type: String, action: Frame, isMasked: Bool
    ) {
        self.seq = seq
        self.time = time
        self.role = role
        self.peer = peer
        self.id = id
        self.to = to
        self.retention = retention
        self.type = type
        self.action = action
        byteCount = action.byteCount
        self.isMasked = isMasked
    }
}
