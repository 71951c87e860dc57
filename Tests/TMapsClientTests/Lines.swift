import TMapsClient
import TMapsNet

/// Lines that come from another thread, awaited one by one. Waiting gives up loudly.
final class Lines: Sendable {
    private struct State {
        var lines: [String] = []
        var reader: CheckedContinuation<String?, Never>?
    }

    private let state = Lock(State())

    func add(_ line: String) {
        let reader = state.withLock { state in
            defer { state.reader = nil }
            if state.reader == nil { state.lines.append(line) }
            return state.reader
        }
        reader?.resume(returning: line)
    }

    func next() async throws -> String {
        try await withTimeLimit(.seconds(20), "the awaited line did not come") {
            guard let line = await self.take() else { throw CancellationError() }
            return line
        }
    }

    /// The next line that begins so; what comes before is passed over.
    func next(_ beginning: String) async throws -> String {
        while true {
            let line = try await next()
            if line.hasPrefix(beginning) { return line }
        }
    }

    private func take() async -> String? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let line: String?? = state.withLock { state in
                    if !state.lines.isEmpty { return state.lines.removeFirst() }
                    if Task.isCancelled { return .some(nil) }
                    state.reader = continuation
                    return nil
                }
                if let line { continuation.resume(returning: line) }
            }
        } onCancel: {
            let reader = state.withLock { state in
                defer { state.reader = nil }
                return state.reader
            }
            reader?.resume(returning: nil)
        }
    }
}
