import TMapsServer
import Testing

@Suite struct DurationTests {
    @Test(
        "a time is a number and its unit; without one it is seconds",
        arguments: [
            ("500ms", 500), ("1ms", 1), ("0.5s", 500), ("10", 10_000), ("90s", 90_000), ("1.5m", 90_000),
            ("12h", 43_200_000), ("30d", 2_592_000_000), ("36525d", 3_155_760_000_000),
        ] as [(String, Int64)])
    func times(text: String, milliseconds: Int64) {
        #expect(Duration(text: text) == .milliseconds(milliseconds))
    }

    @Test(
        "anything else is none",
        arguments: [
            "", "s", "soon", "-1s", "+1s", "0", "0s", "1 s", "1w", "1.2.3s", ".s", "0.1ms", "36526d", "1e3s", "nan",
            "inf",
            "٣s", "1S",
        ])
    func none(text: String) { #expect(Duration(text: text) == nil) }
}
