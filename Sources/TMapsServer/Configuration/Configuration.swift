package import TMapsProtocol
internal import TMapsRelay

/// How the server is to run. Every value has a flag, see `Configuration.flags`.
// budget: because it is the flat table of what `serve` can be told, a line a flag.
package struct Configuration: Sendable {
    package enum Durability: String, Sendable, CaseIterable { case full, relaxed }

    package var listen = ListenAddress(host: "127.0.0.1", port: 8080)
    /// Folders; nil: those that come with the server (`AssetRoot`).
    package var bundle: String?
    package var maps: String?
    package var data = "data"
    package var secrets: String?
    package var auth = ListenRule.Auth.automatic
    package var allowHosts: [String] = []
    package var allowOrigins: [String] = []
    /// A foreign bundle gets the policy of the default one.
    package var hasStrictPolicy = false
    package var tls: TLSFiles?
    /// Shows the map in this machine's browser.
    package var opensMap = false
    package var embed = EntryPage.Embed.none
    package var durability = Durability.full
    package var onStorageFailure = StorageFailurePolicy.refuse
    package var strict = Strictness.on
    package var takesClientTemplates = true
    package var logFormat = Log.Format.text
    package var logLevel = Log.Level.info
    /// Bytes.
    package var maxMessage = 4 << 20
    /// Bytes that may wait for one peer.
    package var maxQueue = 16 << 20
    package var retain = Retain()
    package var maxSessions = 10_000
    package var maxPeers = 1_000
    /// Actions a peer may dispatch in a second; nil: any number.
    package var rate: Int?
    package var hasImplicitSessions = true
    /// No flags: these two are the wire contract's (§7). A peer that is silent for so long is pinged, and dropped.
    package var pingAfter = Duration.seconds(25)
    package var hangUpAfter = Duration.seconds(35)

    package init() {}
}

extension Configuration {
    /// What a browser calls a server that listens there.
    func origin(of address: ListenAddress) -> String { "\(tls == nil ? "http" : "https")://\(address.authority)" }

    /// What is kept of each session's actions; what is beyond any of the three goes, the oldest first.
    package struct Retain: Sendable, Hashable {
        package var count = 10_000
        /// As they lie in the database.
        package var bytes: Int64 = 256 << 20
        package var age = Duration.seconds(30 * 86_400)

        package init() {}
    }
}

/// `HOST:PORT`, `[IPv6]:PORT` or `:PORT`; an empty host means 127.0.0.1.
package struct ListenAddress: Sendable, Hashable {
    package var host: String
    package var port: UInt16

    package init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    package init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            return nil
        }
        var host = String(text[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = String(host.dropFirst().dropLast())
        } else if host.contains(":") {
            return nil
        }
        self.init(host: host.isEmpty ? "127.0.0.1" : host, port: port)
    }

    /// As in a URL.
    package var authority: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
