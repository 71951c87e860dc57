extension TMapsClient {
    /// A dispatched action and the map's event that ended it.
    public struct Outcome: Sendable, Hashable {
        public var seq: UInt64
        public var event: ReceivedAction
    }

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

    /// Whether there is an event that ends this action, so that `perform` can wait for it.
    public static func hasEnding(_ json: String) -> Bool { ActionEnding(of: json) != nil }

    /// Dispatches an action and waits for the event that ends it, such as ZOOM_ENDED for SET_ZOOM or
    /// FEATURE_HIGHLIGHTED with the same `feature_id` for HIGHLIGHT_FEATURE.
    ///
    /// Only events after the action count. With no map that is ready the action waits in the session and time runs.
    /// - Parameters:
    ///   - json: see `dispatch`, as is `peer`; then only that map's events count.
    ///   - time: for both together.
    ///   - accepted: called with the action's place when it is confirmed, before its end is waited for.
    /// - Throws: `TMapsError`: what `dispatch` throws; `timed_out`; `map_error` where the map answers LOAD_MAP with
    ///   ERROR; `invalid_argument` for an action that no event ends.
    @discardableResult
    public func perform(
        _ json: String, to peer: String? = nil, within time: Duration = .seconds(10),
        accepted: @escaping @Sendable (UInt64) -> Void = { _ in }
    ) async throws -> Outcome {
        guard let ending = ActionEnding(of: json) else {
            throw TMapsError(.invalidArgument, "no event ends this action; there is nothing to wait for")
        }
        let reader = EventReader(subscribe())
        let outcome = try await withTimeLimit(time, "\(ending.description) did not come in time") {
            let seq = try await self.dispatch(json, to: peer)
            accepted(seq)
            let event = try await reader.first {
                $0.seq > seq && (peer == nil || $0.peer == peer) && ending.isEnded(by: $0)
            }
            return Outcome(seq: seq, event: event)
        }
        guard outcome.event.type != "ERROR" else {
            throw TMapsError(.mapError, outcome.event.errorText ?? "the map said ERROR")
        }
        return outcome
    }
}

extension ReceivedAction {
    /// What an ERROR says: `error.stack`.
    var errorText: String? { text(of: "error").flatMap { JSONMembers.string("stack", in: $0) } }
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
    try await withThrowingTaskGroup(of: Result.self) { group in
        group.addTask { try await work() }
        group.addTask {
            try await Task.sleep(for: time)
            throw TMapsError(.timedOut, message)
        }
        defer { group.cancelAll() }
        guard let result = try await group.next() else { throw CancellationError() }
        return result
    }
}
