import TMapsTesting
import Testing

/// `tmaps link`, the built program.
@Suite(.timeLimit(.minutes(1))) struct LinkCommandTests {
    @Test(
        "without a session a link is explained on standard output and no server is asked",
        arguments: [
            (
                "mwm://map?ll=1.1,1.2&n=A&ll=2.1,2.2&backurl=app",
                #"{"kind":"map","version":0,"back_url":"app://","balloon_action":false,"points":"#
                    + #"[{"latitude":1.1,"longitude":1.2,"name":"A"},{"latitude":2.1,"longitude":2.2}]}"#
            ),
            (
                "om://v2/nav?destination=2,2&mode=walk",
                #"{"kind":"route","mode":"pedestrian","navigate":true,"preview":false,"optimize":false,"stops":"#
                    + #"[{"current":true},{"latitude":2,"longitude":2}]}"#
            ), ("om://menu", #"{"kind":"menu"}"#),
        ])
    func explained(url: String, json: String) async throws {
        // TMAPS_SESSION is not --session.
        let result = try await Program.run("link", url, environment: ["TMAPS_SESSION": "hall"])
        #expect(result.code == 0 && result.errors.isEmpty && result.output == json + "\n", "\(result)")
    }

    @Test("a link that says nothing is exit code 1, its reason on standard output")
    func incorrect() async throws {
        let result = try await Program.run(
            "link", "--session", "hall", "om://map?ll=1,2,3", "--server", "http://[::1]:1")
        #expect(result.code == 1)
        #expect(result.output.hasPrefix(#"{"kind":"incorrect","reason":"ll: found \"1,2,3\", expected "#))
    }

    @Test("with a session the link is shown there, and is confirmed when the program ends")
    func shown() async throws {
        let server = try TestServer()
        let map = try FakeMap(port: server.port, session: "hall")
        map.dispatch(#"{"type":"MAP_LOADED"}"#)
        _ = try await Program.run("listen", "--server", server.url, "--session", "hall", "--until", "MAP_LOADED")
        let result = try await Program.run(
            "link", "--server", server.url, "--session", "hall", "geo:35.5,33.25?q=Castle&z=15")
        #expect(result.code == 0 && result.output.hasPrefix(#"{"kind":"search","query":"Castle""#), "\(result)")
        #expect(try await map.heard.next() == #"{"type":"SET_CENTER","center":[33.25,35.5]}"#)
        #expect(try await map.heard.next() == #"{"type":"SET_ZOOM","zoom":15}"#)
        #expect(try await map.heard.next() == #"{"type":"SEARCH_ITEM","featureIdOrCategoryName":"Castle"}"#)
        let menu = try await Program.run("link", "--server", server.url, "--session", "hall", "om://menu")
        #expect(menu.code == 1 && menu.output == "{\"kind\":\"menu\"}\n")
        #expect(menu.errors == "tmaps link: a map has nothing to show for it; nothing was dispatched\n")
        map.leave()
        await server.stop()
    }

    @Test("nobody listens: exit code 3; wrong use: 2")
    func faults() async throws {
        let server = try TestServer()
        let url = server.url
        await server.stop()
        let lost = try await Program.run("link", "--session", "hall", "--server", url, "om://map?ll=1,2")
        #expect(lost.code == 3 && lost.errors.hasPrefix("tmaps link: cannot connect"), "\(lost)")
        for arguments in [[], ["om://map?ll=1,2", "z=17"]] {
            let result = try await Program(["link"] + arguments).end()
            #expect(result.code == 2 && result.errors.contains("expected one URL"), "\(result)")
        }
    }
}
