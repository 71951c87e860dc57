internal import TMapsNet
internal import TMapsProtocol
internal import TMapsRelay
internal import TMapsStore

extension Server {
    /// What a server is made of, put together in the order in which it can fail.
    struct Parts {
        let loop: EventLoop
        let store: any SessionStore
        /// Why the store could not be opened, where the server starts all the same.
        let storeFault: StoreError?
        let relay: Relay
        let gatekeeper: Gatekeeper
        let expiries: ExpiryWatch
        private let configuration: Configuration
        private let mounts: [Hosting.Mount]

        init(_ configuration: Configuration, log: Log) throws(StartFault) {
            self.configuration = configuration
            let (host, auth) = (configuration.listen.host, configuration.auth)
            if let refusal = ListenRule.refusal(host: host) { throw StartFault(refusal, exitCode: 2) }
            let isSecure = configuration.tls != nil
            if let warning = ListenRule.warning(host: host, auth: auth, isSecure: isSecure) { log.warning(warning) }
            if let tls = configuration.tls { try Parts.check(tls, log) }
            mounts = try Parts.mounts(configuration, log)
            let secrets = try Parts.secrets(configuration, log)
            let opened = try Parts.open(configuration, log)
            (store, storeFault) = (opened.store, opened.fault)
            do throws(StartFault) {
                // Behind the store, which has made the data folder and holds it against another server.
                gatekeeper = Gatekeeper(key: try Parts.signingKey(configuration, secrets, log), log: log)
            } catch {
                opened.store.close()
                throw error
            }
            do throws(NetError) {
                var options = EventLoop.Configuration()
                options.maxMessage = configuration.maxMessage
                options.subprotocols = Subprotocol.all
                options.pingAfter = configuration.pingAfter
                options.hangUpAfter = configuration.hangUpAfter
                options.tls = configuration.tls.map { ($0.certificate, $0.key) }
                loop = try EventLoop(configuration: options)
            } catch {
                opened.store.close()
                throw StartFault("cannot start: \(error.message)")
            }
            relay = Relay(
                loop: loop, store: store, summaries: opened.sessions, secrets: Parts.actions(secrets),
                options: Parts.relayOptions(configuration), log: log)
            expiries = ExpiryWatch(loop: loop)
        }

        func router(port: UInt16, _ drain: DrainState) throws(StartFault) -> Router {
            let relay = relay
            let handshake = Handshake(relay: relay, expiries: expiries, isDraining: { drain.isDraining })
            let events = EventRoute(
                relay: relay, handshake: handshake, heartbeat: configuration.pingAfter * 3 / 5,
                patience: configuration.hangUpAfter - configuration.pingAfter * 3 / 5)
            do throws(AccessError) {
                let access = AccessRules(
                    host: try HostPolicy(
                        boundHost: configuration.listen.host, port: port, isSecure: configuration.tls != nil,
                        allowHosts: configuration.allowHosts),
                    origin: try OriginPolicy(
                        isSecure: configuration.tls != nil, allowOrigins: configuration.allowOrigins))
                return Router(
                    access: access, gatekeeper: gatekeeper, mounts: mounts,
                    health: HealthRoutes {
                        drain.isDraining ? "stopping" : relay.journal.outage.fault.map { "storage: \($0.message)" }
                    },
                    metrics: MetricsRoute(relay: relay),
                    sessions: SessionRoutes(
                        relay: relay, events: events, gatekeeper: gatekeeper,
                        isSecure: configuration.tls != nil),
                    handshake: handshake)
            } catch {
                throw StartFault(error.description, exitCode: 2)
            }
        }
    }
}

extension Server.Parts {
    private static func mounts(_ configuration: Configuration, _ log: Log) throws(StartFault) -> [Hosting.Mount] {
        let (mounts, warnings, faults) = Hosting.mounts(configuration)
        if let fault = faults.first { throw StartFault(fault) }
        for warning in warnings { log.warning(warning) }
        return mounts
    }

    private struct Opened {
        let store: any SessionStore
        var sessions: [SessionSummary] = []
        var fault: StoreError?
    }

    /// A disk that does not work stops the start, except where relaying on is wanted. A folder that another server
    /// holds, or a file that is not ours, stops it always: that does not pass by itself.
    private static func open(_ configuration: Configuration, _ log: Log) throws(StartFault) -> Opened {
        let open = { @Sendable () throws(StoreError) in
            try SQLiteStore.open(
                at: configuration.data, durability: configuration.durability == .full ? .full : .relaxed,
                reserveAhead: reserveAhead(configuration))
        }
        do throws(StoreError) {
            let opened = try open()
            for finding in opened.findings { log.warning("storage: \(finding)") }
            return Opened(store: opened.store, sessions: opened.sessions)
        } catch {
            guard configuration.onStorageFailure == .relay, error.code != 0 else {
                throw StartFault("--data \(configuration.data): \(error.message)")
            }
            return Opened(store: LateStore(fault: error, open: open), fault: error)
        }
    }

    /// A crash in an outage must not lead to numbers that were seen: who relays on gives out very many unwritten ones.
    private static func reserveAhead(_ configuration: Configuration) -> UInt64 {
        configuration.onStorageFailure == .relay ? 1 << 32 : SessionChanges.reserveAhead
    }

    private static func relayOptions(_ configuration: Configuration) -> Relay.Options {
        var options = Relay.Options()
        options.sessionLimits.maxMessageBytes = configuration.maxMessage
        options.sessionLimits.actionsPerSecond = configuration.rate
        options.sessionLimits.strictness = configuration.strict
        options.sessionLimits.takesClientTemplates = configuration.takesClientTemplates
        options.sessionLimits.pingSeconds = Int(configuration.pingAfter.components.seconds)
        options.sessionLimits.serverVersion = Server.version
        options.sessionLimits.reserveAhead = reserveAhead(configuration)
        options.onStorageFailure = configuration.onStorageFailure
        options.maxQueueBytes = configuration.maxQueue
        options.sessionLimits.pageBytes = min(1 << 19, configuration.maxQueue / 4)
        options.sessionLimits.readBytes = max(options.sessionLimits.pageBytes, 1 << 18)
        options.maxPeersPerSession = configuration.maxPeers
        options.maxSessions = configuration.maxSessions
        options.hasImplicitSessions = configuration.hasImplicitSessions
        options.isDurable = configuration.durability == .full
        return options
    }
}
