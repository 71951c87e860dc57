internal import Glibc
internal import Synchronization

/// `tmaps serve`: start, say where, wait for a signal, stop in order.
package enum ServeCommand {
    /// Returns the exit code (wire contract §9): 0 after an orderly stop, 1 where the work failed, 2 for wrong use.
    package static func run(arguments: [String], environment: [String: String]) -> Int32 {
        if arguments.contains("--help") {
            output(Configuration.help + "\n")
            return 0
        }
        do throws(ConfigurationFaults) {
            let configuration = try Configuration.read(arguments: arguments, environment: environment).configuration
            return serve(configuration, Log(level: configuration.logLevel, format: configuration.logFormat))
        } catch {
            for line in error.lines { Log.standardError("tmaps serve: \(line)\n") }
            return 2
        }
    }

    private static func serve(_ configuration: Configuration, _ log: Log) -> Int32 {
        let signals = Signals()
        do throws(StartFault) {
            let server = try Server(configuration, log: log)
            output("listening on \(server.url)\n")
            if configuration.opensMap {
                let asks = ListenRule.needsToken(host: configuration.listen.host, auth: configuration.auth)
                MapOpener.open(server.mapURL, asksForToken: asks, log)
            }
            log.info("version \(Server.version), data in \(configuration.data)")
            return wait(for: signals, to: server, log)
        } catch {
            Log.standardError("tmaps serve: \(error.message)\n")
            return error.exitCode
        }
    }

    private static func wait(for signals: Signals, to server: Server, _ log: Log) -> Int32 {
        var isStopping = false
        while true {
            switch signals.wait() {
            case .stop where isStopping:
                log.warning("a second signal: exit at once")
                return 1
            case .stop:
                isStopping = true
                server.drain { signals.raiseFinished() }
            case .reload:
                server.reloadSecrets()
                server.reloadCertificate()
            case .finished:
                server.join()
                return 0
            }
        }
    }

    private static func output(_ text: String) {
        var text = text
        text.withUTF8 { _ = write(1, $0.baseAddress, $0.count) }
    }
}
