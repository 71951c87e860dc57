public import TMapsProtocol

extension TMapsClient {
    /// What a client hears.
    public enum Event: Sendable {
        /// An action for this client. For an observer: any action of the session, secrets masked.
        case action(ReceivedAction)
        /// Who is there has changed.
        case presence(Presence)
        case connection(ConnectionState)
        /// After a reconnect: nothing was lost; `missed` actions follow now, each in its place.
        case resumed(missed: Int)
        /// After a reconnect: what came before action `next` is not to be had any more.
        case gap(reason: GapReason, next: UInt64)
        /// The server refused something that no call waits for.
        case refused(TMapsError)
    }

    /// Who is connected to the session, and how far its maps are.
    public struct Presence: Sendable, Hashable {
        /// Connected maps.
        public var maps: Int
        /// Connected clients, this one included.
        public var clients: Int
        /// At least one map has said READY.
        public var isReady: Bool
        /// At least one map has said MAP_LOADED.
        public var isLoaded: Bool
        /// Maps whose page is in a tab that is not shown: it hears everything and draws nothing.
        public var hiddenMaps: Int

        public init(maps: Int, clients: Int, isReady: Bool, isLoaded: Bool, hiddenMaps: Int = 0) {
            self.maps = maps
            self.clients = clients
            self.isReady = isReady
            self.isLoaded = isLoaded
            self.hiddenMaps = hiddenMaps
        }

        init(_ presence: OutboundEnvelope.Presence) {
            self.init(
                maps: presence.maps, clients: presence.clients, isReady: presence.isReady, isLoaded: presence.isLoaded,
                hiddenMaps: presence.hidden)
        }
    }

    /// What the server said when the connection was made.
    public struct Welcome: Sendable, Hashable {
        public var session: String
        /// This client's peer id: the one asked for, or one made up.
        public var peer: String
        /// The session's last action when the client joined; (`epoch`, `seq`) is one position.
        public var position: Position
        public var presence: Presence
        /// The server's version.
        public var server: String
        /// Bytes of the longest message the server takes, envelope included.
        public var maxMessageBytes: Int

        public init(
            session: String, peer: String, position: Position, presence: Presence, server: String, maxMessageBytes: Int
        ) {
            self.session = session
            self.peer = peer
            self.position = position
            self.presence = presence
            self.server = server
            self.maxMessageBytes = maxMessageBytes
        }

        init(_ hello: OutboundEnvelope.Hello) {
            self.init(
                session: hello.session, peer: hello.peer, position: Position(seq: hello.seq, epoch: hello.epoch),
                presence: Presence(hello.presence), server: hello.server, maxMessageBytes: hello.maxMessageBytes)
        }
    }

    public enum ConnectionState: Sendable {
        /// Connected, for the first time or again. What was not confirmed has been sent again before this.
        case connected(Welcome)
        /// Lost, or an attempt to reconnect failed; the client tries again by itself.
        case reconnecting(TMapsError)
        /// The last event: by `close()` (nil), or for good by the server.
        case ended(TMapsError?)
    }

    /// Why a position could not be continued.
    public struct GapReason: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The session was made anew, or its records were lost.
        public static let epoch = GapReason(rawValue: "epoch")
        /// What came next is not kept any more.
        public static let trimmed = GapReason(rawValue: "trimmed")
        /// The server knows less than this client has seen.
        public static let ahead = GapReason(rawValue: "ahead")
    }
}
