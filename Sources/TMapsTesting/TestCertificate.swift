/// A certificate that signs itself and its key, made by openssl(1) for one test.
package struct TestCertificate: Sendable {
    package let certificate: String
    package let key: String
    private let folder: TestFolder

    /// - Parameter names: whom it is for, as in `DNS:localhost` or `IP:127.0.0.1`.
    package init(
        names: String = "DNS:localhost,IP:127.0.0.1", days: Int = 30, in folder: TestFolder = TestFolder(),
        _ name: String = "server"
    ) throws(Tool.Failure) {
        self.folder = folder
        (certificate, key) = (folder.file("\(name).pem"), folder.file("\(name).key"))
        try TestCertificate.check(
            Tool.run(
                "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                "-keyout", key, "-out", certificate, "-days", "\(days)", "-subj", "/CN=\(name)",
                "-addext", "subjectAltName=\(names)"))
    }

    private init(certificate: String, key: String, folder: TestFolder) {
        (self.certificate, self.key, self.folder) = (certificate, key, folder)
    }

    /// One whose time was the year 2020.
    package static func expired() throws -> TestCertificate {
        let folder = TestFolder()
        try folder.write(
            """
            [ca]
            default_ca = own
            [own]
            database = index
            new_certs_dir = .
            serial = serial
            default_md = sha256
            policy = any
            [any]
            commonName = supplied
            """, to: "ca.conf")
        try folder.write("", to: "index")
        try folder.write("01\n", to: "serial")
        try check(
            Tool.run(
                "openssl", "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                "-keyout", "old.key", "-out", "old.csr", "-subj", "/CN=localhost", in: folder.path))
        try check(
            Tool.run(
                "openssl", "ca", "-batch", "-selfsign", "-config", "ca.conf", "-keyfile", "old.key", "-in", "old.csr",
                "-startdate", "20200101000000Z", "-enddate", "20210101000000Z", "-notext", "-out", "old.pem",
                in: folder.path))
        return TestCertificate(certificate: folder.file("old.pem"), key: folder.file("old.key"), folder: folder)
    }

    /// The same key behind a passphrase.
    package func encryptedKey() throws(Tool.Failure) -> String {
        let path = key + ".encrypted"
        try TestCertificate.check(
            Tool.run("openssl", "pkey", "-in", key, "-aes128", "-passout", "pass:secret", "-out", path))
        return path
    }

    private static func check(_ tool: Tool) throws(Tool.Failure) {
        guard tool.code == 0 else { throw Tool.Failure(message: tool.output) }
    }
}
