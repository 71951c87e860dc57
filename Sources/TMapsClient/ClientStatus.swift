internal import Synchronization

extension TMapsClient {
    /// Who is in the session, as far as the server has said; nil while there is no connection.
    public var presence: Presence? { status.presence }

    /// Where a browser opens a map of this session; nil before `connect`.
    public var pageURL: String? { status.pageURL }
}

/// What may be asked of a client at any time, from any thread.
final class ClientStatus: Sendable {
    private let values = Mutex<(presence: TMapsClient.Presence?, pageURL: String?)>((nil, nil))

    var presence: TMapsClient.Presence? { values.withLock { $0.presence } }
    var pageURL: String? { values.withLock { $0.pageURL } }

    func connecting(to destination: ClientDriver.Destination) {
        let url = "\(destination.server)/tmapswww/?session=\(destination.session)"
        values.withLock { $0.pageURL = url }
    }

    func happened(_ event: TMapsClient.Event) {
        switch event {
        case .connection(.connected(let welcome)): values.withLock { $0.presence = welcome.presence }
        case .connection: values.withLock { $0.presence = nil }
        case .presence(let presence): values.withLock { $0.presence = presence }
        case .action, .resumed, .gap, .refused: break
        }
    }
}

extension ServerAddress: CustomStringConvertible {
    /// `http://HOST:PORT`, the port where it is not the scheme's own, and the path.
    package var description: String {
        let scheme = isSecure ? "https" : "http"
        let host = host.contains(":") ? "[\(host)]" : host
        return "\(scheme)://\(host)\(port == (isSecure ? 443 : 80) ? "" : ":\(port)")\(basePath)"
    }
}
