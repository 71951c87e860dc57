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

/// The whole server: a loop, a relay, a store and what is hosted. Made and stopped from any thread; the rest is the loop's.
// @unchecked because everything mutable is used on the loop thread only, which `EventLoop` checks.
package final class Server: @unchecked Sendable {
    package static let version = "0.1.0"

    package let configuration: Configuration
    /// With the bound port.
    package let address: ListenAddress
    let loop: EventLoop
    let log: Log
    private let store: SQLiteStore
    let relay: Relay
    private let router: Router
    private let drainState: DrainState

    /// Starts everything; when this returns, connections are accepted.
    package convenience init(_ configuration: Configuration, log: Log) throws(StartFault) {
        try self.init(try Parts(configuration, log: log), configuration, log)
    }

    private init(_ parts: consuming Parts, _ configuration: Configuration, _ log: Log) throws(StartFault) {
        self.configuration = configuration
        self.log = log
        (loop, store, relay) = (parts.loop, parts.store, parts.relay)
        let drainState = DrainState()
        self.drainState = drainState
        do throws(NetError) {
            let port = try loop.listen(host: configuration.listen.host, port: configuration.listen.port)
            address = ListenAddress(host: configuration.listen.host, port: port)
        } catch {
            parts.store.close()
            throw StartFault("--listen \(configuration.listen.authority): \(error.message)")
        }
        router = try parts.router(port: address.port, drainState)
        loop.start(self)
    }

    /// `http://…` as a browser on this machine would write it.
    package var url: String { "http://\(address.authority)" }
}

// MARK: - What the loop calls

extension Server: EventLoopDelegate {
    package func respond(to request: HTTPRequest, through exchange: HTTPExchange) {
        router.respond(to: request, through: exchange)
    }

    package func upgrade(_ request: HTTPRequest) -> UpgradeDecision { router.upgrade(request) }

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
            _ = loop.schedule(after: .milliseconds(4_500)) { [self] in finish(completion) }
            relay.journal.whenDurable { [self] _ in
                relay.closeAll { [self] in
                    relay.journal.whenDurable { [self] _ in finish(completion) }
                }
            }
        }
    }

    private func finish(_ completion: @Sendable () -> Void) {
        guard !drainState.isFinished else { return }
        drainState.isFinished = true
        loop.stop()
        store.close()
        completion()
    }
}
