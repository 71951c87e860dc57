import TMapsAdapters
import TMapsClient

/// `tmaps link URL`: what a map link means, as JSON; with `--session` it is shown there.
enum LinkCommand {
    static let command = Command(
        name: "link", arguments: "[--session S [options]] URL",
        summary: "say what a map link means, or show it on the maps of a session",
        options: [
            // Not from TMAPS_SESSION: without the option nothing is sent.
            CommandOption("session", "S", "show the link on the maps of this session")
        ] + ServerOptions.table.filter { $0.name != "session" } + [
            CommandOption("timeout", "TIME", "for showing it: 500ms, 10s, 2m", default: "10s")
        ],
        details: """
            Reads the links of Organic Maps (om://map, om://v2/dir, om://v2/nav, om://search, om://crosshair, short
            links, omaps.app), geo: and those of web maps. Prints one JSON object; for a link that says nothing its kind
            is "incorrect", with the reason, and the exit code 1.

              tmaps link 'om://map?ll=53.9,27.56667&n=Minsk'
              tmaps link --session hall 'geo:53.9,27.56667?z=12'
            """
    ) { (invocation) throws(UsageError) in
        guard invocation.positional.count == 1, let url = invocation.positional.first else {
            throw UsageError("expected one URL, found \(invocation.positional.count); quote it: a shell reads the &")
        }
        let link = MapLink(url)
        let job = try invocation.has("session") ? Job(link, invocation) : nil
        Console.output(String(decoding: link.json(), as: UTF8.self) + "\n")
        if case .incorrect = link { return ExitCode.failed }
        guard let job else { return ExitCode.fine }
        return runBlocking("link") { try await job.run() }
    }

    private struct Job: Sendable {
        let options: ServerOptions
        let link: MapLink
        let timeout: Duration

        init(_ link: MapLink, _ invocation: Command.Invocation) throws(UsageError) {
            options = try ServerOptions(invocation)
            self.link = link
            timeout = try invocation.duration("timeout") ?? .seconds(10)
        }

        func run() async throws -> Int32 {
            guard !link.actions().isEmpty else {
                Console.note("link", "a map has nothing to show for it; nothing was dispatched")
                return ExitCode.failed
            }
            let client = try TMapsClient(options.configuration(within: timeout))
            try await withTimeLimit(timeout, "not confirmed within \(timeout); it may still take effect") {
                try await client.connect(to: options.server, session: options.session)
                try await client.show(link)
            }
            await client.close()
            return ExitCode.fine
        }
    }
}
