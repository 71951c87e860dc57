private import CTLS
import Glibc
import TMapsClient

/// TLS over a connected socket, for `HTTPCall`. The server's certificate and its name are checked.
/// See: man 7 ossl-guide-tls-client-non-block
final class SecureStream {
    /// Whose certificates are accepted.
    enum Trust: Sendable {
        case system
        /// The authorities in a PEM file.
        case authorities(String)
        /// Anybody's: for a server that is known to be this container's own.
        case anybody
    }

    private let context: OpaquePointer
    private let ssl: OpaquePointer
    private let descriptor: Int32
    private let server: String
    private let patience: Int

    /// - Parameters:
    ///   - place: its host is the name or address that the certificate must be for.
    ///   - patience: seconds without a byte after which to give up.
    init(_ descriptor: Int32, _ place: ServerAddress, _ trust: Trust, server: String, patience: Int) throws(TMapsError)
    {
        guard let context = SSL_CTX_new(TLS_client_method()) else { throw SecureStream.cannotBegin }
        guard let ssl = SSL_new(context) else {
            SSL_CTX_free(context)
            throw SecureStream.cannotBegin
        }
        (self.context, self.ssl, self.descriptor) = (context, ssl, descriptor)
        (self.server, self.patience) = (server, patience)
        // TLS 1.2 at least (RFC 8996). This and others are macros in C.
        SSL_ctrl(ssl, SSL_CTRL_SET_MIN_PROTO_VERSION, Int(TLS1_2_VERSION), nil)
        try use(trust)
        try expect(place.host)
        guard SSL_set_fd(ssl, descriptor) == 1, try complete({ SSL_connect(ssl) }) == 1 else { throw refusal() }
    }

    deinit {
        SSL_free(ssl)
        SSL_CTX_free(context)
    }

    /// Why a file cannot be used as `Trust.authorities`, or nil.
    static func fault(ofAuthorities file: String) -> String? {
        guard access(file, R_OK) == 0 else { return String(cString: strerror(errno)) }
        guard let context = SSL_CTX_new(TLS_client_method()) else { return nil }
        defer { SSL_CTX_free(context) }
        let isRead = SSL_CTX_load_verify_locations(context, file, nil) == 1
        return isRead ? nil : "no certificates can be read from it"
    }

    private static let cannotBegin = TMapsError(.cannotConnect, "TLS cannot be set up")

    private func use(_ trust: Trust) throws(TMapsError) {
        SSL_set_verify(ssl, SSL_VERIFY_PEER, nil)
        switch trust {
        case .system: SSL_CTX_set_default_verify_paths(context)
        case .anybody: SSL_set_verify(ssl, SSL_VERIFY_NONE, nil)
        case .authorities(let file):
            guard SSL_CTX_load_verify_locations(context, file, nil) == 1 else {
                throw TMapsError(.invalidArgument, "--ca \(file): no certificates can be read from it")
            }
        }
    }

    private func expect(_ host: String) throws(TMapsError) {
        if X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), host) == 1 { return }
        var name = Array(host.utf8CString)
        guard SSL_set1_host(ssl, host) == 1,
            SSL_ctrl(ssl, SSL_CTRL_SET_TLSEXT_HOSTNAME, Int(TLSEXT_NAMETYPE_host_name), &name) == 1
        else { throw TMapsError(.invalidArgument, "\(server): the host's name cannot be asked for over TLS") }
    }

    private func refusal() -> TMapsError {
        let distrust = SSL_get_verify_result(ssl)
        if distrust != Int(X509_V_OK) {
            let reason = String(cString: X509_verify_cert_error_string(distrust))
            return TMapsError(.cannotConnect, "\(server): the server's certificate is not accepted: \(reason)")
        }
        let reason = ERR_reason_error_string(ERR_get_error()).map { String(cString: $0) }
        return TMapsError(.cannotConnect, "\(server): cannot speak TLS: \(reason ?? "the connection was lost")")
    }

    /// Repeats a call of OpenSSL until it is done. Its result: 0 where the peer has ended, less where it failed.
    private func complete(_ call: () -> Int32) throws(TMapsError) -> Int32 {
        while true {
            ERR_clear_error()
            let result = call()
            guard result <= 0 else { return result }
            switch SSL_get_error(ssl, result) {
            case SSL_ERROR_WANT_READ: try HTTPCall.wait(for: POLLIN, on: descriptor, patience, server)
            case SSL_ERROR_WANT_WRITE: try HTTPCall.wait(for: POLLOUT, on: descriptor, patience, server)
            case SSL_ERROR_ZERO_RETURN: return 0
            default: return -1
            }
        }
    }

    /// Sends all of it and reads to the end of the answer.
    func exchange(_ request: [UInt8]) throws(TMapsError) -> [UInt8] {
        guard try complete({ SSL_write(ssl, request, Int32(request.count)) }) > 0 else { throw HTTPCall.lost(server) }
        return try HTTPCall.readToEnd(server) { (chunk) throws(TMapsError) in
            Int(try complete { SSL_read(ssl, &chunk, Int32(chunk.count)) })
        }
    }
}
