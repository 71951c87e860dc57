internal import Glibc
internal import TMapsStore

/// `--open`: hands an address to the desktop's browser.
enum MapOpener {
    private static let program = "xdg-open"

    /// Returns at once; what goes wrong is a warning in the log.
    static func open(_ url: String, asksForToken: Bool, _ log: Log) {
        // Not in the address: every user of the machine can read the command line that it would be on.
        if asksForToken { log.warning("--open: the page needs a token; put #token=… of tmaps token behind \(url)") }
        var child: pid_t = 0
        let failure = spawn(url, &child)
        guard failure == 0 else {
            let reason =
                failure == ENOENT
                ? "there is no \(program) on this machine (package xdg-utils)" : String(cString: strerror(failure))
            return log.warning("--open: \(reason); open \(url) yourself")
        }
        watch(child, url, log)
    }

    /// With nothing of this process: neither the signals it blocks nor its files, nor its terminal's Ctrl-C.
    private static func spawn(_ url: String, _ child: inout pid_t) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        for (descriptor, mode) in [(0, O_RDONLY), (1, O_WRONLY), (2, O_WRONLY)] {
            posix_spawn_file_actions_addopen(&actions, Int32(descriptor), "/dev/null", mode, 0)
        }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
        var arguments = [strdup(program), strdup(url), nil]
        defer { for argument in arguments { free(argument) } }
        return posix_spawnp(&child, program, &actions, &attributes, &arguments, environ)
    }

    /// On a thread of its own, which may wait as long as a browser runs.
    private static func watch(_ child: pid_t, _ url: String, _ log: Log) {
        let (thread, failure) = BodyThread.start {
            var status: Int32 = 0
            while waitpid(child, &status, 0) < 0, errno == EINTR {}
            guard status != 0 else { return }
            log.warning("--open: \(program) could not open a browser (exit code \(status >> 8)); open \(url) yourself")
        }
        if failure == 0 { pthread_detach(thread) }
    }
}

extension Server {
    /// Where a browser on this machine finds the map.
    var mapURL: String {
        var place = address
        // No certificate is made out to a wildcard.
        if HostName(listen: place.host)?.isWildcard == true { place.host = "localhost" }
        let isDemo = configuration.bundle == nil && configuration.maps == nil
        return "\(configuration.origin(of: place))/tmapswww/\(isDemo ? "?map=demo" : "")"
    }
}
