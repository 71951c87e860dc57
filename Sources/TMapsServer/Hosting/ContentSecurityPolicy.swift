/// What a hosted page may load and run. Source: Content Security Policy Level 3.
package struct ContentSecurityPolicy: Sendable, Equatable {
    /// `{host}` at the end of a word stands for the request's own host and port.
    package let template: String

    package init(_ template: String) { self.template = template }

    /// For the default bundle and the inspector: nothing from elsewhere, no `eval`.
    ///
    /// The renderer needs `data:` and `blob:` images; its worker is a file of its own (`setWorkerUrl`), so no blob
    /// worker. Angular Material writes style elements. Some browsers do not count `ws:` to the same host as `'self'`,
    /// so it is named.
    package static let strict = ContentSecurityPolicy(
        [
            "default-src 'none'", "script-src 'self'", "worker-src 'self'", "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data: blob:", "font-src 'self'", "media-src 'self'", "manifest-src 'self'",
            "connect-src 'self' ws://{host} wss://{host}", "frame-src 'self'", "object-src 'none'", "base-uri 'self'",
            "form-action 'none'", "frame-ancestors 'self'",
        ].joined(separator: "; "))

    /// For a bundle of unknown make, which may use `eval`, inline scripts and other hosts.
    package static let foreign = ContentSecurityPolicy("object-src 'none'; base-uri 'self'; frame-ancestors 'self'")

    /// - Parameter host: the request's `Host`, which the host policy has accepted. One with a character that could end
    ///   the source expression is left out.
    package func text(host: String?) -> String {
        let host = host ?? ""
        let isPlain =
            !host.isEmpty
            && host.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "-._:[]".utf8.contains(byte)
                }
            }
        let directives = template.split(separator: ";").map { directive in
            directive.split(separator: " ").compactMap { word in
                word.hasSuffix("{host}") ? (isPlain ? word.dropLast("{host}".count) + host : nil) : String(word)
            }.joined(separator: " ")
        }
        return directives.joined(separator: "; ")
    }
}
