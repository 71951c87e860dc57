import TMapsProtocol
import Testing

@Suite struct ServerSentEventTests {
    private func wire(_ frame: Frame) -> String { frame.withWireBytes { String(decoding: $0, as: UTF8.self) } }

    @Test("an action is one event under its seq, its bytes untouched and without a WebSocket header")
    func action() {
        let action = Frame(#"{"type":"X" ,"s":"50%22 \u2028"}"#)
        let event = ServerSentEvent.action(seq: 7, time: 1_796_031_618_123, role: .map, peer: "p1", action)
        #expect(
            wire(event)
                == "id: 7\ndata: {\"seq\":7,\"time\":\"2026-11-30T09:40:18.123Z\",\"role\":\"map\",\"peer\":\"p1\","
                + "\"action\":{\"type\":\"X\" ,\"s\":\"50%22 \\u2028\"}}\n\n")
    }

    @Test("each line break of a sender is one in the data, whichever it was", arguments: ["\n", "\r", "\r\n"])
    func lineBreaks(lineBreak: String) {
        let event = ServerSentEvent.named("x", Frame("{\(lineBreak)\"a\":1\(lineBreak)\(lineBreak)}"))
        #expect(wire(event) == "event: x\ndata: {\ndata: \"a\":1\ndata: \ndata: }\n\n")
    }

    @Test(
        "a moment is written as RFC 3339 in UTC",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"), (1_709_251_199_999, "2024-02-29T23:59:59.999Z"),
            (1_709_251_200_000, "2024-03-01T00:00:00.000Z"), (4_102_444_799_001, "2099-12-31T23:59:59.001Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
        ])
    func moments(milliseconds: Int64, text: String) {
        #expect(RFC3339.text(milliseconds: milliseconds) == text)
    }
}
