import Testing

@testable import TMapsServer

@Suite struct ExpositionTests {
    @Test("a family has a help line and a type line, then its samples")
    func family() {
        var page = Exposition()
        page.each("a_total", .counter, "Things.", by: "code", [("1000", 3), ("other", 0)])
        page.single("b_seconds", .gauge, "A time.", 0.25)
        #expect(
            page.text == """
                # HELP a_total Things.
                # TYPE a_total counter
                a_total{code="1000"} 3
                a_total{code="other"} 0
                # HELP b_seconds A time.
                # TYPE b_seconds gauge
                b_seconds 0.25

                """)
    }

    @Test("what could end a line or a label is escaped")
    func escaping() {
        var page = Exposition()
        page.family("a", .gauge, "one\ntwo \\ \"three\"")
        page.sample("a", 1, [("l", "x\"y\\z\n")])
        #expect(page.text == "# HELP a one\\ntwo \\\\ \"three\"\n# TYPE a gauge\na{l=\"x\\\"y\\\\z\\n\"} 1\n")
    }

    @Test("a histogram's buckets add up, hold their bounds, and end with all in +Inf")
    func histogram() {
        var histogram = Histogram()
        for time: UInt64 in [1, 500, 501, 10_000_000, 10_000_001] { histogram.add(microseconds: time) }
        var page = Exposition()
        page.histogram("t_seconds", "Times.", histogram)
        let lines = page.text.split(separator: "\n").dropFirst(2)
        #expect(lines.first == #"t_seconds_bucket{le="0.0005"} 2"#)
        #expect(lines.contains(#"t_seconds_bucket{le="0.001"} 3"#))
        #expect(lines.contains(#"t_seconds_bucket{le="2.5"} 3"#))
        #expect(lines.contains(#"t_seconds_bucket{le="10.0"} 4"#))
        #expect(
            Array(lines.suffix(3)) == [
                #"t_seconds_bucket{le="+Inf"} 5"#, "t_seconds_sum 20.001003", "t_seconds_count 5",
            ])
    }

    @Test("a queue is looked at again when it is the longest so far, and always above its limit")
    func watermark() {
        let meters = Meters()
        meters.noteQueue(10, limit: 100)
        #expect(meters.queueHighWater == 10 && meters.queueWatermark == 10)
        meters.noteQueue(150, limit: 100)
        #expect(meters.queueHighWater == 150 && meters.queueWatermark == 100)
        meters.noteQueue(120, limit: 100)
        #expect(meters.queueHighWater == 150 && meters.queueWatermark == 100)
    }

    @Test("close codes that a peer made up are one series")
    func closes() {
        let meters = Meters()
        for code: UInt16 in [1000, 3_000, 4_999, 0] { meters.closed(code) }
        #expect(meters.closes == [1000: 1, 0: 3])
    }

    @Test("the process is read from the system")
    func process() {
        let figures = ProcessFigures()
        #expect(figures.resident > 1 << 20 && figures.virtual > figures.resident)
        #expect(figures.openDescriptors > 2 && figures.maxDescriptors >= figures.openDescriptors)
        #expect(figures.cpuSeconds > 0)
        let age = Double(Timestamp.now().milliseconds) / 1_000 - ProcessFigures.startTime
        #expect((0..<86_400).contains(age))
    }
}
