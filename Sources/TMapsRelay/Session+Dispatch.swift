package import TMapsProtocol

extension Session {
    /// Who dispatches: a connected peer, or a caller over HTTP, which has no connection.
    package struct Sender {
        package let role: Role
        package let peer: String
        let connection: Peer?

        /// A client without a connection.
        package init(httpClient peer: String) {
            role = .client
            self.peer = peer
            connection = nil
        }

        init(_ connection: Peer) {
            role = connection.role
            peer = connection.id
            self.connection = connection
        }
    }

    /// A message from a peer: scan it, dispatch it, or refuse it to its sender alone.
    package func receive(
        _ message: UnsafeRawBufferPointer, from peer: Peer, now: Int64, into effects: inout Effects
    ) {
        do throws(EnvelopeRefusal) {
            switch peer.dialect {
            case .bare: try receiveBare(message, from: peer, now: now, into: &effects)
            case .enveloped, .events: try receiveEnveloped(message, from: peer, now: now, into: &effects)
            }
            peer.conduct.refusalsInARow = 0
        } catch {
            refuse(error.refusal, id: error.id, to: peer, into: &effects)
        }
    }

    private func receiveBare(
        _ message: UnsafeRawBufferPointer, from peer: Peer, now: Int64, into effects: inout Effects
    ) throws(EnvelopeRefusal) {
        do throws(Refusal) {
            if peer.role == .map, let text = try ActionScanner.unwrap(message) {
                try dispatch(text: text, from: peer, id: nil, to: nil, now: now, into: &effects)
            } else {
                let action = try ActionScanner.scan(message, checksFields: limits.checksFields)
                _ = try dispatch(action, from: Sender(peer), id: nil, to: nil, now: now, into: &effects)
            }
        } catch {
            throw EnvelopeRefusal(refusal: error, id: nil)
        }
    }

    private func receiveEnveloped(
        _ message: UnsafeRawBufferPointer, from peer: Peer, now: Int64, into effects: inout Effects
    ) throws(EnvelopeRefusal) {
        let envelope = try EnvelopeScanner.scan(message, checksFields: limits.checksFields)
        do throws(Refusal) {
            switch envelope.content {
            case .action(let action):
                _ = try dispatch(
                    action, from: Sender(peer), id: envelope.id, to: envelope.to, now: now, into: &effects)
            case .text(let text):
                guard peer.role == .map else {
                    throw Refusal(.notAnAction, "\"action\" must be an object, found a string")
                }
                try dispatch(text: text, from: peer, id: envelope.id, to: envelope.to, now: now, into: &effects)
            case .resume(let position):
                resume(peer, at: position, now: now, into: &effects)
            case .hidden(let isHidden):
                guard peer.role == .map else { throw Refusal(.wrongDirection, "hidden: is said by maps") }
                said(isHidden: isHidden, peer, into: &effects)
            }
        } catch {
            throw EnvelopeRefusal(refusal: error, id: envelope.id)
        }
    }

    private func said(isHidden: Bool, _ map: Peer, into effects: inout Effects) {
        // One that was replaced by a newer connection speaks on until it is closed.
        guard peers.maps.contains(where: { $0 === map }) else { return }
        if isHidden { peers.hidden.insert(map.address) } else { peers.hidden.remove(map.address) }
        announcePresence(&effects)
    }

    /// An action that came as a JSON string: what is relayed is the text it holds.
    private func dispatch(
        text: [UInt8], from peer: Peer, id: String?, to: String?, now: Int64, into effects: inout Effects
    ) throws(Refusal) {
        var result: Result<Void, Refusal> = .success(())
        text.withUnsafeBytes { bytes in
            do throws(Refusal) {
                let action = try ActionScanner.scan(bytes, checksFields: limits.checksFields)
                _ = try dispatch(action, from: Sender(peer), id: id, to: to, now: now, into: &effects)
            } catch {
                result = .failure(error)
            }
        }
        try result.get()
    }

    private func refuse(_ refusal: Refusal, id: String?, to peer: Peer, into effects: inout Effects) {
        let answer = peer.dialect == .bare ? BareAction.error(refusal) : OutboundEnvelope.error(refusal, id: id)
        effects.send(answer, to: peer.address)
        effects.tally.refused(refusal.code)
        peer.conduct.refusalsInARow += 1
        if peer.conduct.refusalsInARow >= limits.maxRefusals { effects.append(.close(peer.address, .refusals)) }
    }
}

extension Session {
    /// Accepts an action: numbers it, keeps it, sends it on. Returns its `seq`, or the first one's for a repeated `id`.
    /// - Parameter target: the id of the one peer it is for, or its name.
    package func dispatch(
        _ action: ScannedAction, from sender: Sender, id: String?, to target: String?, now: Int64,
        into effects: inout Effects
    ) throws(Refusal) -> UInt64 {
        if let refusal = limits.refusal(of: action, from: sender.role) { throw refusal }
        if limits.strictness == .warn, let objection = limits.objection(to: action, from: sender.role) {
            effects.append(.warn(sender.role, sender.peer, objection))
        }
        let key = id.map { ConfirmationIndex.Key(role: sender.role, peer: sender.peer, id: $0) }
        if let id, let key, let first = log.confirmations.seq(of: key) {
            effects.tally.duplicates &+= 1
            confirm(id, first, isDuplicate: true, to: sender, into: &effects)
            return first
        }
        if let storageFault, !Session.isGateEvent(action.type, from: sender.role) { throw storageFault }
        try checkRate(of: sender, action.type, now: now)
        let receiver = try target.map { (id) throws(Refusal) in try find(id, opposite: sender.role) }
        try checkRoom(for: action, from: sender.role, to: receiver)

        summary.seq += 1
        effects.tally.accepted(from: sender.role)
        summary.lastActive = now
        let isSecret = action.retention == .secret
        let shown = isSecret ? SecretMask.mask(action.bytes).withUnsafeBytes { Frame($0) } : Frame(action.bytes)
        let record = Record(
            seq: seq, time: now, role: sender.role, peer: sender.peer, id: id, to: receiver?.id,
            retention: action.retention,
            type: action.type, action: shown, isMasked: isSecret)
        log.append(record, key: key)
        if let id { confirm(id, seq, isDuplicate: false, to: sender, into: &effects) }

        var delivery = Delivery(record, live: isSecret ? Frame(action.bytes) : nil)
        if sender.role == .map {
            deliver(fromMap: sender.connection, &delivery, to: receiver, now: now, into: &effects)
        } else {
            deliver(fromClient: &delivery, to: receiver, now: now, into: &effects)
        }
        return seq
    }

    /// Accepts all actions of a list or none of them: a list refused in the middle could not be sent again without
    /// doubling its beginning. Each but a single one has its number in the list behind the `id`.
    /// - Parameter admit: told how many of them are new, before the first is accepted.
    package func dispatch(
        all actions: [ScannedAction], from sender: Sender, id: String?, to target: String?, now: Int64,
        into effects: inout Effects, admit: (Int) throws(Refusal) -> Void = { (_) throws(Refusal) in }
    ) throws(Refusal) -> [UInt64] {
        try limits.check(actions, from: sender.role)
        if let id { try checkReuse(of: id, for: actions.count, from: sender) }
        let ids = actions.indices.map { index in id.map { actions.count == 1 ? $0 : "\($0)#\(index)" } }
        var (waitingMore, new) = (0, 0)
        for (action, id) in zip(actions, ids) {
            let key = id.map { ConfirmationIndex.Key(role: sender.role, peer: sender.peer, id: $0) }
            if let key, log.confirmations.seq(of: key) != nil { continue }
            new += 1
            let receiver = try target.map { (id) throws(Refusal) in try find(id, opposite: sender.role) }
            try checkRoom(for: action, from: sender.role, to: receiver, behind: waitingMore)
            if receiver?.mustWait(for: action.retention) ?? (action.retention == .pass) { waitingMore += 1 }
        }
        try admit(new)
        var seqs: [UInt64] = []
        for (action, id) in zip(actions, ids) {
            seqs.append(try dispatch(action, from: sender, id: id, to: target, now: now, into: &effects))
        }
        return seqs
    }

    /// The same `id` for a list of another length is no repetition: half of it would be new.
    private func checkReuse(of id: String, for count: Int, from sender: Sender) throws(Refusal) {
        let isKnown = { [log] (id: String) in
            log.confirmations.seq(of: .init(role: sender.role, peer: sender.peer, id: id)) != nil
        }
        let wasOther =
            count == 1
            ? isKnown("\(id)#0")
            : isKnown(id) || isKnown("\(id)#\(count)") || isKnown("\(id)#0") && !isKnown("\(id)#\(count - 1)")
        guard !wasOther else {
            throw Refusal(.invalidField, "Idempotency-Key: it was used for another number of actions")
        }
    }

    private func confirm(
        _ id: String, _ seq: UInt64, isDuplicate: Bool, to sender: Sender, into effects: inout Effects
    ) {
        guard let connection = sender.connection else { return }
        effects.append(.confirm(connection.address, Confirmation(id: id, seq: seq, isDuplicate: isDuplicate)))
    }

    /// By id, else by name: of several the newest, for a page that is loaded again may be there before the old one
    /// has gone.
    private func find(_ peer: String, opposite role: Role) throws(Refusal) -> Peer {
        let others = role == .map ? peers.clients : peers.maps
        guard let found = others.first(where: { $0.id == peer }) ?? others.last(where: { $0.name == peer }) else {
            throw Refusal(.unknownPeer, "to: no \(role == .map ? "client" : "map") \"\(peer)\" is connected")
        }
        return found
    }

    /// - Parameter others: actions that will be dispatched before this one and may have to wait, too.
    private func checkRoom(
        for action: ScannedAction, from role: Role, to receiver: Peer?, behind others: Int = 0
    ) throws(Refusal) {
        guard role == .client else { return }
        let count: Int
        if let receiver {
            guard receiver.mustWait(for: action.retention) else { return }
            count = receiver.held.count + others
        } else {
            guard action.retention == .pass, waiting.after != nil else { return }
            count = waiting.records.count + others
        }
        guard count < limits.maxWaiting else {
            throw Refusal(.notReadyOverflow, "no map is ready and \(count) actions wait already")
        }
    }
}
