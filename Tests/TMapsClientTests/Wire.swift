@testable import TMapsClient
import TMapsProtocol

/// A state machine, and what it did as lines of text: `open`, `send …`, `timer 10.0 seconds`, …
struct Wire {
    var machine: ClientStateMachine

    init(_ change: (inout TMapsClient.Configuration) -> Void = { _ in }) {
        var configuration = TMapsClient.Configuration()
        change(&configuration)
        machine = ClientStateMachine(configuration, idPrefix: "c")
    }

    /// One that has been greeted.
    static func connected(_ change: (inout TMapsClient.Configuration) -> Void = { _ in }) -> Wire {
        var wire = Wire(change)
        _ = wire.connect()
        _ = wire.hello()
        return wire
    }

    mutating func connect(after position: Position? = nil) -> [String] {
        machine.connect(after: position).map(describe)
    }
    mutating func close() -> [String] { machine.close().map(describe) }
    mutating func timerFired() -> [String] { machine.timerFired().map(describe) }
    mutating func closed(_ code: UInt16) -> [String] { machine.socketClosed(code: code, reason: "").map(describe) }

    mutating func failed(status: Int? = nil) -> [String] {
        let code: TMapsError.Code = status == nil ? .cannotConnect : .handshakeRefused
        return machine.socketFailed(TMapsError(code, "no", status: status)).map(describe)
    }

    mutating func dispatch(_ json: String, to peer: String? = nil) throws -> [String] {
        try machine.dispatch(json, to: peer).actions.map(describe)
    }

    mutating func hello(seq: UInt64 = 0, epoch: String = "E1", maxMessage: Int = 1_000) -> [String] {
        heard(
            OutboundEnvelope.hello(
                .init(
                    session: "hall", epoch: epoch, peer: "p1", role: .client, seq: seq,
                    presence: .init(maps: 1, clients: 1, isReady: true, isLoaded: false), server: "test",
                    maxMessageBytes: maxMessage, pingSeconds: 25)))
    }

    mutating func action(_ seq: UInt64, _ type: String = "X") -> [String] {
        heard(OutboundEnvelope.action(seq: seq, peer: "m1", role: .map, Frame("{\"type\":\"\(type)\"}")))
    }

    /// The server said this.
    mutating func heard(_ frame: Frame) -> [String] { heard(frame.text) }

    mutating func heard(_ text: String) -> [String] {
        var text = text
        return text.withUTF8 { bytes in
            do throws(Refusal) {
                return machine.received(try ServerEnvelopeScanner.scan(UnsafeRawBufferPointer(bytes))).map(describe)
            } catch {
                return machine.violated(error).map(describe)
            }
        }
    }

    private func describe(_ action: ClientStateMachine.Action) -> String {
        switch action {
        case .open(nil): "open"
        case .open(let position?): "open after \(position.seq) of \(position.epoch ?? "-")"
        case .send(let frame): "send \(frame.text)"
        case .closeSocket: "close"
        case .abort: "abort"
        case .setTimer(let delay): "timer \(delay)"
        case .setRandomTimer(let bound): "random timer \(bound)"
        case .cancelTimer: "no timer"
        case .connected(let error): "connected \(error?.code.rawValue ?? "ok")"
        case .confirmed(let number, .success(let seq)): "\(number) is \(seq)"
        case .confirmed(let number, .failure(let error)): "\(number) failed \(error.code.rawValue)"
        case .publish(let event): describe(event)
        case .ended(let error): "ended \(error?.code.rawValue ?? "ok")"
        }
    }

    private func describe(_ event: TMapsClient.Event) -> String {
        switch event {
        case .action(let action): "event \(action.seq) \(action.type)"
        case .presence(let presence): "event presence \(presence.maps)"
        case .connection(.connected): "event connected"
        case .connection(.reconnecting(let error)): "event reconnecting \(error.code.rawValue)"
        case .connection(.ended(let error)): "event ended \(error?.code.rawValue ?? "ok")"
        case .resumed(let missed): "event resumed \(missed)"
        case .gap(let reason, let next): "event gap \(reason.rawValue) \(next)"
        case .refused(let error): "event refused \(error.code.rawValue)"
        }
    }
}

let zoom = #"{"type":"SET_ZOOM","zoom":18}"#
let center = #"{"type":"SET_CENTER","center":[35.91,31.95]}"#
func envelope(_ number: Int, _ action: String) -> String { #"send {"id":"c-\#(number)","action":\#(action)}"# }
