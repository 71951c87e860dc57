import TMapsProtocol
import Testing

/// What the server writes, the client reads; the writer is the server's own.
@Suite struct ServerEnvelopeTests {
    private func scan(_ text: String) -> Result<String, Refusal> {
        var text = text
        return text.withUTF8 { bytes in
            do throws(Refusal) {
                return .success(describe(try ServerEnvelopeScanner.scan(UnsafeRawBufferPointer(bytes))))
            } catch {
                return .failure(error)
            }
        }
    }

    /// One line for each message; the bytes of an action die with the call.
    private func describe(_ envelope: ServerEnvelope) -> String {
        switch envelope {
        case .hello(let hello):
            "hello \(hello.session) \(hello.epoch) \(hello.peer) \(hello.role) \(hello.seq) \(hello.presence.maps) "
                + "\(hello.presence.clients) \(hello.presence.isReady) \(hello.presence.isLoaded) \(hello.server) "
                + "\(hello.maxMessageBytes) \(hello.pingSeconds)"
        case .resumed(let after, let replayed): "resumed \(after) \(replayed)"
        case .notResumed(let reason, let next): "not resumed \(reason) \(next)"
        case .action(let delivery):
            "\(delivery.seq) \(delivery.peer) \(delivery.role) "
                + String(decoding: delivery.action.bytes, as: UTF8.self)
        case .state(let action): "state \(action.type)"
        case .caughtUp(let seq): "caught up \(seq)"
        case .ack(let ack): "ack \(ack.id) \(ack.seq) \(ack.isDuplicate)"
        case .error(let refusal, let id): "error \(refusal.code.rawValue) \(refusal.message) \(id ?? "-")"
        case .peers(let presence): "peers \(presence.maps) \(presence.clients) \(presence.isReady) \(presence.isLoaded)"
        case .unknown: "unknown"
        }
    }

    @Test("everything the server writes is read back")
    func roundTrip() throws {
        let presence = OutboundEnvelope.Presence(maps: 2, clients: 3, isReady: true, isLoaded: false)
        let hello = OutboundEnvelope.Hello(
            session: "hall", epoch: "E\"1", peer: "p7", role: .observer, seq: .max, presence: presence, server: "1.0",
            maxMessageBytes: 4_194_304, pingSeconds: 25)
        let zoom = Frame(#"{"type":"SET_ZOOM","zoom":1.0}"#)
        let cases: [(Frame, String)] = [
            (OutboundEnvelope.hello(hello), "hello hall E\"1 p7 observer \(UInt64.max) 2 3 true false 1.0 4194304 25"),
            (OutboundEnvelope.resumed(after: 9, replayed: 4), "resumed 9 4"),
            (OutboundEnvelope.notResumed(.trimmed, next: 12), "not resumed trimmed 12"),
            (OutboundEnvelope.action(seq: 5, peer: "m1", role: .map, zoom), "5 m1 map \(zoom.text)"),
            (OutboundEnvelope.state(zoom), "state SET_ZOOM"), (OutboundEnvelope.caughtUp(7), "caught up 7"),
            (OutboundEnvelope.ack(.init(id: "c1", seq: 8, isDuplicate: false)), "ack c1 8 false"),
            (OutboundEnvelope.ack(.init(id: "c\n", seq: 8, isDuplicate: true)), "ack c\n 8 true"),
            (OutboundEnvelope.ack(.init(id: "\u{7F}", seq: .max, isDuplicate: true)), "ack \u{7F} \(UInt64.max) true"),
            (OutboundEnvelope.error(Refusal(.storage, "disk"), id: nil), "error storage disk -"),
            (OutboundEnvelope.error(Refusal(.invalidField, "zoom"), id: "c2"), "error invalid_field zoom c2"),
            (OutboundEnvelope.peers(presence), "peers 2 3 true false"),
        ]
        for (frame, line) in cases { #expect(try scan(frame.text).get() == line) }
    }

    @Test("confirmations in one piece are the messages that they would be one by one")
    func acks() {
        let ids = ["c1", "", "say \"c\"\\", "\u{7F}\u{2028}", "ü", String(repeating: "\u{1}", count: 64)]
        let confirmations = ids.enumerated().map { index, id in
            Confirmation(id: id, seq: [1, 10, 999, 1_000, 123_456_789, .max][index], isDuplicate: index % 2 == 1)
        }
        let single = confirmations.flatMap { OutboundEnvelope.ack($0).withWireBytes { Array($0) } }
        #expect(OutboundEnvelope.acks(confirmations[...]).withWireBytes { Array($0) } == single)
        // One with a header of each length: 2 bytes up to 125 of payload, else 4.
        #expect(
            Set(confirmations.map { Frame.headerLength(forPayload: OutboundEnvelope.ack($0).payloadCount) }) == [2, 4])
    }

    @Test("members come in any order, unknown members and unknown messages pass")
    func additions() throws {
        #expect(
            try scan(#" {"new":[{}],"action":{"type":"X","seq":"no"},"role":"map","peer":"m","seq":3} "#).get()
                == #"3 m map {"type":"X","seq":"no"}"#)
        #expect(try scan(#"{"weather":{"sun":true}}"#).get() == "unknown")
    }

    @Test(
        "what is no envelope is named",
        arguments: [
            (#"[]"#, "invalid_json"), (#"{"ack":"c1"}"#, "invalid_field"), (#"{"ack":7,"seq":1}"#, "invalid_field"),
            (#"{"ack":"c","seq":-1}"#, "invalid_field"), (#"{"ack":"c","seq":1.5}"#, "invalid_field"),
            (#"{"ack":"c","seq":1,"seq":2}"#, "duplicate_key"), (#"{"ack":"c","seq":1} x"#, "invalid_json"),
            (#"{"ack":"c","seq":1,"caught_up":1}"#, "invalid_json"), (#"{"resumed":"yes"}"#, "invalid_field"),
            (#"{"resumed":true,"after":1}"#, "invalid_field"), (#"{"hello":{}}"#, "invalid_field"),
            (#"{"hello":7}"#, "invalid_field"), (#"{"error":{"code":"x"}}"#, "invalid_field"),
            (#"{"seq":1,"peer":"p","role":"king","action":{"type":"X"}}"#, "invalid_field"),
            (#"{"seq":1,"peer":"p","role":"map","action":{}}"#, "not_an_action"),
            (#"{"peer":"p","role":"map","action":{"type":"X"}}"#, "invalid_field"),
            (#"{"state":true}"#, "invalid_field"),
            (#"{"peers":{"maps":"2"}}"#, "invalid_field"),
        ])
    func refused(text: String, code: String) {
        guard case .failure(let refusal) = scan(text) else { Issue.record("accepted: \(text)"); return }
        #expect(refusal.code.rawValue == code, "\(text): \(refusal.message)")
    }
}
