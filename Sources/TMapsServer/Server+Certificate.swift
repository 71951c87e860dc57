internal import TMapsNet

extension Server.Parts {
    /// Looks at certificate and key before anything uses them.
    static func check(_ tls: TLSFiles, _ log: Log) throws(StartFault) {
        let findings = tls.check()
        if let fault = findings.faults.first { throw StartFault(fault) }
        for warning in findings.warnings { log.warning(warning) }
    }
}

extension Server {
    /// Takes the certificate from its files again, for connections that come from now on. Files with a fault are named
    /// in the log and change nothing. Any thread.
    package func reloadCertificate() {
        guard let tls = configuration.tls else { return }
        do throws(StartFault) {
            try Parts.check(tls, log)
            loop.execute { [self] in useCertificate() }
        } catch {
            log.error("\(error.message); the certificate stays as it was")
        }
    }

    private func useCertificate() {
        do throws(NetError) {
            try loop.reloadCertificate()
            log.info("certificate: read again")
        } catch {
            log.error("--tls-cert: \(error.message)")
        }
    }
}
