internal import TMapsNet
internal import TMapsProtocol

/// Performs what the state machine decides: one socket, one timer, and those who wait. For the loop's thread only.
// @unchecked because every use but that of `subscriptions` is on the loop's thread; `TMapsClient` hops there first.
final class ClientDriver: @unchecked Sendable {
    typealias Confirmation = CheckedContinuation<UInt64, any Error>

    /// Where to, and as what.
    struct Destination: Sendable {
        var server: ServerAddress
        var session: String
        var role: Role
        var peer: String
    }

    private let loop: EventLoop
    private let token: (@Sendable () async throws -> String)?
    private let authorities: String?
    private var machine: ClientStateMachine
    private var destination: Destination?
    private var connection: Connection?
    private var timer: TimerToken?
    private var connecting: CheckedContinuation<Void, any Error>?
    private var closing: [CheckedContinuation<Void, Never>] = []
    /// By the number the machine gave the dispatch.
    private var confirmations: [UInt64: Confirmation] = [:]
    /// The machine's number of a dispatch, by the caller's key; nil: abandoned before it got here.
    private var numbers: [UInt64: UInt64?] = [:]
    /// For any thread.
    let subscriptions = Subscriptions()

    init(loop: EventLoop, _ configuration: TMapsClient.Configuration) {
        self.loop = loop
        token = configuration.token
        authorities = configuration.certificateAuthorities
        machine = ClientStateMachine(configuration, idPrefix: Identifier.random())
    }
}

// MARK: - Calls of the user

extension ClientDriver {
    func connect(
        to destination: Destination, after position: Position?, _ continuation: CheckedContinuation<Void, any Error>
    ) {
        guard machine.phase == .idle else {
            for case .connected(let error?) in machine.connect() { continuation.resume(throwing: error) }
            return
        }
        self.destination = destination
        connecting = continuation
        perform(machine.connect(after: position))
    }

    func abandonConnect() { perform(machine.connectAbandoned()) }

    /// `key` is the caller's name for this dispatch, for `abandon`.
    func dispatch(_ json: String, to peer: String?, key: UInt64, _ continuation: Confirmation) {
        guard numbers[key] == nil else { return continuation.resume(throwing: CancellationError()) }
        do throws(TMapsError) {
            let (number, actions) = try machine.dispatch(json, to: peer)
            confirmations[number] = continuation
            numbers[key] = number
            perform(actions)
        } catch {
            continuation.resume(throwing: error)
        }
    }

    /// The caller of a dispatch was cancelled.
    func abandon(key: UInt64) {
        guard let number = numbers.updateValue(nil, forKey: key) ?? nil else { return }
        machine.dispatchAbandoned(number)
        confirmations.removeValue(forKey: number)?.resume(throwing: CancellationError())
    }

    /// The dispatch has been answered.
    func forget(key: UInt64) { numbers[key] = nil }

    func close(_ continuation: CheckedContinuation<Void, Never>?) {
        guard machine.phase != .ended else { return continuation?.resume() ?? () }
        if let continuation { closing.append(continuation) }
        perform(machine.close())
    }
}

// MARK: - Performing

extension ClientDriver {
    private func perform(_ actions: [ClientStateMachine.Action]) {
        for action in actions {
            switch action {
            case .open(let resume): open(resume)
            case .send(let frame): connection?.send(frame)
            case .closeSocket: connection?.socket?.close(code: 1000)
            case .abort: drop()
            case .setTimer(let delay): setTimer(delay)
            case .setRandomTimer(let bound): setTimer(bound * Double.random(in: 0...1))
            case .cancelTimer:
                timer?.cancel()
                timer = nil
            case .connected(let error): answerConnect(error)
            case .confirmed(let number, let result): confirm(number, result)
            case .publish(let event): subscriptions.publish(event)
            case .ended: finish()
            }
        }
    }

    private func setTimer(_ delay: Duration) {
        timer?.cancel()
        timer = loop.schedule(after: delay) { [weak self] in
            guard let self else { return }
            perform(machine.timerFired())
        }
    }

    private func answerConnect(_ error: TMapsError?) {
        guard let continuation = connecting else { return }
        connecting = nil
        if let error { continuation.resume(throwing: error) } else { continuation.resume() }
    }

    private func confirm(_ number: UInt64, _ result: Result<UInt64, TMapsError>) {
        guard let continuation = confirmations.removeValue(forKey: number) else { return }
        continuation.resume(with: result.mapError { $0 })
    }

    private func finish() {
        answerConnect(TMapsError(.closed, "the client was closed"))
        drop()
        subscriptions.finish()
        for continuation in closing { continuation.resume() }
        closing = []
    }
}

// MARK: - The socket

extension ClientDriver {
    private func open(_ resume: Position?) {
        guard let destination else { return }
        let connection = Connection(driver: self)
        self.connection = connection
        var target = destination.target(resume)
        target.authorities = authorities
        guard let token else { return loop.connect(to: target, handler: connection) }
        let (loop, wanted) = (loop, target)
        Task {
            do {
                var target = wanted
                target.headers.append((name: "Authorization", value: "Bearer \(try await token())"))
                let ready = target
                loop.execute { self.connect(connection, ready) }
            } catch {
                let failure = NetError(.cannotConnect, "no token was provided: \(error)")
                loop.execute { connection.failed(failure) }
            }
        }
    }

    private func connect(_ connection: Connection, _ target: WebSocketTarget) {
        guard connection === self.connection else { return }
        loop.connect(to: target, handler: connection)
    }

    /// Ends the present connection without a word; what it still says is not heard.
    private func drop() {
        connection?.socket?.abort()
        connection = nil
    }

    /// One connection from the attempt to its end. What a dropped one says is not passed on.
    // @unchecked because every use is on the loop's thread.
    private final class Connection: WebSocketHandler, @unchecked Sendable {
        private let driver: ClientDriver
        private(set) var socket: WebSocket?

        init(driver: ClientDriver) { self.driver = driver }

        private var isCurrent: Bool { driver.connection === self }

        func send(_ frame: Frame) {
            frame.withWireBytes { _ = socket?.send($0, owner: frame.owner) }
        }

        func opened(_ socket: WebSocket) {
            guard isCurrent else { return socket.abort() }
            self.socket = socket
            guard socket.subprotocol == Destination.subprotocol else {
                let refusal = Refusal(.notAnAction, "it did not agree to \(Destination.subprotocol)")
                return driver.perform(driver.machine.violated(refusal))
            }
        }

        func received(_ message: UnsafeRawBufferPointer) {
            guard isCurrent else { return }
            do throws(Refusal) {
                driver.perform(driver.machine.received(try ServerEnvelopeScanner.scan(message)))
            } catch {
                driver.perform(driver.machine.violated(error))
            }
        }

        func closed(code: UInt16, reason: String) {
            guard isCurrent else { return }
            driver.connection = nil
            driver.perform(driver.machine.socketClosed(code: code, reason: reason))
        }

        func failed(_ error: NetError) {
            guard isCurrent else { return }
            driver.connection = nil
            var failure = TMapsError(.handshakeRefused, error.message, status: error.status)
            if error.code != .refused, let server = driver.destination?.server {
                failure = TMapsError(.cannotConnect, "cannot connect to \(server): \(error.message)")
            }
            driver.perform(driver.machine.socketFailed(failure))
        }
    }
}

extension ClientDriver.Destination {
    static let subprotocol = "tmaps.session.v1"

    /// All of it is made of URL-safe characters: ids by their grammar, the epoch percent-encoded.
    fileprivate func target(_ resume: Position?) -> WebSocketTarget {
        var path = "\(server.basePath)/v1/sessions/\(session)/\(role.rawValue)?peer=\(peer)"
        if let resume { path += "&after=\(resume.seq)" }
        if let epoch = resume?.epoch { path += "&epoch=\(ServerAddress.percentEncoded(epoch))" }
        return WebSocketTarget(
            host: server.host, port: server.port, isSecure: server.isSecure, path: path,
            subprotocols: [ClientDriver.Destination.subprotocol])
    }
}
