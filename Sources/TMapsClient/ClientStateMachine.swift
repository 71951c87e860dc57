internal import TMapsProtocol

/// The client's side of `tmaps.session.v1` as a value: events go in, what to do comes out. No I/O, no clock, no chance.
///
/// The verbs are the events; each returns the actions to perform, in order.
struct ClientStateMachine {
    enum Action {
        /// Open a WebSocket, asking to go on behind `resume`.
        case open(resume: Position?)
        case send(Frame)
        /// Close in good order: what is queued is sent, `socketClosed` follows.
        case closeSocket
        /// Drop the connection; nothing of it is heard any more.
        case abort
        /// Set the one timer, in place of the one before.
        case setTimer(Duration)
        /// The same, to a random time up to the bound.
        case setRandomTimer(atMost: Duration)
        case cancelTimer
        /// Answers `connect()`: nil for success.
        case connected(TMapsError?)
        /// Answers a dispatch.
        case confirmed(UInt64, Result<UInt64, TMapsError>)
        case publish(TMapsClient.Event)
        /// Nothing happens any more.
        case ended(TMapsError?)
    }

    enum Phase: Equatable {
        /// Not yet connected, or the first attempt failed.
        case idle
        /// The socket is being opened, or is open and has not said hello.
        case connecting
        case open
        /// Lost; the next attempt comes when the timer fires.
        case waiting
        /// `close()` was called; the socket's end is awaited.
        case closing
        case ended
    }

    /// A connection that has lasted this long, or moved anything, starts the back-off anew.
    static let stableAfter: Duration = .seconds(10)

    let backoff: TMapsClient.Backoff
    let connectTimeout: Duration
    /// A new token may be had where the one before has expired.
    let asksForToken: Bool
    private(set) var phase = Phase.idle
    private(set) var buffer: OutboundBuffer
    /// `seq` and `epoch` in one value, so that neither can be set without the other.
    private(set) var position: Position?
    /// What the present connection began with, or the last one.
    private(set) var welcome: TMapsClient.Welcome?
    /// A hello has come at least once: from now on a lost connection is made again.
    private var hasConnected = false
    private var attempt = 0
    private var replay = Replay.none
    /// Why it is over.
    private var end: TMapsError?

    /// How much of what was missed is still to come.
    private enum Replay: Equatable {
        case none
        /// The answer to the resume, or an unknown number after it.
        case unknown
        case remaining(Int)
    }

    init(_ configuration: TMapsClient.Configuration, idPrefix: String) {
        backoff = configuration.reconnect
        connectTimeout = configuration.connectTimeout
        asksForToken = configuration.token != nil
        buffer = OutboundBuffer(
            maxActions: configuration.maxUnconfirmedActions, maxBytes: configuration.maxUnconfirmedBytes,
            prefix: idPrefix)
    }
}

// MARK: - Calls of the user

extension ClientStateMachine {
    /// - Parameter position: where to go on; nil: at what there is when the connection is made.
    mutating func connect(after position: Position? = nil) -> [Action] {
        guard phase == .idle else {
            let error = end ?? TMapsError(.invalidArgument, "connect was called already")
            return [.connected(error)]
        }
        self.position = position
        return open()
    }

    /// The caller of `connect` was cancelled.
    mutating func connectAbandoned() -> [Action] {
        guard phase == .connecting, !hasConnected else { return [] }
        return [.abort] + lost(TMapsError(.cannotConnect, "the attempt was cancelled"))
    }

    /// Keeps and, when connected, sends an action.
    /// - Returns: the number under which `confirmed` will answer.
    mutating func dispatch(_ json: String, to peer: String?) throws(TMapsError) -> (number: UInt64, actions: [Action]) {
        switch phase {
        case .idle: throw TMapsError(.closed, "not connected; call connect first")
        case .closing, .ended: throw end ?? TMapsError(.closed, "the client is closed")
        case .connecting, .open, .waiting: break
        }
        if let peer, !Identifier.isValid(peer) {
            throw TMapsError(.invalidArgument, "to: expected a peer's id or name of [A-Za-z0-9_-]{1,64}")
        }
        let number = try append(json, to: peer)
        guard phase == .open, let frame = buffer.take(number) else { return (number, []) }
        return (number, [.send(frame)])
    }

    private mutating func append(_ json: String, to peer: String?) throws(TMapsError) -> UInt64 {
        var json = json
        var buffer = buffer
        let limit = welcome?.maxMessageBytes
        let result: Result<UInt64, TMapsError> = json.withUTF8 { bytes in
            do throws(Refusal) {
                let action = try ActionScanner.scan(UnsafeRawBufferPointer(bytes))
                return Result { () throws(TMapsError) in
                    try buffer.append(action.bytes, to: peer, maxMessageBytes: limit)
                }
            } catch {
                return .failure(TMapsError(error))
            }
        }
        self.buffer = buffer
        return try result.get()
    }

    /// The caller of a dispatch has given up. If it was sent it may still take effect.
    mutating func dispatchAbandoned(_ number: UInt64) { buffer.remove(number) }

    mutating func close() -> [Action] {
        let error = TMapsError(.closed, "the client was closed")
        switch phase {
        case .idle: return finish(nil)
        case .connecting: return [.abort] + finish(nil)
        case .waiting: return finish(nil)
        case .open:
            phase = .closing
            end = error
            return [.cancelTimer] + failAll(error) + [.closeSocket]
        case .closing, .ended: return []
        }
    }
}

// MARK: - The timer

extension ClientStateMachine {
    mutating func timerFired() -> [Action] {
        switch phase {
        case .connecting:
            return [.abort] + lost(TMapsError(.cannotConnect, "the server said nothing for \(connectTimeout)"))
        case .waiting:
            return open()
        case .open:
            attempt = 0
            return []
        case .idle, .closing, .ended:
            return []
        }
    }

    private mutating func open() -> [Action] {
        phase = .connecting
        replay = position == nil ? .none : .unknown
        return [.setTimer(connectTimeout), .open(resume: position)]
    }
}

// MARK: - The connection

extension ClientStateMachine {
    /// Answers of a handshake that no repetition will change (wire contract §6).
    static let finalStatuses: Set<Int> = [400, 401, 403, 404]

    mutating func socketFailed(_ error: TMapsError) -> [Action] {
        guard phase == .connecting else { return [] }
        if let status = error.status, ClientStateMachine.finalStatuses.contains(status), hasConnected {
            return finish(error)
        }
        return lost(error)
    }

    mutating func socketClosed(code: UInt16, reason: String) -> [Action] {
        switch phase {
        case .closing: return finish(nil)
        case .idle, .waiting, .ended: return []
        case .connecting, .open: break
        }
        let because = "the server closed the connection: \(code)\(reason.isEmpty ? "" : " \(reason)")"
        let close = CloseCode(rawValue: code)
        // The same token again is answered with 401, which is final.
        guard close.allowsReconnect || close == .tokenExpired && asksForToken else {
            let error = TMapsError(.closed, because, closeCode: code)
            return hasConnected ? finish(error) : lost(error)
        }
        let error = TMapsError(
            .connectionLost, code == 1006 ? "the connection broke" : because, closeCode: code == 1006 ? nil : code)
        var actions: [Action] = []
        if code == CloseCode.tooLarge.rawValue, let number = buffer.removeLargestSent() {
            let refusal = TMapsError(.tooLarge, "closed with 1009: the message is too large for something on the way")
            actions.append(.confirmed(number, .failure(refusal)))
        }
        return actions + lost(error)
    }

    /// What came is not what this protocol says.
    mutating func violated(_ refusal: Refusal) -> [Action] {
        guard phase == .connecting || phase == .open else { return [] }
        return [.abort]
            + lost(TMapsError(.protocolViolation, "the server's message is no envelope: \(refusal.message)"))
    }

    /// The connection is gone: the first attempt fails for good, a later one is made again after a while.
    private mutating func lost(_ error: TMapsError) -> [Action] {
        buffer.connectionLost()
        guard hasConnected else {
            phase = .idle
            return [.cancelTimer] + failAll(error) + [.connected(error)]
        }
        if let most = backoff.maxAttempts, attempt >= most { return finish(error) }
        phase = .waiting
        let bound = backoff.bound(attempt: attempt)
        attempt += 1
        return [.publish(.connection(.reconnecting(error))), .setRandomTimer(atMost: bound)]
    }

    /// It is over; nil: as the user wished.
    private mutating func finish(_ error: TMapsError?) -> [Action] {
        phase = .ended
        end = error ?? TMapsError(.closed, "the client was closed")
        let failed = failAll(end ?? TMapsError(.closed, "closed"))
        // The end is told first: whoever hears of a failed dispatch and listens then hears nothing more.
        return [.cancelTimer, .publish(.connection(.ended(error)))] + failed + [.ended(error)]
    }

    private mutating func failAll(_ error: TMapsError) -> [Action] {
        buffer.removeAll().map { .confirmed($0, .failure(error)) }
    }
}

// MARK: - What the server says

extension ClientStateMachine {
    mutating func received(_ envelope: ServerEnvelope) -> [Action] {
        switch (phase, envelope) {
        case (.connecting, .hello(let hello)): return greeted(hello)
        case (.connecting, _): return violated(Refusal(.invalidField, "expected hello first"))
        case (.open, .hello): return violated(Refusal(.invalidField, "hello came twice"))
        case (.open, .resumed(_, let replayed)):
            replay = replayed == 0 ? .none : .remaining(replayed)
            return [.publish(.resumed(missed: replayed))]
        case (.open, .notResumed(let reason, let next)):
            // What is still kept comes now; how much that is, is not said.
            position = Position(seq: max(next, 1) - 1, epoch: welcome?.position.epoch)
            return [.publish(.gap(reason: .init(rawValue: reason), next: next))]
        case (.open, .action(let delivery)): return delivered(delivery)
        case (.open, .ack(let confirmation)): return acknowledged(confirmation.id, confirmation.seq)
        case (.open, .error(let refusal, let id)): return refused(refusal, id)
        case (.open, .peers(let presence)):
            return [.publish(.presence(.init(presence)))]
        case (.open, .state), (.open, .caughtUp), (.open, .unknown): return []
        case (.idle, _), (.waiting, _), (.closing, _), (.ended, _): return []
        }
    }

    private mutating func greeted(_ hello: OutboundEnvelope.Hello) -> [Action] {
        phase = .open
        hasConnected = true
        let welcome = TMapsClient.Welcome(hello)
        self.welcome = welcome
        // Later the answer to the resume moves the position: a hello alone would hide a hole.
        if position == nil { position = welcome.position }
        // A position that came without an epoch is of this one; the next connection asks for it by name.
        if position?.epoch == nil { position?.epoch = welcome.position.epoch }
        var actions: [Action] = [.setTimer(ClientStateMachine.stableAfter)]
        for (number, error) in buffer.removeLarger(than: hello.maxMessageBytes) {
            actions.append(.confirmed(number, .failure(error)))
        }
        actions += buffer.takeUnsent().map { .send($0) }
        return actions + [.publish(.connection(.connected(welcome))), .connected(nil)]
    }

    private mutating func delivered(_ delivery: ServerEnvelope.Delivery) -> [Action] {
        if case .remaining(let count) = replay { replay = count > 1 ? .remaining(count - 1) : .none }
        // A message that was replayed and came live as well is heard once.
        guard let known = position, delivery.seq > known.seq else { return [] }
        position = Position(seq: delivery.seq, epoch: known.epoch)
        attempt = 0
        return [.publish(.action(ReceivedAction(delivery)))]
    }

    private mutating func acknowledged(_ id: String, _ seq: UInt64) -> [Action] {
        attempt = 0
        // What was before it has been delivered, so a client that mostly speaks does not fall behind what is kept.
        // During a replay that is not so.
        if replay == .none, let known = position, seq > known.seq {
            position = Position(seq: seq, epoch: known.epoch)
        }
        guard let number = buffer.number(of: id), buffer.remove(number) != nil else { return [] }
        return [.confirmed(number, .success(seq))]
    }

    private mutating func refused(_ refusal: Refusal, _ id: String?) -> [Action] {
        let error = TMapsError(refusal)
        guard let id else { return [.publish(.refused(error))] }
        guard let number = buffer.number(of: id), buffer.remove(number) != nil else { return [] }
        return [.confirmed(number, .failure(error))]
    }
}
