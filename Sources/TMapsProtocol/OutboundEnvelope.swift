/// What the server says in `tmaps.session.v1` (wire contract §3), each ready to send.
package enum OutboundEnvelope {
    package struct Hello {
        package var session: String
        package var epoch: String
        package var peer: String
        package var role: Role
        package var seq: UInt64
        package var presence: Presence
        package var server: String
        package var maxMessageBytes: Int
        package var pingSeconds: Int

        package init(
            session: String, epoch: String, peer: String, role: Role, seq: UInt64, presence: Presence, server: String,
            maxMessageBytes: Int, pingSeconds: Int
        ) {
            self.session = session
            self.epoch = epoch
            self.peer = peer
            self.role = role
            self.seq = seq
            self.presence = presence
            self.server = server
            self.maxMessageBytes = maxMessageBytes
            self.pingSeconds = pingSeconds
        }
    }

    /// Who is there.
    package struct Presence: Hashable, Sendable {
        package var maps: Int
        package var clients: Int
        package var isReady: Bool
        package var isLoaded: Bool
        /// Maps whose page is in a tab that is not shown.
        package var hidden: Int

        package init(maps: Int, clients: Int, isReady: Bool, isLoaded: Bool, hidden: Int = 0) {
            self.maps = maps
            self.clients = clients
            self.isReady = isReady
            self.isLoaded = isLoaded
            self.hidden = hidden
        }
    }

    package static func hello(_ hello: Hello) -> Frame {
        JSONWriter.frame { json in
            json.beginObject("hello")
            json.member("session", hello.session)
            json.member("epoch", hello.epoch)
            json.member("peer", hello.peer)
            json.member("role", hello.role.rawValue)
            json.member("seq", hello.seq)
            json.member("ready", hello.presence.isReady)
            json.member("loaded", hello.presence.isLoaded)
            json.member("maps", hello.presence.maps)
            json.member("clients", hello.presence.clients)
            if hello.presence.hidden > 0 { json.member("hidden", hello.presence.hidden) }
            json.member("server", hello.server)
            json.beginObject("limits")
            json.member("max_message", hello.maxMessageBytes)
            json.member("ping_s", hello.pingSeconds)
            json.endObject()
            json.endObject()
        }
    }

    package static func resumed(after: UInt64, replayed: Int) -> Frame {
        JSONWriter.frame { json in
            json.member("resumed", true)
            json.member("after", after)
            json.member("replayed", replayed)
        }
    }

    /// Why a position cannot be continued.
    package enum ResumeRefusal: String, Sendable {
        case epoch, trimmed, ahead
    }

    package static func notResumed(_ reason: ResumeRefusal, next: UInt64) -> Frame {
        JSONWriter.frame { json in
            json.member("resumed", false)
            json.member("reason", reason.rawValue)
            json.member("next", next)
        }
    }

    /// An action for its receivers; `action` goes in untouched. The one frame of the message path: sized first, then
    /// written once.
    package static func action(seq: UInt64, peer: String, role: Role, _ action: Frame) -> Frame {
        var peer = peer
        return action.withPayload { action in
            peer.withUTF8 { self.action(seq: seq, peer: UnsafeRawBufferPointer($0), role: role, action) }
        }
    }

    private static func action(
        seq: UInt64, peer: UnsafeRawBufferPointer, role: Role, _ action: UnsafeRawBufferPointer
    ) -> Frame {
        let digits = DecimalDigits(seq)
        let role: StaticString = role == .map ? "\",\"role\":\"map\",\"action\":" : "\",\"role\":\"client\",\"action\":"
        let start: StaticString = "{\"seq\":"
        let middle: StaticString = ",\"peer\":\""
        let length =
            start.utf8CodeUnitCount + digits.count + middle.utf8CodeUnitCount + peer.count + role.utf8CodeUnitCount
            + action.count + 1
        return Frame(length: length) { target in
            var writer = RawWriter(target)
            writer.write(start)
            digits.withBytes { writer.write($0) }
            writer.write(middle)
            writer.write(peer)
            writer.write(role)
            writer.write(action)
            writer.write("}")
        }
    }

    /// Replayed set-up, a retained action or a secret, for a map; it has no position.
    package static func state(_ action: Frame) -> Frame {
        JSONWriter.frame { json in
            json.member("state", true)
            action.withPayload { json.member("action", raw: $0) }
        }
    }

    package static func caughtUp(_ seq: UInt64) -> Frame {
        JSONWriter.frame { $0.member("caught_up", seq) }
    }

    package static func error(_ refusal: Refusal, id: String?) -> Frame {
        JSONWriter.frame { json in
            json.beginObject("error")
            json.member("code", refusal.code.rawValue)
            json.member("message", refusal.message)
            json.memberIfAny("id", id)
            json.endObject()
        }
    }

    package static func peers(_ presence: Presence) -> Frame {
        JSONWriter.frame { json in
            json.beginObject("peers")
            json.member("maps", presence.maps)
            json.member("clients", presence.clients)
            json.member("ready", presence.isReady)
            json.member("loaded", presence.isLoaded)
            if presence.hidden > 0 { json.member("hidden", presence.hidden) }
            json.endObject()
        }
    }
}

/// What the server says of itself in `tmaps.dispatch.v1`: plain actions.
package enum BareAction {
    package static let ready = Frame("{\"type\":\"READY\"}")
    package static let mapLoaded = Frame("{\"type\":\"MAP_LOADED\"}")

    package static func error(_ refusal: Refusal) -> Frame {
        JSONWriter.frame { json in
            json.member("type", "ERROR")
            json.beginObject("error")
            json.member("code", refusal.code.rawValue)
            json.member("stack", refusal.message)
            json.endObject()
        }
    }
}
