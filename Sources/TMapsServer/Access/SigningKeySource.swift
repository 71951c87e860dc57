/// Which key signs the tokens: `signing_key` of the secrets file, else the one in the data folder.
enum SigningKeySource {
    struct Found {
        let key: SigningKey
        /// The file it is from.
        let path: String
        var warnings: [String] = []
    }

    /// Nil where there is no key and none is made.
    static func find(
        _ secrets: SecretsFile.Found, data: String, makesOne: Bool
    ) throws(AccessError) -> Found? {
        if let text = secrets.secrets.signingKey, let path = secrets.path {
            guard let key = SigningKey(text) else {
                throw AccessError(
                    description: "\(path): signing_key has \(text.utf8.count) bytes; tokens want "
                        + "\(SigningKey.minimumBytes) or more, as made by: openssl rand -base64 32")
            }
            return Found(key: key, path: path)
        }
        let file = makesOne ? try SigningKeyFile.readOrMake(in: data) : try SigningKeyFile.read(in: data)
        return file.map { Found(key: $0.key, path: SigningKeyFile.path(in: data), warnings: $0.warnings) }
    }
}
