internal import TMapsNet
internal import TMapsProtocol
internal import TMapsRelay

extension SessionRoutes {
    /// `POST …/actions`: one action, or an array of them, as a client would dispatch them.
    /// - Parameters:
    ///   - text: the action or the array.
    ///   - addition: written into the answer behind `seq`.
    func dispatch(
        _ text: [UInt8], in id: String, _ request: HTTPRequest, _ exchange: HTTPExchange,
        _ addition: @escaping (inout JSONWriter) -> Void = { _ in }
    ) {
        do throws(Refusal) {
            dispatch(try Posting(text, request), in: id, exchange, addition)
        } catch {
            refuse(error, exchange)
        }
    }

    private func dispatch(
        _ wanted: Posting, in id: String, _ exchange: HTTPExchange, _ addition: @escaping (inout JSONWriter) -> Void
    ) {
        if !relay.sessions.exists(id) {
            if let refusal = refusalToBegin(id) { return exchange.respond(refusal) }
            if let refusal = wanted.refusalToBegin(relay.options.sessionLimits) { return refuse(refusal, exchange) }
        }
        relay.sessions.open(id) { result in
            switch result {
            case .success(let (slot, session)):
                // Deleted while it was read: this is the first of the next one.
                guard relay.sessions.holds(slot) else { return dispatch(wanted, in: id, exchange, addition) }
                dispatch(wanted, exchange, slot, session, addition)
            case .failure(let error): exchange.respond(Problem.response(503, .storage, error.message))
            }
        }
    }

    private func dispatch(
        _ wanted: Posting, _ exchange: HTTPExchange, _ slot: SessionDirectory.Slot, _ session: Session,
        _ addition: (inout JSONWriter) -> Void
    ) {
        do throws(Refusal) {
            let seqs = try wanted.withActions(session.limits) { (actions) throws(Refusal) in
                try relay.dispatch(
                    actions, as: wanted.peer, id: wanted.key, to: wanted.target, in: slot, session)
            }
            answer(seqs, exchange, whenDurable: wanted.waitsForDisk, addition)
        } catch {
            refuse(error, exchange)
        }
    }

    private func refuse(_ refusal: Refusal, _ exchange: HTTPExchange) {
        relay.refused(refusal.code)
        exchange.respond(Self.refusal(refusal))
    }

    private static func refusal(_ refusal: Refusal) -> HTTPResponse {
        let status =
            switch refusal.code {
            case .notReadyOverflow, .rateLimited: 429
            case .wrongDirection, .forbidden: 403
            case .unknownPeer: 404
            case .tooLarge: 413
            case .storage: 503
            default: 400
            }
        // A full bucket holds a second's worth, so after a second whatever fits at all fits.
        let headers = refusal.code == .rateLimited ? [(name: "Retry-After", value: "1")] : []
        return Problem.response(status, refusal.code, refusal.message, headers: headers)
    }

    private func answer(
        _ seqs: [UInt64], _ exchange: HTTPExchange, whenDurable: Bool, _ addition: (inout JSONWriter) -> Void
    ) {
        let body = JSONWriter.object { json in
            json.beginArray("seq")
            for seq in seqs { json.element(seq) }
            json.endArray()
            addition(&json)
        }
        guard whenDurable else { return exchange.respond(Self.json(202, body)) }
        relay.journal.whenDurable { result in
            switch result {
            case .success: exchange.respond(Self.json(202, body))
            case .failure(let error):
                exchange.respond(Problem.response(503, .storage, "accepted, but not on disk: \(error.message)"))
            }
        }
    }

    /// `GET …/actions?after=N&limit=M`: the log, secrets masked.
    func readActions(of id: String, _ request: HTTPRequest, _ exchange: HTTPExchange) {
        guard relay.sessions.exists(id) else { return exchange.respond(Self.unknown(id)) }
        guard let after = UInt64(request.queryValue("after") ?? "0") else {
            return exchange.respond(Problem.response(400, .invalidField, "after: expected a whole number from 0"))
        }
        guard let limit = Int(request.queryValue("limit") ?? "1000"), (1...10_000).contains(limit) else {
            return exchange.respond(
                Problem.response(400, .invalidField, "limit: expected a whole number from 1 to 10000"))
        }
        relay.readLog(of: id, after: after, limit: limit) { result in
            switch result {
            case .success(let records): exchange.respond(Self.json(200, Self.log(records, after: after)))
            case .failure(let error): exchange.respond(Problem.response(503, .storage, error.message))
            }
        }
    }

    private static func log(_ records: [Record], after: UInt64) -> [UInt8] {
        JSONWriter.object { json in
            json.beginArray("actions")
            for record in records {
                json.beginObject()
                json.member("seq", record.seq)
                json.member("time", Timestamp(milliseconds: record.time).iso8601)
                json.member("role", record.role.rawValue)
                json.member("peer", record.peer)
                record.action.withPayload { json.member("action", raw: $0) }
                json.endObject()
            }
            json.endArray()
            json.member("next", records.last?.seq ?? after)
        }
    }
}
