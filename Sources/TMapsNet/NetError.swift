/// What went wrong below HTTP and WebSocket. Equality is on the code.
package struct NetError: Error, Equatable, CustomStringConvertible, Sendable {
    package struct Code: RawRepresentable, Hashable, Sendable {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }

        package static let invalidAddress = Code(rawValue: "invalid address")
        package static let addressInUse = Code(rawValue: "address in use")
        package static let addressNotAvailable = Code(rawValue: "address not available")
        package static let permissionDenied = Code(rawValue: "permission denied")
        package static let tooManyDescriptors = Code(rawValue: "too many open files")
        package static let system = Code(rawValue: "system error")
        /// The loop could not be made: the libuv plug-in of libwebsockets is missing, a certificate is unreadable, …
        package static let cannotStart = Code(rawValue: "cannot start")
        /// An outgoing connection could not be made; the message is why.
        package static let cannotConnect = Code(rawValue: "cannot connect")
        /// The server answered the handshake with `status` instead of 101.
        package static let refused = Code(rawValue: "refused")
        package static let stopped = Code(rawValue: "event loop stopped")
    }

    package var code: Code
    /// For people: what was tried and why it failed.
    package var message: String
    /// The HTTP status that refused an outgoing connection.
    package var status: Int?

    package init(_ code: Code, _ message: String, status: Int? = nil) {
        self.code = code
        self.message = message
        self.status = status
    }

    /// - Parameter reason: text of C, up to its NUL.
    static func cannotStart(_ reason: [CChar]) -> NetError {
        let bytes = reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return NetError(.cannotStart, String(decoding: bytes, as: UTF8.self))
    }

    package var description: String { message }

    package static func == (a: NetError, b: NetError) -> Bool { a.code == b.code }
}
