internal import Glibc

/// `tmaps check`: what `serve` would run with and what is wrong with it, all at once. Changes nothing.
package enum CheckCommand {
    /// Exit code 0 where `serve` would start, 1 where something is wrong, 2 for wrong use.
    package static func run(
        arguments: [String], environment: [String: String], output: (String) -> Void
    ) -> Int32 {
        let reading: ConfigurationReading
        do throws(ConfigurationFaults) {
            reading = try Configuration.read(arguments: arguments, environment: environment)
        } catch {
            for line in error.lines { output("wrong: \(line)\n") }
            return 2
        }
        let width = (reading.entries.map(\.flag.name.count).max() ?? 0) + 2
        for entry in reading.entries {
            let name = entry.flag.name + String(repeating: " ", count: width - entry.flag.name.count)
            output("\(name)\(entry.value.isEmpty ? "-" : entry.value)  (\(entry.source))\n")
        }
        let findings = findings(reading.configuration)
        for warning in findings.warnings { output("warning: \(warning)\n") }
        for fault in findings.faults { output("wrong: \(fault)\n") }
        if findings.faults.isEmpty { output("fine\n") }
        return findings.faults.isEmpty ? 0 : 1
    }

    private struct Findings {
        var warnings: [String] = []
        var faults: [String] = []
    }

    private static func findings(_ configuration: Configuration) -> Findings {
        var findings = Findings()
        let host = configuration.listen.host
        if let refusal = ListenRule.refusal(host: host) { findings.faults.append(refusal) }
        let isSecure = configuration.tls != nil
        if let warning = ListenRule.warning(host: host, auth: configuration.auth, isSecure: isSecure) {
            findings.warnings.append(warning)
        }
        do throws(AccessError) {
            _ = try HostPolicy(boundHost: host, port: configuration.listen.port, allowHosts: configuration.allowHosts)
            _ = try OriginPolicy(allowOrigins: configuration.allowOrigins)
        } catch {
            findings.faults.append(error.description)
        }
        do throws(SecretsError) {
            let secrets = try SecretsFile.find(explicit: configuration.secrets)
            findings.warnings += secrets.warnings
            checkKey(configuration, secrets, &findings)
        } catch {
            findings.faults.append("secrets: \(error.description)")
        }
        if let tls = configuration.tls?.check() {
            findings.warnings += tls.warnings
            findings.faults += tls.faults
        }
        checkFolders(configuration, &findings)
        return findings
    }

    /// The key of the tokens, where such are asked for. A missing one is made by `serve`.
    private static func checkKey(
        _ configuration: Configuration, _ secrets: SecretsFile.Found, _ findings: inout Findings
    ) {
        guard ListenRule.needsToken(host: configuration.listen.host, auth: configuration.auth) else { return }
        do throws(AccessError) {
            let found = try SigningKeySource.find(secrets, data: configuration.data, makesOne: false)
            findings.warnings += found?.warnings ?? []
        } catch {
            findings.faults.append("tokens: \(error.description)")
        }
    }

    private static func checkFolders(_ configuration: Configuration, _ findings: inout Findings) {
        let hosting = Hosting.mounts(configuration)
        findings.warnings += hosting.warnings
        findings.faults += hosting.faults
        if let reason = unwritable(configuration.data) {
            findings.faults.append("--data \(configuration.data): \(reason)")
        }
    }

    /// Why sessions could not be kept in this folder, or nil. A missing one is made by `serve`, so its parent counts.
    private static func unwritable(_ path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0 else {
            let parent = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
            return access(parent.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : parent, W_OK) == 0
                ? nil : "it is missing and cannot be made"
        }
        guard status.st_mode & S_IFMT == S_IFDIR else { return "it is not a folder" }
        return access(path, W_OK) == 0 ? nil : "it cannot be written"
    }
}
