import TMapsProtocol
import Testing

@Suite struct EnvelopeTests {
    private func scan(_ text: String) -> Result<
        (type: String?, id: String?, to: String?, resume: Position?), EnvelopeRefusal
    > {
        var text = text
        return text.withUTF8 { bytes in
            do throws(EnvelopeRefusal) {
                let envelope = try EnvelopeScanner.scan(UnsafeRawBufferPointer(bytes))
                switch envelope.content {
                case .action(let action): return .success((action.type, envelope.id, envelope.to, nil))
                case .text(let text):
                    return .success((String(decoding: text, as: UTF8.self), envelope.id, envelope.to, nil))
                case .resume(let position): return .success((nil, nil, nil, position))
                case .hidden(let isHidden): return .success(("hidden: \(isHidden)", nil, nil, nil))
                }
            } catch {
                return .failure(error)
            }
        }
    }

    @Test("members come in any order, unknown ones pass")
    func members() throws {
        let parts = try scan(#" {"extra":[{}],"to":"m1","action":{"a":{"type":"no"},"type":"X"},"id":"c\u00311"} "#)
            .get()
        #expect(parts.type == "X")
        #expect(parts.id == "c11")
        #expect(parts.to == "m1")
    }

    @Test("a resume names its position")
    func resume() throws {
        #expect(try scan(#"{"resume":{"after":12,"epoch":"E"}}"#).get().resume == Position(seq: 12, epoch: "E"))
        #expect(try scan(#"{"resume":{"after":0}}"#).get().resume == Position(seq: 0, epoch: nil))
        #expect(try scan(#"{"resume":{"after":0,"epoch":null}}"#).get().resume == Position(seq: 0, epoch: nil))
    }

    @Test(
        "a position is not half understood, and no message asks for two things",
        arguments: [
            (#"{"resume":{"after":1,"epoch":5}}"#, ErrorCode.invalidField, "resume.epoch: expected a string"),
            (#"{"resume":{"after":1},"action":{"type":"X"}}"#, .notAnAction, "expected one of"),
            (#"{"action":{"type":"X"},"hidden":true}"#, .notAnAction, "expected one of"),
            (#"{"hidden":true,"resume":{"after":1}}"#, .notAnAction, "expected one of"),
        ])
    func ambiguous(text: String, code: ErrorCode, message: String) {
        guard case .failure(let error) = scan(text) else {
            Issue.record("accepted: \(text)")
            return
        }
        #expect(error.refusal.code == code && error.refusal.message.hasPrefix(message), "\(error.refusal)")
    }

    @Test(
        "what is wrong is named, with the id where there is one",
        arguments: [
            (#"{}"#, "not_an_action", nil), (#"[1]"#, "not_an_action", nil),
            (#"{"id":"c","action":{}}"#, "not_an_action", "c"),
            (#"{"action":{"type":1},"id":"c"}"#, "not_an_action", "c"),
            (#"{"action":7,"id":"c"}"#, "not_an_action", "c"),
            (#"{"action":{"type":"A","type":"B"},"id":"c"}"#, "duplicate_key", "c"),
            (#"{"action":{"type":"A"},"action":{"type":"B"}}"#, "duplicate_key", nil),
            (#"{"id":7,"action":{"type":"A"}}"#, "invalid_field", nil),
            (#"{"id":"","action":{"type":"A"}}"#, "invalid_field", nil),
            (#"{"to":"a b","action":{"type":"A"}}"#, "invalid_field", nil),
            (#"{"resume":{"after":-1}}"#, "invalid_field", nil),
            (#"{"resume":7}"#, "invalid_field", nil), (#"{"id":"c","action":{"type":"A",}}"#, "invalid_json", "c"),
            (#"{"action":{"type":"A"}} x"#, "invalid_json", nil),
        ] as [(String, String, String?)])
    func refused(text: String, code: String, id: String?) {
        guard case .failure(let error) = scan(text) else { Issue.record("accepted: \(text)"); return }
        #expect(error.refusal.code.rawValue == code, "\(text): \(error.refusal.message)")
        #expect(error.id == id)
    }

    @Test("an action may nest 64 deep, in an envelope as well as bare")
    func depth() {
        func action(_ levels: Int) -> String {
            #"{"type":"X","p":"# + String(repeating: "[", count: levels) + String(repeating: "]", count: levels) + "}"
        }
        #expect((try? scan(#"{"action":\#(action(63))}"#).get()) != nil)
        guard case .failure(let error) = scan(#"{"action":\#(action(64))}"#) else { Issue.record("accepted"); return }
        #expect(error.refusal.code == .tooDeep)
    }

    @Test("a frame's header says its length in the shortest form", arguments: [0, 125, 126, 65_535, 65_536, 1_000_000])
    func frameHeader(length: Int) {
        let wire = Frame(String(repeating: "x", count: length)).withWireBytes { Array($0) }
        #expect(wire[0] == 0x81)
        let header = length < 126 ? 2 : length < 65_536 ? 4 : 10
        #expect(wire.count == header + length)
        let claimed = header == 2 ? Int(wire[1]) : wire[2..<header].reduce(0) { $0 << 8 | Int($1) }
        #expect(claimed == length)
    }

    @Test("what the server says of itself is escaped")
    func escaped() {
        let frame = OutboundEnvelope.error(Refusal(.invalidJSON, "a\"\\\n\u{2028}é"), id: "c\t")
        #expect(frame.text == #"{"error":{"code":"invalid_json","message":"a\"\\\u000a\u2028é","id":"c\u0009"}}"#)
    }

    @Test("a masked secret keeps its type and shows nothing else")
    func mask() {
        var action = #"{"client_id":"a","type":"SET_APPLICATION_SECRETS","more":{"client_secret":"b"},"type2":[1]}"#
        let masked = action.withUTF8 { SecretMask.mask(UnsafeRawBufferPointer($0)) }
        #expect(
            String(decoding: masked, as: UTF8.self)
                == #"{"client_id":"***","type":"SET_APPLICATION_SECRETS","more":"***","type2":"***"}"#)
    }
}
