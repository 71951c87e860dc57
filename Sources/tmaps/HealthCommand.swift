import TMapsClient
import TMapsServer

/// `tmaps health`: whether the server is ready; for containers and scripts.
enum HealthCommand {
    static let command = Command(
        name: "health", arguments: "[--server URL]", summary: "ask whether the server is ready",
        options: [server, ServerOptions.authorities],
        details: """
            Exit code 0: ready; 1: it says why not; 3: nobody answers. Inside the container, where TMAPS_LISTEN says
            where the server listens, and no other server is named, that one is asked.
            """
    ) { (invocation) throws(UsageError) in
        try invocation.expectNoWord()
        let (server, trust) = try target(invocation)
        do throws(TMapsError) {
            let answer = try HTTPCall(server: server, path: "/readyz", trust: trust, patience: 3).run()
            Console.output(answer.body)
            guard answer.status != 200 else { return ExitCode.fine }
            Console.note("health", "the server answered \(answer.status)")
            return ExitCode.failed
        } catch {
            return tell(error, of: "health")
        }
    }

    /// Without a default value: one that is not named is the container's own.
    private static let server = CommandOption(
        "server", "URL", "the bridge; without it \(ServerOptions.defaultServer)", environment: "TMAPS_SERVER")

    private static func target(
        _ invocation: Command.Invocation
    ) throws(UsageError) -> (server: String, trust: SecureStream.Trust) {
        let named = invocation.values["server"]
        // The certificate of the own server is made out to the name that others know it by.
        if named == nil, let own = own(invocation.environment) { return (own, .anybody) }
        let server = named ?? ServerOptions.defaultServer
        return (server, try ServerOptions.trust(invocation, of: server))
    }

    /// The server in the same container.
    private static func own(_ environment: [String: String]) -> String? {
        guard var address = environment["TMAPS_LISTEN"].flatMap({ ListenAddress($0) }) else { return nil }
        // Every address of the machine is none that can be connected to.
        if address.host == "0.0.0.0" { address.host = "127.0.0.1" }
        if address.host == "::" { address.host = "::1" }
        return "\(environment["TMAPS_TLS_CERT"]?.isEmpty ?? true ? "http" : "https")://\(address.authority)"
    }
}
