import TMapsServer
import TMapsTesting
import Testing

@Suite struct ConfigurationTests {
    private func read(
        _ arguments: [String] = [], _ environment: [String: String] = [:]
    ) throws(ConfigurationFaults) -> ConfigurationReading {
        try Configuration.read(arguments: arguments, environment: environment)
    }

    private func source(_ name: String, in reading: ConfigurationReading) -> String? {
        reading.entries.first { $0.flag.name == name }.map { "\($0.value) \($0.source)" }
    }

    @Test("a flag wins over the environment, that over the file, that over the default; each value knows its source")
    func precedence() throws {
        let folder = TestFolder()
        let file = folder.file("config.plist")
        try folder.write(
            """
            <?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>
            <key>data</key><string>/from/file</string><key>retain</key><integer>5</integer>
            <key>log-level</key><string>debug</string><key>no-implicit-sessions</key><true/>
            <key>allow-host</key><array><string>a.example</string><string>b.example:81</string></array></dict></plist>
            """, to: "config.plist")
        let reading = try read(
            ["--log-level=error", "--config", file], ["TMAPS_DATA": "/from/environment", "TMAPS_LOG_LEVEL": "warning"])
        let configuration = reading.configuration
        #expect(configuration.logLevel == .error)
        #expect(configuration.data == "/from/environment")
        #expect(configuration.retain.count == 5)
        #expect(configuration.allowHosts == ["a.example", "b.example:81"])
        #expect(!configuration.hasImplicitSessions)
        #expect(source("log-level", in: reading) == "error flag")
        #expect(source("data", in: reading) == "/from/environment environment")
        #expect(source("retain", in: reading) == "5 \(file)")
        #expect(source("max-queue", in: reading) == "16777216 default")
    }

    @Test("client templates are taken unless they are switched off, and only on and off say so")
    func clientTemplates() throws {
        #expect(try read().configuration.takesClientTemplates)
        #expect(!(try read([], ["TMAPS_CLIENT_TEMPLATES": "off"]).configuration.takesClientTemplates))
        #expect {
            _ = try read(["--client-templates", "maybe"])
        } throws: { error in
            "\(error)".contains("client-templates") && "\(error)".contains("on or off")
        }
    }

    @Test("the file may be JSON, and named in the environment")
    func json() throws {
        let folder = TestFolder()
        try folder.write(#"{"listen": ":0", "max-peers": 7}"#, to: "config.json")
        let configuration = try read([], ["TMAPS_CONFIG": folder.file("config.json")]).configuration
        #expect(configuration.listen == ListenAddress(host: "127.0.0.1", port: 0))
        #expect(configuration.maxPeers == 7)
    }

    @Test("every fault is named, all at once, with where it came from")
    func faults() throws {
        let folder = TestFolder()
        try folder.write(#"{"durabilty": "full", "retain": 0}"#, to: "c.json")
        let file = folder.file("c.json")
        let arguments = ["serve", "--lisen", "x", "--log-level", "loud", "--config", file, "--max-queue"]
        do throws(ConfigurationFaults) {
            _ = try read(arguments, ["TMAPS_EMBED": "android"])
            Issue.record("accepted")
        } catch {
            #expect(
                error.lines == [
                    "serve: expected a flag", "--lisen: no such flag; did you mean --listen?", "x: expected a flag",
                    "--max-queue: expected BYTES after it",
                    "\(file): durabilty: no such key; did you mean durability?",
                    "TMAPS_EMBED=android: expected none or ios",
                    "--log-level loud: expected debug, info, warning or error",
                    "\(file): retain 0: expected a whole number from 1 to 10000000",
                ])
        }
    }

    @Test("a file that is missing or malformed is named")
    func badFile() throws {
        let folder = TestFolder()
        try folder.write("<plist><dict><key>a", to: "bad.plist")
        for (name, reason) in [("none", "does not exist"), ("bad.plist", "is not a well-formed XML property list")] {
            #expect(throws: ConfigurationFaults(lines: ["\(folder.file(name)): \(reason)"])) {
                try read(["--config", folder.file(name)])
            }
        }
    }

    @Test("an empty variable counts as none, as Compose makes it of one that is not set")
    func emptyVariables() throws {
        let names = (Configuration.flags + [Configuration.fileFlag]).map(\.environmentName)
        let configuration = try read([], Dictionary(names.map { ($0, "") }) { $1 }).configuration
        #expect("\(configuration)" == "\(Configuration())")
    }

    @Test("the default text of every flag is its value")
    func defaults() throws {
        let typed = Configuration.flags.filter { !$0.defaultValue.isEmpty }.map { "--\($0.name)=\($0.defaultValue)" }
        let (a, b) = (try read(typed).configuration, Configuration())
        #expect("\(a)" == "\(b)")
    }

    @Test(
        "an address is HOST:PORT; an empty host is 127.0.0.1",
        arguments: [
            (":0", "127.0.0.1", 0), ("0.0.0.0:80", "0.0.0.0", 80), ("[::1]:8080", "::1", 8080),
            ("localhost:1", "localhost", 1),
        ] as [(String, String, UInt16)])
    func address(text: String, host: String, port: UInt16) {
        #expect(ListenAddress(text) == ListenAddress(host: host, port: port))
    }

    @Test("what is no address is refused", arguments: ["", "8080", "a:b", "::1:80", "h:70000", "h:-1"])
    func noAddress(text: String) { #expect(ListenAddress(text) == nil) }
}

@Suite struct StartTests {
    private func fault(_ configure: (inout Configuration) -> Void) -> StartFault? {
        do {
            _ = try TestServer(configure)
            return nil
        } catch {
            return error as? StartFault
        }
    }

    @Test("a port in use, a missing bundle and an unwritable folder are one clear line each")
    func cannotStart() async throws {
        let server = try TestServer()
        let port = server.port
        #expect(fault { $0.listen.port = port }?.message.contains("in use") == true)
        #expect(
            fault { $0.bundle = "/no/such/bundle" }?.message.contains("--bundle: the folder /no/such/bundle") == true)
        #expect(fault { $0.data = "/proc/nothing" }?.message.hasPrefix("--data /proc/nothing: ") == true)
        #expect(fault { $0.secrets = "/no/such/secrets" }?.message.contains("/no/such/secrets") == true)
        let nowhere = fault { $0.listen.host = "no host" }
        #expect(nowhere?.message == "--listen: no host is neither an address nor a host name")
        #expect(nowhere?.exitCode == 2)
        await server.stop()
    }
}
