import Synchronization
import TMapsClient
import TMapsProtocol
import TMapsServer
import TMapsTesting
import Testing

/// The built program against the real server.
@Suite(.timeLimit(.minutes(1))) struct CommandLineTests {
    @Test("listen tells the state first, then each action on a line, and ends with --until")
    func listen() async throws {
        let server = try TestServer()
        let map = try FakeMap(port: server.port, session: "hall")
        map.dispatch(#"{"type":"MAP_LOADED"}"#)
        let until = try await Program.run(
            "listen", "--server", server.url, "--session", "hall", "--until", "MAP_LOADED")
        #expect(until.code == 0)
        #expect(until.output.contains("state READY\n"))
        let json = try Program(
            ["listen", "--json", "--until", "LAST"], environment: ["TMAPS_SERVER": server.url, "TMAPS_SESSION": "hall"])
        #expect(try await json.lines.next() == #"{"state":true,"action":{"type":"READY"}}"#)
        #expect(try await json.lines.next() == #"{"state":true,"action":{"type":"MAP_LOADED"}}"#)
        let human = try Program(["listen", "--server", server.url, "--session=hall", "--until", "LAST"])
        _ = try await human.lines.next()
        _ = try await human.lines.next()
        map.dispatch("{\"type\":\"FEATURES_TAPPED\",\n\"features\":[{\"id\":\"w1\"}]}")
        let line = try await json.lines.next()
        #expect(
            line.hasSuffix(#""peer":"m1","role":"map","action":{"type":"FEATURES_TAPPED", "features":[{"id":"w1"}]}}"#))
        #expect(try await human.lines.next().hasSuffix(#" map m1 FEATURES_TAPPED features=[{"id":"w1"}]"#))
        map.dispatch(#"{"type":"LAST","text":"a\u001b[31m‮b"}"#)
        #expect(try await human.lines.next().hasSuffix(#" map m1 LAST text="a\u001b[31m\u{202e}b""#))
        #expect(try await json.end().code == 0)
        #expect(try await human.end().code == 0)
        map.leave()
        await server.stop()
    }

    @Test("listen survives a server restart and says so")
    func restart() async throws {
        let folder = TestFolder()
        var server = try TestServer(folder: folder)
        let port = server.port
        let client = try TMapsClient()
        let events = client.events
        try await client.connect(to: server.url)
        let listen = try Program(["listen", "--server", server.url, "--until", "CUSTOM"])
        for await case .presence(let presence) in events where presence.clients == 2 { break }
        await server.stop()
        server = try TestServer(folder: folder) { $0.listen.port = port }
        let map = try FakeMap(port: port, session: "default")
        #expect(try await listen.lines.next().hasSuffix(" map m1 READY"))
        map.dispatch(#"{"type":"CUSTOM"}"#)
        let result = try await listen.end()
        #expect(result.code == 0)
        #expect(result.errors.contains("connecting again\ntmaps listen: connected again\n"), "\(result.errors)")
        map.leave()
        await client.close()
        await server.stop()
    }

    @Test("an observer hears what clients dispatch")
    func observer() async throws {
        let server = try TestServer()
        let client = try TMapsClient()
        try await client.connect(to: server.url, peer: "c1")
        let listen = try Program(["listen", "--server", server.url, "--observer", "--until", "X"])
        let isOver = Flag()
        let end = Task {
            defer { isOver.value.store(true, ordering: .relaxed) }
            return try await listen.end().output
        }
        // Nobody is told that an observer has come, so it is spoken to until it hears.
        while !isOver.value.load(ordering: .relaxed) { try await client.dispatch(#"{"type":"X","n":1}"#) }
        #expect(try await end.value.hasSuffix(" client c1 X n=1\n"))
        await client.close()
        await server.stop()
    }

    @Test("nobody listens, or nobody has the name: exit code 3, at once, with the address and the reason")
    func cannotConnect() async throws {
        let server = try TestServer()
        let url = server.url
        await server.stop()
        for command in [["dispatch", "X"], ["listen"], ["record", "-"], ["sessions"], ["health"]] {
            let result = try await Program(command + ["--server", url]).end()
            #expect(result.code == 3)
            #expect(result.errors == "tmaps \(command[0]): cannot connect to \(url): Connection refused\n")
            let unknown = try await Program(command + ["--server", "http://nobody.invalid"]).end()
            #expect(unknown.code == 3)
            #expect(unknown.errors.contains("cannot connect to http://nobody.invalid: "), "\(unknown.errors)")
        }
    }

    @Test("what the server refuses is exit code 1, with its code")
    func refused() async throws {
        let server = try TestServer()
        let result = try await Program.run("dispatch", "READY", "--server", server.url)
        #expect(result.code == 1)
        #expect(result.errors.hasPrefix("tmaps dispatch: wrong_direction: "), "\(result.errors)")
        let late = try await Program.run("listen", "--server", server.url, "--until", "NEVER", "--timeout", "0.1s")
        #expect(late.code == 1)
        #expect(try await Program.run("listen", "--server", server.url, "--timeout", "100ms").code == 0)
        await server.stop()
    }

    @Test(
        "wrong use is exit code 2, and names what is wrong",
        arguments: [
            ([], "usage:"), (["dispach"], "did you mean dispatch?"), (["dispatch"], "expected the action's TYPE"),
            (["dispatch", "--sever", "x", "X"], "no such option --sever; did you mean --server?"),
            (["dispatch", "X", "zoom"], "argument 2: expected key=value"), (["dispatch", "X", "=1"], "expected a key"),
            (["dispatch", "X", "a:=[1,]"], "a: the value is not JSON, at byte 3"),
            (["dispatch", "X", "a=1", "a=2"], "a is given twice"),
            (["dispatch", "X", "type=Y"], "the type is given already: X"),
            (["dispatch", "SET_ZOM", "zoom=1"], "no such action SET_ZOM; did you mean SET_ZOOM? --custom sends it"),
            (["dispatch", "set_zoom", "zoom=1"], "did you mean SET_ZOOM?"),
            (["dispatch", "SET_ZOOM", "zom=1"], "SET_ZOOM has no field zom; did you mean zoom?"),
            (
                ["dispatch", "SET_ZOOM", "zoom=far"],
                "zoom: expected a number (zoom level), found \"far\"; see tmaps actions"
            ),
            (["dispatch", "SET_ZOOM", "zoom=nan"], "zoom: expected a number (zoom level), found \"nan\""),
            (["dispatch", "SET_ZOOM"], "zoom: required, and missing; see tmaps actions SET_ZOOM"),
            (["dispatch", "SET_CENTER", "center=31.95,135.9"], "center: latitude 135.9 is outside -90…90"),
            (["dispatch", "SET_THEME", "theme:=[1]"], "theme: expected an object, found an array"),
            (["dispatch", #"{"type":"X""#], "invalid_json: "),
            (["dispatch", "{}", "zoom=1"], "expected nothing beside it"),
            (["actions", "SET_ZOM"], "\"SET_ZOM\" is not in the action table; did you mean SET_ZOOM?"),
            (["actions", "A", "B"], "expected one TYPE"), (["help", "SET_ZOM"], "did you mean SET_ZOOM?"),
            (["dispatch", "X", "--wait"], "no event ends this action"),
            (["dispatch", "X", "--timeout", "soon"], "is no duration"),
            (["dispatch", "X", "--server"], "expected URL after it"),
            (["dispatch", "X", "--server", "ftp://x"], "expected http or https"),
            (["dispatch", "X", "--session", "a b"], "session \"a b\""),
            (["dispatch", "--json", "/nonexistent"], "/nonexistent: No such file"),
            (["listen", "--json=1"], "--json takes no value"),
            (["listen", "x"], "expected no argument"),
            (["listen", "--until", "A", "--until", "B"], "--until is given twice"),
            (["health", "x"], "expected no argument, found \"x\""), (["record"], "expected one FILE, found none"),
            (["sessions", "--server", "ftp://x"], "expected http or https, found \"ftp\""),
            (["link", "--session", "a b", "geo:1,2"], "session \"a b\""),
            (["link", "--session", "s", "--server", "x", "geo:1,2"], "\"x\" is no server's URL"),
            (["version", "x"], "expected no argument"), (["help", "liste"], "did you mean listen?"),
        ])
    func wrongUse(arguments: [String], says: String) async throws {
        let result = try await Program(arguments).end()
        #expect(result.code == 2)
        #expect(result.errors.contains(says), "\(result.errors)")
        #expect(result.output.isEmpty)
    }

    @Test("a secret given on the command line is never echoed")
    func secrets() async throws {
        let server = try TestServer()
        let calls = [
            ["SET_APPLICATION_SECRETS", "client_id=i", "client_secret=hunter2"],
            ["SET_APPLICATION_SECRETS", "client_id=i", "client_secret", "hunter2"],
            ["SET_APPLICATION_SECRETS", "client_secret:=hunter2"],
            ["SET_APPLICATION_SECRETS", "--client_secret=hunter2"],
            ["SET_MAPBOX_ACCESS_TOKEN", "access_token=hunter2", "access_token=hunter2"],
            ["SET_MAPBOX_ACCESS_TOKEN", "access_token=hunter2", "--wait"], ["access_token=hunter2"],
        ]
        for call in calls {
            let result = try await Program(["dispatch", "--server", server.url] + call).end()
            #expect(!(result.output + result.errors + server.log).contains("hunter2"), "\(result.errors)")
        }
        let url = try await Program.run("listen", "--server", "http://me:hunter2@127.0.0.1")
        #expect(!url.errors.contains("hunter2"))
        await server.stop()
    }

    @Test("actions lists the table, and explains one type as help does")
    func actions() async throws {
        let list = try await Program.run("actions").output
        for entry in ActionCatalog.entries { #expect(list.contains("  \(entry.name) "), "\(entry.name)") }
        let one = try await Program.run("actions", "LOAD_MAP").output
        #expect(
            one.hasPrefix(
                "LOAD_MAP (app → map)\nLoads a map and shows it. Kept: load. Ends with MAP_LOADED or ERROR.\n"))
        #expect(one.contains("\n  theme.primary  colour                 Colour of buttons and loading.\n"))
        #expect(one.contains(#"\#n{"type":"LOAD_MAP","map_id":"3","center":[35.91,31.95],"zoom":17}\#n"#))
        #expect(try await Program.run("help", "LOAD_MAP").output == one)
    }

    @Test("help and version are there for every command")
    func help() async throws {
        for command in ["serve", "dispatch", "listen", "record", "replay", "run", "actions", "version"] {
            let asked = try await Program.run(command, "--help")
            #expect(asked.code == 0)
            #expect(asked.output.hasPrefix("usage: tmaps \(command)"))
            #expect(try await Program.run("help", command).output == asked.output)
        }
        #expect(try await Program.run("help").output.contains("dispatch"))
        #expect(try await Program.run("version").output == "tmaps \(Server.version)\n")
    }
}

private final class Flag: Sendable {
    let value = Atomic(false)
}
