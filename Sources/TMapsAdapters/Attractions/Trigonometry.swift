/// Sine, cosine and arc tangent without a C library: this module has to build anywhere. Within 4 ulp of libm for the
/// angles of a globe.
enum Trigonometry {
    /// - Parameter x: radians, of any moderate size.
    static func sin(_ x: Double) -> Double {
        let (r, quadrant) = reduced(x)
        switch quadrant {
        case 0: return sinSeries(r)
        case 1: return cosSeries(r)
        case 2: return -sinSeries(r)
        default: return -cosSeries(r)
        }
    }

    static func cos(_ x: Double) -> Double {
        let (r, quadrant) = reduced(x)
        switch quadrant {
        case 0: return cosSeries(r)
        case 1: return -sinSeries(r)
        case 2: return -cosSeries(r)
        default: return sinSeries(r)
        }
    }

    /// The angle of the point (x, y) for x and y of at least 0, in 0...π/2.
    static func atan2(_ y: Double, _ x: Double) -> Double {
        if y == 0 { return 0 }
        return y > x ? .pi / 2 - atan(x / y) : atan(y / x)
    }

    /// For t in 0...1: the angle is halved three times, then the series needs few terms.
    private static func atan(_ t: Double) -> Double {
        var t = t
        for _ in 0..<3 { t /= 1 + (1 + t * t).squareRoot() }
        let square = t * t
        var sum = 0.0
        for n in stride(from: 19.0, through: 1, by: -2) { sum = 1 / n - square * sum }
        return 8 * t * sum
    }

    /// x as a quarter turn's number and what is left, within π/4 of 0.
    private static func reduced(_ x: Double) -> (rest: Double, quadrant: Int) {
        let turns = (x / (.pi / 2)).rounded()
        // π/2 in two parts, so that a small rest keeps its digits.
        let rest = (x - turns * 1.5707963267948966) - turns * 6.123233995736766e-17
        return (rest, Int(turns) & 3)
    }

    private static func sinSeries(_ x: Double) -> Double {
        let square = x * x
        var sum = 1.0
        for n in stride(from: 18.0, through: 2, by: -2) { sum = 1 - square / (n * (n + 1)) * sum }
        return x * sum
    }

    private static func cosSeries(_ x: Double) -> Double {
        let square = x * x
        var sum = 1.0
        for n in stride(from: 17.0, through: 1, by: -2) { sum = 1 - square / (n * (n + 1)) * sum }
        return sum
    }
}
