import CWebSockets

extension EventLoop {
    /// Takes certificate and key from their files again; connections that are open keep what they have.
    /// - Throws: `cannotStart` with why they cannot be used.
    package func reloadCertificate() throws(NetError) {
        preconditionOnLoop()
        guard let tls = configuration.tls else { return }
        var error = [CChar](repeating: 0, count: 256)
        let isTaken = cws_reload_certificate(handle, tls.certificate, tls.key, &error, error.count)
        guard !isTaken else { return }
        throw .cannotStart(error)
    }
}
