internal import Synchronization

extension TMapsClient {
    /// Who is in the session, as far as the server has said; nil while there is no connection.
    public var presence: Presence? { driver.subscriptions.presence }

    /// Where a browser opens a map of this session; nil before `connect`.
    public var pageURL: String? {
        destination.withLock { destination in
            destination.map { "\($0.server)/tmapswww/?session=\($0.session)" }
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
