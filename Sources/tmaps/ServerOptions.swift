import Glibc
import Synchronization
import TMapsClient
import TMapsProtocol

/// What every command that talks to a server is told: where, which session, with which token.
struct ServerOptions: Sendable {
    static let defaultServer = "http://127.0.0.1:8080"
    static let table = [
        CommandOption("server", "URL", "the bridge", environment: "TMAPS_SERVER", default: defaultServer),
        CommandOption("session", "S", "the session", environment: "TMAPS_SESSION", default: "default"),
        // Not `--token`: every user of the machine can read a command line.
        tokenFile, authorities,
    ]
    static let authorities = CommandOption(
        "ca", "FILE", "https: accept certificates of these authorities (PEM), not the system's", environment: "TMAPS_CA"
    )
    static let tokenFile = CommandOption(
        "token-file", "FILE", "holds the access token; without it $TMAPS_TOKEN is sent")

    var server: String
    var session: String
    private var token: String?
    private var authorities: String?

    init(_ invocation: Command.Invocation) throws(UsageError) {
        server = invocation.values["server"] ?? ""
        session = invocation.values["session"] ?? ""
        _ = try Self.address(server)
        guard Identifier.isValid(session) else {
            throw UsageError("session \"\(session)\": expected [A-Za-z0-9_-]{1,64}")
        }
        token = try Self.token(invocation)
        authorities = try Self.authorities(invocation, of: server)
    }

    /// What a call over HTTP is told.
    static func trust(_ invocation: Command.Invocation, of server: String) throws(UsageError) -> SecureStream.Trust {
        try authorities(invocation, of: server).map { .authorities($0) } ?? .system
    }

    private static func address(_ server: String) throws(UsageError) -> ServerAddress {
        do throws(TMapsError) {
            return try ServerAddress(server)
        } catch {
            throw UsageError(error.message)
        }
    }

    /// The file of `--ca`, looked at before anything is asked; nil where none is given, or no TLS is spoken.
    private static func authorities(
        _ invocation: Command.Invocation, of server: String
    ) throws(UsageError) -> String? {
        guard let file = invocation.values["ca"], try address(server).isSecure else { return nil }
        if let fault = SecureStream.fault(ofAuthorities: file) { throw UsageError("--ca \(file): \(fault)") }
        return file
    }

    /// Nil where none is given.
    static func token(_ invocation: Command.Invocation) throws(UsageError) -> String? {
        let name: String
        let text: String
        if let file = invocation.values["token-file"] {
            name = "--token-file \(file)"
            text = String(decoding: try Console.read(file, limit: 65_536), as: UTF8.self)
        } else {
            name = "TMAPS_TOKEN"
            text = invocation.environment[name] ?? ""
            guard !text.isEmpty else { return nil }
        }
        let words = text.split(whereSeparator: \.isWhitespace)
        // The text is not shown, and nothing but the characters of RFC 6750 §2.1 can get into a header.
        guard words.count == 1, let token = words.first.map(String.init), token.utf8.allSatisfy({ $0 > 32 && $0 < 127 })
        else { throw UsageError("\(name): expected one token, found \(words.isEmpty ? "nothing" : "something else")") }
        return token
    }

    var configuration: TMapsClient.Configuration {
        var configuration = TMapsClient.Configuration()
        if let token { configuration.token = { token } }
        configuration.certificateAuthorities = authorities
        return configuration
    }

    /// The same for what has an end: it gives up after about half a minute, so that a server which is started again is
    /// found, and one that stays away is not waited for.
    var briefConfiguration: TMapsClient.Configuration {
        var configuration = configuration
        configuration.reconnect.maxAttempts = 12
        return configuration
    }

    /// For what is asked once, within `time`: a server that comes back is found again; one that refuses to be connected
    /// to is not asked for ever.
    func configuration(within time: Duration) -> TMapsClient.Configuration {
        var configuration = configuration
        configuration.connectTimeout = min(time, configuration.connectTimeout)
        configuration.reconnect.maxAttempts = 1
        return configuration
    }

    /// A request to the same server.
    func call(_ path: String) -> HTTPCall {
        HTTPCall(
            server: server, path: path, token: token, trust: authorities.map { .authorities($0) } ?? .system)
    }
}

/// Runs the asynchronous part of a command to its end; what it throws becomes one line and an exit code.
func runBlocking(_ name: String, _ work: @escaping @Sendable () async throws -> Int32) -> Int32 {
    let code = Mutex<Int32>(ExitCode.failed)
    let done = Latch()
    Task.detached {
        let result = await exitCode(name, work)
        code.withLock { $0 = result }
        done.open()
    }
    done.wait()
    return code.withLock { $0 }
}

/// What became of a command's work; what it throws is told on standard error.
func exitCode(_ name: String, _ work: @Sendable () async throws -> Int32) async -> Int32 {
    do {
        return try await work()
    } catch {
        return tell(error as? TMapsError ?? TMapsError(.init(rawValue: "failed"), "\(error)"), of: name)
    }
}

/// Says on standard error why a command could not do its work; the exit code for it.
func tell(_ error: TMapsError, of name: String) -> Int32 {
    Console.note(name, error.line)
    return error.exitCode
}

/// Lets the main thread wait for the end of a task.
// @unchecked because a semaphore is made for several threads.
private final class Latch: @unchecked Sendable {
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    init() { sem_init(semaphore, 0, 0) }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    func open() { sem_post(semaphore) }
    func wait() { while sem_wait(semaphore) != 0 && errno == EINTR {} }
}

extension TMapsError {
    /// The message, with the bridge's code where the bridge refused.
    var line: String {
        switch code {
        case .cannotConnect, .closed, .connectionLost, .timedOut, .mapError, .mapGone, .invalidArgument: message
        case .handshakeRefused where status == 401:
            "the server wants an access token that it accepts (HTTP 401); $TMAPS_TOKEN or --token-file FILE gives it"
        case .handshakeRefused where status == 403:
            "the access token is not for this session or role, or the server is known by another name (HTTP 403)"
        case .handshakeRefused: "the server refused the connection with HTTP \(status ?? 0): \(message)"
        default: description
        }
    }

    var exitCode: Int32 {
        switch code {
        case .cannotConnect: ExitCode.cannotConnect
        // 429 and 5xx: no connection now. The others are an answer.
        case .handshakeRefused where status.map { $0 == 429 || $0 >= 500 } ?? true: ExitCode.cannotConnect
        case .invalidArgument: ExitCode.usage
        default: ExitCode.failed
        }
    }
}
