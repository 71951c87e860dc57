import Foundation
import TMapsTesting
import Testing

@testable import TMapsAdapters

@Suite struct TrigonometryTests {
    @Test("sine, cosine and arc tangent are those of the C library, to the last digits")
    func likeLibm() {
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<20_000 {
            let x = Double.random(in: -2 * .pi...2 * .pi, using: &generator)
            #expect(abs(Trigonometry.sin(x) - sin(x)) < 5e-16, "\(x)")
            #expect(abs(Trigonometry.cos(x) - cos(x)) < 5e-16, "\(x)")
            let (a, b) = (Double.random(in: 0...1, using: &generator), Double.random(in: 0...1, using: &generator))
            let small = a * 1e-9
            #expect(abs(Trigonometry.atan2(a, b) - atan2(a, b)) < 1e-15, "\(a) \(b)")
            #expect(
                abs(Trigonometry.atan2(small, b) - atan2(small, b)) <= small * 1e-14 / max(b, 1e-6), "\(small) \(b)")
        }
        for turns in -8...8 {
            let x = Double(turns) * .pi / 4
            #expect(abs(Trigonometry.sin(x) - sin(x)) < 5e-16 && abs(Trigonometry.cos(x) - cos(x)) < 5e-16)
        }
        #expect(Trigonometry.atan2(0, 0) == 0 && Trigonometry.atan2(1, 0) == .pi / 2)
    }
}
