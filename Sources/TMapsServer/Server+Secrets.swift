internal import TMapsNet
internal import TMapsProtocol
internal import TMapsRelay

// MARK: - At the start

extension Server.Parts {
    /// The secrets file, its oddities logged.
    static func secrets(_ configuration: Configuration, _ log: Log) throws(StartFault) -> SecretsFile.Found {
        let found: SecretsFile.Found
        do throws(SecretsError) {
            found = try SecretsFile.find(explicit: configuration.secrets)
        } catch {
            throw StartFault("secrets: \(error.description)")
        }
        for warning in found.warnings { log.warning("secrets: \(warning)") }
        for note in found.notes { log.info("secrets: \(note)") }
        return found
    }

    /// What maps are sent.
    static func actions(_ found: SecretsFile.Found) -> SecretShelf.Actions {
        .init(
            application: found.secrets.applicationSecretsAction.map(frame),
            mapbox: found.secrets.mapboxAccessTokenAction.map(frame))
    }

    private static func frame(_ bytes: [UInt8]) -> Frame { bytes.withUnsafeBytes { Frame($0) } }

    /// The key that tokens are checked with; nil where none are asked for.
    static func signingKey(
        _ configuration: Configuration, _ secrets: SecretsFile.Found, _ log: Log
    ) throws(StartFault) -> SigningKey? {
        guard ListenRule.needsToken(host: configuration.listen.host, auth: configuration.auth) else { return nil }
        do throws(AccessError) {
            let found = try SigningKeySource.find(secrets, data: configuration.data, makesOne: true)
            for warning in found?.warnings ?? [] { log.warning("tokens: \(warning)") }
            if let found { log.info("tokens: asked for, and checked with the key in \(found.path)") }
            return found?.key
        } catch {
            throw StartFault("tokens: \(error.description)")
        }
    }
}

// MARK: - Later

extension Server {
    /// Reads the secrets file again; maps that become ready from now on are sent what it holds, and tokens are checked
    /// with its `signing_key`. A file with a fault is named in the log and changes nothing. Any thread.
    package func reloadSecrets() {
        do throws(StartFault) {
            let secrets = try Parts.secrets(configuration, log)
            let key = try Parts.signingKey(configuration, secrets, log)
            let actions = Parts.actions(secrets)
            loop.execute { [self] in
                relay.sessions.setSecrets(actions)
                if let key { changeKey(key) }
            }
            log.info("secrets: read again")
        } catch {
            log.error("\(error.message); the secrets stay as they were")
        }
    }

    /// Another key makes void what the one before signed: who is connected by that is closed.
    private func changeKey(_ key: SigningKey) {
        guard key != gatekeeper.key else { return }
        gatekeeper.change(key: key)
        expiries.closeAll("the signing key has changed")
        log.warning("the signing key has changed: tokens made with the one before are void")
    }
}
