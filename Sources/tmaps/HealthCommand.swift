import TMapsClient

/// `tmaps health`: whether the server is ready; for containers and scripts.
enum HealthCommand {
    static let command = Command(
        name: "health", arguments: "[--server URL]", summary: "ask whether the server is ready",
        options: [ServerOptions.table[0], ServerOptions.authorities],
        details:
            "Exit code 0: ready; 1: it says why not; 3: nobody answers. Inside the container, where TMAPS_LISTEN says\n"
            + "where the server listens, that port is asked."
    ) { (invocation) throws(UsageError) in
        do throws(TMapsError) {
            let server = invocation.values["server"] ?? ""
            let own = local(invocation.environment)
            var call = HTTPCall(server: own ?? server, path: "/readyz", patience: 3)
            // The certificate of the own server is made out to the name that others know it by.
            call.trust = own == nil ? ServerOptions.trust(invocation) : .anybody
            let answer = try call.run()
            Console.output(answer.body)
            return answer.status == 200 ? ExitCode.fine : ExitCode.failed
        } catch {
            Console.error("tmaps health: \(error.message)\n")
            return error.code == .cannotConnect ? ExitCode.cannotConnect : ExitCode.failed
        }
    }

    /// A server in the same container, unless another one was named.
    private static func local(_ environment: [String: String]) -> String? {
        guard environment["TMAPS_SERVER"] == nil, let listen = environment["TMAPS_LISTEN"],
            let port = listen.split(separator: ":").last.flatMap({ UInt16($0) })
        else { return nil }
        return "\(environment["TMAPS_TLS_CERT"] == nil ? "http" : "https")://127.0.0.1:\(port)"
    }
}
