import CWebSockets
import Glibc

/// Where an outgoing WebSocket goes.
package struct WebSocketTarget: Sendable {
    package var host: String
    package var port: UInt16
    package var isSecure: Bool
    /// A PEM file of the authorities that are trusted instead of the system's.
    package var authorities: String?
    /// With its query, percent-encoded.
    package var path: String
    /// In order of preference.
    package var subprotocols: [String]
    /// Sent beside those of the handshake.
    package var headers: [(name: String, value: String)]

    package init(
        host: String, port: UInt16, isSecure: Bool = false, authorities: String? = nil, path: String,
        subprotocols: [String] = [],
        headers: [(name: String, value: String)] = []
    ) {
        self.host = host
        self.port = port
        self.isSecure = isSecure
        self.authorities = authorities
        self.path = path
        self.subprotocols = subprotocols
        self.headers = headers
    }
}

extension EventLoop {
    /// Opens a WebSocket to another server; any thread. `handler` hears `opened`, or `failed` with the reason.
    ///
    /// A host name is looked up on the loop's thread, which stands still meanwhile: give servers an address.
    package func connect(to target: WebSocketTarget, handler: any WebSocketHandler & Sendable) {
        if isOnLoop { return begin(target, handler) }
        execute { self.begin(target, handler) }
    }

    private func begin(_ target: WebSocketTarget, _ handler: any WebSocketHandler) {
        let box = SocketBox(handler: handler, isOutgoing: true)
        let user = Unmanaged.passRetained(box)
        let headers = target.headers.map { "\($0.name): \(HTTPResponse.line($0.value))\r\n" }.joined()
        let protocols = target.subprotocols.joined(separator: ",")
        let authorities = target.authorities.flatMap { strdup($0) }
        defer { free(authorities) }
        let id = target.host.withCString { host in
            target.path.withCString { path in
                protocols.withCString { protocols in
                    headers.withCString { headers in
                        var c = cws_target()
                        c.host = host
                        c.port = target.port
                        c.tls = target.isSecure
                        c.authorities = UnsafePointer(authorities)
                        c.path = path
                        c.subprotocols = protocols.pointee == 0 ? nil : protocols
                        c.headers = headers
                        c.user = user.toOpaque()
                        return cws_connect(handle, &c)
                    }
                }
            }
        }
        guard id == 0 else { return }
        user.release()
        handler.failed(NetError(.stopped, "the event loop has stopped"))
    }
}
