internal import Synchronization
public import TMapsProtocol

extension TMapsClient {
    /// What became of a dispatched action.
    public struct Outcome: Sendable, Hashable {
        /// Its place in the session.
        public var seq: UInt64
        /// The map's event that ended it; nil where no event ends such an action.
        public var event: ReceivedAction?
    }

    /// Whether there is an event that ends this action. Where there is none `perform` returns at the confirmation.
    public static func hasEnding(_ json: String) -> Bool { ActionEnding(of: json) != nil }

    /// Dispatches a typed action and returns when the map has ended it; `highlight`, `loadMap`, … are this with a
    /// name. See `perform(_:to:within:accepted:)`.
    ///
    ///     try await client.perform(.highlightFeature("w12"), to: "kiosk", within: .seconds(2))
    ///
    /// - Throws: besides, `invalid_field` before anything is sent, naming the field: NaN, infinity, …
    @discardableResult
    public func perform(
        _ action: Action, to peer: String? = nil, within time: Duration? = nil
    ) async throws -> Outcome {
        try await perform(try action.text(), to: peer, within: time)
    }

    /// Dispatches an action and waits for the event that ends it, such as ZOOM_ENDED for SET_ZOOM or
    /// FEATURE_HIGHLIGHTED with the same `feature_id` for HIGHLIGHT_FEATURE. An action that no event ends, such as
    /// SET_THEME, is done when it is confirmed.
    ///
    /// Only events after the action count. With no map that is ready the action waits in the session and time runs.
    /// Where the map says ERROR, or the last ready map goes, the end may still come within two seconds; then that is
    /// thrown.
    /// - Parameters:
    ///   - json: see `dispatch`, as is `peer`; then only that map's events count.
    ///   - time: for both together; `Configuration.actionTimeout` where nil.
    ///   - accepted: called with the action's place when it is confirmed, before its end is waited for.
    /// - Throws: `TMapsError`: what `dispatch` throws; `map_error` with what the map said: ERROR, or CALL_RESULT with
    ///   an error; `map_gone`; `timed_out`.
    @discardableResult
    public func perform(
        _ json: String, to peer: String? = nil, within time: Duration? = nil,
        accepted: @escaping @Sendable (UInt64) -> Void = { _ in }
    ) async throws -> Outcome {
        let time = time ?? configuration.actionTimeout
        guard let ending = ActionEnding(of: json) else {
            return try await withTimeLimit(time, "not confirmed within \(time); it may still take effect") {
                let seq = try await self.dispatch(json, to: peer)
                accepted(seq)
                return Outcome(seq: seq)
            }
        }
        let watch = EndingWatch(EventReader(subscribe(tellsPresence: true)), for: ending, of: peer)
        do {
            return try await withTimeLimit(time, "\(ending.description) did not come in time") {
                let seq = try await self.dispatch(json, to: peer)
                accepted(seq)
                return Outcome(seq: seq, event: try await watch.end(after: seq))
            }
        } catch var error as TMapsError where error.code == .timedOut && !watch.isReady {
            error.message += ": no map of the session is ready"
            throw error
        }
    }
}

extension Action {
    /// `json()` with the client's error.
    func text() throws(TMapsError) -> String {
        do throws(Refusal) {
            return try json()
        } catch {
            throw TMapsError(error)
        }
    }
}

/// Waits for the end of one action, or for what comes instead.
private final class EndingWatch: Sendable {
    /// How long the end may still come after the map said ERROR, which need not be about this action, or went away,
    /// which need not be for long.
    private static let grace = Duration.seconds(2)

    private let reader: EventReader
    private let ending: ActionEnding
    private let peer: String?
    private let ready = Mutex(false)

    init(_ reader: EventReader, for ending: ActionEnding, of peer: String?) {
        self.reader = reader
        self.ending = ending
        self.peer = peer
    }

    /// Whether the session has a map that is ready, as far as the events were read.
    var isReady: Bool { ready.withLock { $0 } }

    /// The event that ends the action dispatched as `seq`.
    func end(after seq: UInt64) async throws -> ReceivedAction {
        while let event = await reader.next() {
            if let end = try read(event, after: seq) { return end }
            guard let trouble = trouble(event, after: seq) else { continue }
            return try await withTimeLimit(EndingWatch.grace, throwing: trouble) {
                while let event = await self.reader.next() {
                    if let end = try self.read(event, after: seq) { return end }
                }
                throw trouble
            }
        }
        try Task.checkCancellation()
        throw TMapsError(.closed, "the client was closed")
    }

    /// The end, if this is it. Throws where it is a bad one.
    private func read(_ event: TMapsClient.Event, after seq: UInt64) throws(TMapsError) -> ReceivedAction? {
        if case .connection(.ended(let error?)) = event { throw error }
        guard let action = said(event, after: seq), ending.isEnded(by: action) else { return nil }
        if let complaint = action.complaint { throw TMapsError(.mapError, complaint) }
        return action
    }

    /// What makes it unlikely that the end still comes.
    private func trouble(_ event: TMapsClient.Event, after seq: UInt64) -> TMapsError? {
        switch event {
        case .connection(.connected(let welcome)): ready.withLock { $0 = welcome.presence.isReady }
        case .presence(let presence):
            let wasReady = ready.withLock { ready in
                defer { ready = presence.isReady }
                return ready
            }
            guard wasReady, !presence.isReady else { return nil }
            return TMapsError(.mapGone, "the map went before \(ending.description) came; it may still do it")
        default:
            guard let action = said(event, after: seq), action.type == "ERROR" else { return nil }
            return TMapsError(.mapError, action.complaint ?? "the map said ERROR")
        }
        return nil
    }

    /// What the map in question said after the action.
    private func said(_ event: TMapsClient.Event, after seq: UInt64) -> ReceivedAction? {
        guard case .action(let action) = event, action.role == .map, action.seq > seq else { return nil }
        return peer == nil || action.peer == peer ? action : nil
    }
}

extension ReceivedAction {
    /// What an ERROR, or a CALL_RESULT with an `error`, says went wrong; nil where it is neither.
    fileprivate var complaint: String? {
        switch type {
        case "ERROR": stack ?? "the map said ERROR"
        case "CALL_RESULT":
            text(of: "error").flatMap { $0 == "null" ? nil : string("error") ?? $0 }
        default: nil
        }
    }
}
