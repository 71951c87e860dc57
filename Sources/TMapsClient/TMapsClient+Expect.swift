extension TMapsClient {
    /// Waits for an action of one of the types. What came before the call does not count.
    /// - Parameters:
    ///   - types: any of them will do; none means every type.
    ///   - condition: what must hold of the action besides.
    /// - Returns: the first action that fits.
    /// - Throws: `TMapsError` with `timed_out`, or `closed` where the connection ends for good.
    @discardableResult
    public func expect(
        _ types: String..., where condition: @escaping @Sendable (ReceivedAction) -> Bool = { _ in true },
        within time: Duration = .seconds(10)
    ) async throws -> ReceivedAction {
        try await expect(types, where: condition, within: time) {}
    }

    /// Waits for an action that `work` causes: listening begins before `work` runs, so that nothing is missed.
    ///
    ///     try await client.expect("ZOOM_ENDED") { try await client.dispatch(zoom) }
    ///
    /// The other parameters are those of the variant without `work`; `time` is for both together.
    /// - Throws: besides, what `work` throws.
    @discardableResult
    public func expect(
        _ types: String..., where condition: @escaping @Sendable (ReceivedAction) -> Bool = { _ in true },
        within time: Duration = .seconds(10), during work: @escaping @Sendable () async throws -> Void
    ) async throws -> ReceivedAction {
        try await expect(types, where: condition, within: time, work)
    }

    private func expect(
        _ types: [String], where condition: @escaping @Sendable (ReceivedAction) -> Bool, within time: Duration,
        _ work: @escaping @Sendable () async throws -> Void
    ) async throws -> ReceivedAction {
        let reader = EventReader(subscribe())
        let what = types.isEmpty ? "an action" : types.joined(separator: " or ")
        return try await withTimeLimit(time, "\(what) did not come within \(time)") {
            try await work()
            return try await reader.first { (types.isEmpty || types.contains($0.type)) && condition($0) }
        }
    }
}

extension EventReader {
    fileprivate func first(where fits: (ReceivedAction) -> Bool) async throws -> ReceivedAction {
        while let event = await next() {
            switch event {
            case .action(let action) where fits(action): return action
            case .connection(.ended(let error?)): throw error
            default: break
            }
        }
        try Task.checkCancellation()
        throw TMapsError(.closed, "the client was closed")
    }
}

/// Runs `work`, and cancels it with `timed_out` when it takes longer.
package func withTimeLimit<Result: Sendable>(
    _ time: Duration, _ message: String, _ work: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await withTimeLimit(time, throwing: TMapsError(.timedOut, message), work)
}

func withTimeLimit<Result: Sendable>(
    _ time: Duration, throwing error: TMapsError, _ work: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await withThrowingTaskGroup(of: Result.self) { group in
        group.addTask { try await work() }
        group.addTask {
            try await Task.sleep(for: time)
            throw error
        }
        defer { group.cancelAll() }
        guard let result = try await group.next() else { throw CancellationError() }
        return result
    }
}
