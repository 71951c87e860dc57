internal import TMapsNet
internal import TMapsProtocol
internal import TMapsRelay

/// `GET /metrics`: how the server is doing, for Prometheus (wire contract §1, docs/metrics.md). Nothing in it is a
/// session's or a peer's own: no id, no token, and as many series whatever is connected. Loop thread only.
struct MetricsRoute {
    static let path = "/metrics"

    let relay: Relay

    func answer(_ request: HTTPRequest) -> HTTPResponse {
        guard request.method == "GET" || request.method == "HEAD" else { return Problem.methodNotAllowed("GET, HEAD") }
        return HTTPResponse(
            status: 200, headers: [("Content-Type", Exposition.contentType), ("Cache-Control", "no-store")],
            body: .bytes(Array(text().utf8)))
    }

    private func text() -> String {
        var page = Exposition()
        page.family("tmaps_build_info", .gauge, "The version that runs; always 1.")
        page.sample("tmaps_build_info", 1, [("version", Server.version)])
        addConnections(&page)
        addActions(&page)
        addTraffic(&page)
        addStorage(&page)
        addProcess(&page)
        return page.text
    }

    private func addConnections(_ page: inout Exposition) {
        let (census, inMemory) = relay.sessions.census()
        page.single("tmaps_sessions", .gauge, "Sessions that exist.", relay.sessions.count)
        page.single("tmaps_sessions_in_memory", .gauge, "Sessions that are in memory.", inMemory)
        page.each(
            "tmaps_peers", .gauge, "Connected peers.", by: "role",
            [("map", census.maps), ("client", census.clients), ("observer", census.observers)])
        page.single("tmaps_maps_ready", .gauge, "Maps that have dispatched READY.", census.readyMaps)
        page.single("tmaps_maps_loaded", .gauge, "Maps that have dispatched MAP_LOADED.", census.loadedMaps)
        page.single("tmaps_maps_hidden", .gauge, "Maps whose tab is not shown.", census.hiddenMaps)
        let closes = relay.meters.closes
        page.each(
            "tmaps_connections_closed_total", .counter, "Ended WebSockets and event streams, by close code.",
            by: "code",
            Meters.knownCloses.map { ("\($0)", closes[$0] ?? 0) } + [("other", closes[0] ?? 0)])
    }

    private func addActions(_ page: inout Exposition) {
        let tally = relay.tally
        page.each(
            "tmaps_actions_accepted_total", .counter, "Actions that got a number.", by: "role",
            [("map", tally.acceptedFromMaps), ("client", tally.acceptedFromClients)])
        page.single(
            "tmaps_actions_duplicate_total", .counter, "Actions that were dispatched again and confirmed again.",
            tally.duplicates)
        // Those that are never used for an action are in it when they are.
        let codes = Set(Self.codes).union(tally.refused.keys).map(\.rawValue).sorted()
        page.each(
            "tmaps_actions_refused_total", .counter, "Messages and posted lists that were refused, by error code.",
            by: "code", codes.map { ($0, tally.refused[ErrorCode(rawValue: $0)] ?? 0) })
    }

    private static let codes: [ErrorCode] = [
        .invalidJSON, .tooDeep, .duplicateKey, .notAnAction, .tooLarge, .invalidField, .wrongDirection, .unknownPeer,
        .rateLimited,
        .notReadyOverflow, .storage, .forbidden,
    ]

    private func addTraffic(_ page: inout Exposition) {
        let meters = relay.meters
        page.single(
            "tmaps_messages_received_total", .counter, "WebSocket messages from peers.", meters.messagesReceived)
        page.single(
            "tmaps_received_bytes_total", .counter, "Bytes of those messages, without framing.", meters.bytesReceived)
        page.single(
            "tmaps_messages_sent_total", .counter, "Messages and events queued for peers.", meters.messagesSent)
        page.single("tmaps_sent_bytes_total", .counter, "Bytes of those, with framing.", meters.bytesSent)
        page.single(
            "tmaps_send_queue_high_water_bytes", .gauge,
            "The most bytes that have waited for one peer since the start.",
            meters.queueHighWater)
        page.single(
            "tmaps_send_queue_limit_bytes", .gauge, "Bytes that may wait for one peer (--max-queue).",
            relay.options.maxQueueBytes)
    }

    private func addStorage(_ page: inout Exposition) {
        let (journal, counts) = (relay.journal, relay.meters.journal)
        page.single("tmaps_storage_up", .gauge, "1: storage works, 0: it fails.", journal.outage.fault == nil ? 1 : 0)
        page.single("tmaps_storage_outages_total", .counter, "Times storage began to fail.", counts.outages)
        page.each(
            "tmaps_journal_commits_total", .counter, "Batches given to the store.", by: "result",
            [("success", counts.commits), ("failure", counts.failedCommits)])
        page.single("tmaps_journal_records_total", .counter, "Actions that are written.", counts.records)
        page.histogram(
            "tmaps_journal_commit_duration_seconds", "From a batch's end to the store's answer.", counts.durations)
        let unwritten = journal.unwritten
        page.single("tmaps_journal_unwritten_records", .gauge, "Accepted and not on disk.", unwritten.records)
        page.single("tmaps_journal_unwritten_bytes", .gauge, "Bytes of those.", unwritten.bytes)
        page.single(
            "tmaps_senders_held", .gauge, "1: nothing is read from peers until the store has caught up.",
            journal.isHoldingSenders ? 1 : 0)
        page.each(
            "tmaps_retention_trims_total", .counter, "Times old records were looked for.", by: "result",
            [("success", counts.trims), ("failure", counts.failedTrims)])
        page.single(
            "tmaps_retention_trimmed_sessions_total", .counter, "Sessions that lost old records, each time.",
            counts.trimmedSessions)
    }

    /// Under the names that every Prometheus client library uses.
    private func addProcess(_ page: inout Exposition) {
        let figures = ProcessFigures()
        page.single(
            "process_start_time_seconds", .gauge, "When the process began, since 1970.", ProcessFigures.startTime)
        page.single("process_cpu_seconds_total", .counter, "Processor time, user and system.", figures.cpuSeconds)
        page.single("process_resident_memory_bytes", .gauge, "Memory in use.", figures.resident)
        page.single("process_virtual_memory_bytes", .gauge, "Address space in use.", figures.virtual)
        page.single("process_open_fds", .gauge, "Open file descriptors.", figures.openDescriptors)
        page.single("process_max_fds", .gauge, "File descriptors that may be open.", figures.maxDescriptors)
    }
}
