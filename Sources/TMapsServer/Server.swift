internal import Synchronization
package import TMapsNet
internal import TMapsProtocol
internal import TMapsRelay
internal import TMapsStore

/// Why the server does not start: one line for the operator.
package struct StartFault: Error, Hashable, Sendable {
    package let message: String
    /// 1: what was asked for could not be done; 2: it was asked for wrongly (wire contract §9).
    package let exitCode: Int32

    package init(_ message: String, exitCode: Int32 = 1) {
        self.message = message
        self.exitCode = exitCode
    }
}

/// The whole server: a loop, a relay, a store and what is hosted. Made and stopped from any thread; the rest is the
/// loop's.
// @unchecked because everything mutable is used on the loop thread only, which `EventLoop` checks.
package final class Server: @unchecked Sendable {
    package static let version = "0.1.0"

    package let configuration: Configuration
    /// With the bound port, once it is bound.
    package private(set) var address: ListenAddress
    let loop: EventLoop
    let log: Log
    private let store: any SessionStore
    let relay: Relay
    let gatekeeper: Gatekeeper
    let expiries: ExpiryWatch
    /// There before the first connection is accepted.
    private var router: Router?
    private let drainState = DrainState()

    /// Starts everything; when this returns, connections are accepted.
    package init(_ configuration: Configuration, log: Log) throws(StartFault) {
        // nonisolated(unsafe) because it is handed over to the loop's thread, which alone uses it from then on.
        nonisolated(unsafe) let parts = try Parts(configuration, log: log)
        self.configuration = configuration
        self.log = log
        address = configuration.listen
        (loop, store, relay) = (parts.loop, parts.store, parts.relay)
        (gatekeeper, expiries) = (parts.gatekeeper, parts.expiries)
        do throws(NetError) {
            try loop.start(delegate: self)
        } catch {
            store.close()
            throw StartFault("cannot start: \(error.message)")
        }
        let opening = loop.wait { [self] in Result { () throws(StartFault) in try open(parts) } }
        guard case .failure(let fault)? = opening else { return }
        loop.stop()
        store.close()
        throw fault
    }

    /// On the loop, so that nothing is accepted before the router, which knows the port, is there.
    private func open(_ parts: Parts) throws(StartFault) {
        do throws(NetError) {
            address.port = try loop.listen(host: address.host, port: address.port)
        } catch {
            throw StartFault("--listen \(configuration.listen.authority): \(error.message)")
        }
        router = try parts.router(port: address.port, drainState)
        if let fault = parts.storeFault { relay.journal.suspend(fault) }
        relay.journal.retain(
            Retaining(
                count: configuration.retain.count, bytes: configuration.retain.bytes, age: configuration.retain.age))
    }

    /// `http://…` or `https://…` as a browser on this machine would write it.
    package var url: String { configuration.origin(of: address) }
}

// MARK: - What the loop calls

extension Server: EventLoopDelegate {
    package func refusal(beforeBodyOf request: HTTPRequest) -> HTTPResponse? { router?.refusal(beforeBodyOf: request) }

    package func unreadable(_ status: Int, _ detail: String) -> HTTPResponse { Problem.unreadable(status, detail) }

    package func respond(to request: HTTPRequest, through exchange: HTTPExchange) {
        router?.respond(to: request, through: exchange)
    }

    package func upgrade(_ request: HTTPRequest) -> UpgradeDecision {
        router?.upgrade(request) ?? .refuse(HTTPResponse(status: 503))
    }

    package func turnEnded() { relay.journal.turnEnded() }

    package func logged(_ line: String) { log.warning(line) }
}

// MARK: - Stopping

/// Whether the server is on its way out. Loop thread only.
final class DrainState {
    var isDraining = false
    var isFinished = false
}

extension Server {
    /// Not ready any more, nothing accepted, everything on disk, queues sent, peers closed with 1001; at most 4.5 s.
    /// `completion` is called on the loop thread just before it ends. Any thread.
    package func drain(_ completion: @escaping @Sendable () -> Void) {
        loop.execute { [self] in
            guard !drainState.isDraining else { return }
            drainState.isDraining = true
            log.info("stopping: \(relay.connections.count) connections to close")
            loop.stopListening()
            // Whatever a stuck disk or peer does, the end comes in time.
            _ = loop.schedule(after: .milliseconds(4_500)) { [self] in
                if !drainState.isFinished {
                    log.warning("stopping at last: the disk or \(relay.connections.count) connections took too long")
                }
                finish(completion)
            }
            if let fault = relay.journal.outage.fault { relay.journal.tryAgain(after: fault) }
            relay.journal.whenDurable { [self] _ in
                relay.closeAll { [self] in
                    relay.journal.whenDurable { [self] _ in finish(completion) }
                }
            }
        }
    }

    /// Waits for the loop's thread to end, after `drain`. Not for the loop's own thread.
    package func join() { loop.join() }

    private func finish(_ completion: @Sendable () -> Void) {
        guard !drainState.isFinished else { return }
        drainState.isFinished = true
        relay.journal.end()
        loop.stop()
        store.close()
        completion()
    }
}
