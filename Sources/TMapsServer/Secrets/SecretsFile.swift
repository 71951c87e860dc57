/// Reads `Config.Secrets.plist`: an XML or binary property list, or the same keys as JSON.
package enum SecretsFile {
    /// The secrets of a file's bytes, and what is odd about them without being wrong.
    ///
    /// - Parameter path: for the errors. Their texts hold no value, nor what the decoder says, which may quote one.
    static func parse(_ bytes: [UInt8], path: String) throws(SecretsError) -> (secrets: Secrets, notes: [String]) {
        let values = try decode(bytes, path: path)
        var strings: [String: String] = [:]
        for name in known {
            switch values[name] {
            case nil: continue
            case .string(let text): strings[name] = text
            case .other(let kind):
                let line = line(of: name, in: bytes)
                throw SecretsError(path: path, line: line, key: name, reason: "must be a string, but is \(kind)")
            }
        }
        for name in used where strings[name]?.isEmpty == true {
            throw SecretsError(
                path: path, line: line(of: name, in: bytes), key: name, reason: "is empty: fill it in or leave it out")
        }
        return (try secrets(strings, path: path), notes(strings, values.keys))
    }

    /// Keys that are sent to maps or used here.
    private static let used = ["client_id", "client_secret", "mapbox_access_token", "signing_key"]
    /// Keys that apps keep in the same file. Accepted, never sent.
    private static let known = used + ["AppID", "AppToken", "LocationIdentifier"]
    /// RFC 7518 §3.2: an HS256 key has at least as many bits as the hash.
    private static let minimumKeyBytes = SigningKey.minimumBytes

    private static func secrets(_ strings: [String: String], path: String) throws(SecretsError) -> Secrets {
        let application: Secrets.Application?
        switch (strings["client_id"], strings["client_secret"]) {
        case (let id?, let secret?): application = .init(clientID: id, clientSecret: secret)
        case (nil, nil): application = nil
        case (nil, _): throw SecretsError(path: path, key: "client_id", reason: "is missing beside client_secret")
        case (_, nil): throw SecretsError(path: path, key: "client_secret", reason: "is missing beside client_id")
        }
        return Secrets(
            application: application, mapboxAccessToken: strings["mapbox_access_token"],
            signingKey: strings["signing_key"])
    }

    private static func notes(_ strings: [String: String], _ names: some Collection<String>) -> [String] {
        var notes: [String] = []
        if strings["client_id"] == nil { notes.append("no client_id and client_secret: none are sent to maps") }
        if let key = strings["signing_key"], key.utf8.count < minimumKeyBytes {
            notes.append("signing_key is shorter than \(minimumKeyBytes) bytes: no tokens are signed with it")
        }
        let unknown = names.filter { !known.contains($0) }.sorted()
        if !unknown.isEmpty { notes.append("not used: \(unknown.joined(separator: ", "))") }
        return notes
    }
}
