import TMapsClient
import TMapsProtocol

/// Runs a script against a server, step by step, until one fails.
struct ScriptRunner {
    /// Why a step failed: what was wanted, and what was there instead.
    struct Failure: Error {
        let message: String
        var details: [String] = []
        var exitCode = ExitCode.failed
    }

    /// A session that the script has joined; it stays in it to the end.
    private struct Joined {
        let id: String
        let client: TMapsClient
        let inbox: ScriptInbox
    }

    let options: ServerOptions
    /// For every wait that names no time.
    let timeout: Duration
    let note: @Sendable (String) -> Void
    private var joined: [Joined] = []
    private var current: String

    init(_ options: ServerOptions, timeout: Duration, note: @escaping @Sendable (String) -> Void) {
        self.options = options
        self.timeout = timeout
        self.note = note
        current = options.session
    }

    /// Each step's result is told when it is there. Returns the exit code.
    mutating func run(_ script: Script, tell: (Script.Step, ScriptResult) -> Void) async -> Int32 {
        var failed: (line: Int, code: Int32)?
        for step in script.steps {
            if let failed {
                tell(step, .skipped("line \(failed.line) failed"))
                continue
            }
            let start = ContinuousClock.now
            do throws(Failure) {
                try await run(step)
                tell(step, .passed(ContinuousClock.now - start))
            } catch {
                failed = (step.line, error.exitCode)
                tell(step, .failed(error, ContinuousClock.now - start))
            }
        }
        for session in joined { await session.client.close() }
        return failed?.code ?? ExitCode.fine
    }

    private mutating func run(_ step: Script.Step) async throws(Failure) {
        do {
            if case .session(let id) = step.command { current = id }
            let session = try await session()
            if case .dispatch(let dispatch) = step.command {
                for warning in dispatch.warnings { note("line \(step.line): \(warning)") }
                return try await run(dispatch, session)
            }
            await session.inbox.dispatchesEnded()
            switch step.command {
            case .ready(let time): try await waitUntilReady(time, session)
            case .loaded(let time): try await waitUntilLoaded(time, session)
            case .expect(let expectation): try await run(expectation, session)
            case .wait(let time): try await Task.sleep(for: time)
            case .dispatch, .session: break
            }
        } catch let failure as Failure {
            throw failure
        } catch {
            let error = error as? TMapsError ?? TMapsError(.init(rawValue: "failed"), "\(error)")
            throw Failure(message: error.line, exitCode: error.exitCode)
        }
    }

    /// The one that the script is about now, joined where it was not.
    private mutating func session() async throws -> Joined {
        if let session = joined.first(where: { $0.id == current }) { return session }
        let client = try TMapsClient(options.briefConfiguration)
        let session = Joined(id: current, client: client, inbox: ScriptInbox(note: note))
        // Before the connection is made, so that nothing is missed.
        let events = client.events
        Task { await session.inbox.read(events) }
        try await client.connect(to: options.server, session: current)
        joined.append(session)
        return session
    }
}

// MARK: - Steps

extension ScriptRunner {
    private func run(_ dispatch: Script.Dispatch, _ session: Joined) async throws {
        let time = dispatch.within ?? timeout
        let seq: UInt64
        if dispatch.waits {
            seq = try await session.client.perform(dispatch.json, to: dispatch.to, within: time).seq
        } else {
            seq = try await withTimeLimit(time, "not confirmed within \(time); it may still take effect") {
                try await session.client.dispatch(dispatch.json, to: dispatch.to)
            }
        }
        await session.inbox.dispatched(dispatch.type, as: seq)
    }

    private func waitUntilReady(_ time: Duration?, _ session: Joined) async throws {
        let time = time ?? timeout
        guard try await session.inbox.waitUntilReady(until: .now + time) else {
            let maps = await session.inbox.presence?.maps ?? 0
            throw Failure(
                message: "no map of session \(session.id) was ready within \(time)",
                details: [maps == 0 ? noMap(session) : "connected: \(maps), none of them ready"])
        }
    }

    private func waitUntilLoaded(_ time: Duration?, _ session: Joined) async throws {
        let time = time ?? timeout
        guard try await session.inbox.waitUntilLoaded(until: .now + time) else {
            throw Failure(
                message: "no map of session \(session.id) had loaded within \(time)", details: await came(session))
        }
    }

    private func run(_ expectation: Script.Expectation, _ session: Joined) async throws {
        let time = expectation.within ?? timeout
        let event = try await session.inbox.take(expectation, until: .now + time)
        switch (event, expectation.isNegated) {
        case (let event?, true):
            throw Failure(message: "\(expectation.type) came", details: [EventLine.said(event, length: 300)])
        case (nil, false):
            throw Failure(message: "\(expectation.type) did not come within \(time)", details: await came(session))
        case (_?, false), (nil, true): break
        }
    }

    /// What there is instead of what was waited for.
    private func came(_ session: Joined) async -> [String] {
        let shown = await session.inbox.shown
        let presence = await session.inbox.presence
        let maps =
            presence?.isReady == true
            ? [] : [presence?.maps ?? 0 == 0 ? noMap(session) : "no map of session \(session.id) is ready"]
        return maps
            + (shown.isEmpty ? ["nothing came"] : ["what came:"] + shown.map { "  " + EventLine.said($0, length: 300) })
    }

    private func noMap(_ session: Joined) -> String {
        "no map is connected" + (session.client.pageURL.map { "; a browser opens one at \($0)" } ?? "")
    }
}
