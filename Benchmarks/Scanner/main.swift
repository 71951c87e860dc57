// Times the scanner on the files named as arguments; prints one JSON object a line. Built by Benchmarks/scanner
// together with Sources/TMapsProtocol as one module, because `package` declarations are not seen from another
// package.
import Glibc

/// Best of several rounds, in nanoseconds a call: the machine's noise only ever adds.
func nanoseconds(_ byteCount: Int, _ body: () throws -> Void) rethrows -> Double {
    let calls = max(1, 20_000_000 / max(byteCount, 100))
    var best = Double.infinity
    for _ in 0..<9 {
        let clock = ContinuousClock()
        let time = try clock.measure { for _ in 0..<calls { try body() } }
        let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18
        best = min(best, seconds * 1e9 / Double(calls))
    }
    return best
}

func read(_ path: String) -> [UInt8] {
    guard let file = fopen(path, "rb") else { fatalError("\(path) cannot be read") }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 64 << 20)
    bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
    return bytes
}

func report(_ name: String, _ path: String, _ time: Double) {
    print(#"{"what":"\#(name)","file":"\#(path)","ns":\#(time)}"#)
}

for path in CommandLine.arguments.dropFirst() {
    let bytes = read(path)
    try bytes.withRawBytes { (bytes) throws(Refusal) in
        let action = try ActionScanner.scan(bytes, checksFields: true)
        guard action.violation == nil else { throw action.violation ?? Refusal(.invalidField, "") }
    }
    try bytes.withUnsafeBytes { bytes in
        report("scan", path, try nanoseconds(bytes.count) { _ = try ActionScanner.scan(bytes) })
        report(
            "scan + check", path, try nanoseconds(bytes.count) { _ = try ActionScanner.scan(bytes, checksFields: true) }
        )
    }
}
