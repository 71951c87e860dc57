internal import TMapsNet
internal import TMapsProtocol

/// The one place where a call under `/v1` is let in or not (wire contract §8). Loop thread only.
final class Gatekeeper {
    /// Nil: no tokens are asked for, and those that come are not looked at.
    private(set) var key: SigningKey?
    private var tickets = TicketBook()
    private let log: Log
    private let clock: () -> Timestamp
    private let started = ContinuousClock.now

    init(key: SigningKey?, log: Log, clock: @escaping () -> Timestamp = Timestamp.now) {
        self.key = key
        self.log = log
        self.clock = clock
    }

    /// What the call may do: its token, or nil where none is asked for.
    func admit(_ request: HTTPRequest, isUpgrade: Bool) -> Result<AccessToken?, AccessRefusal> {
        guard let key else { return .success(nil) }
        do throws(AccessRefusal) {
            let token = try token(of: request, isUpgrade: isUpgrade, key)
            if let reason = AccessNeed(request, isUpgrade: isUpgrade).refusal(of: token) {
                throw .insufficient(reason)
            }
            return .success(token)
        } catch {
            // Not where to: a path can hold anything.
            log.debug("not let in, \(error.status): \(error.detail)")
            return .failure(error)
        }
    }

    /// A ticket for who was admitted. Where no tokens are asked for it is never looked at.
    func ticket(for token: AccessToken?) -> String {
        guard let token else { return Identifier.random() }
        return tickets.issue(to: token, at: elapsed)
    }

    /// A token for another, where tokens are asked for.
    func token(_ role: AccessToken.Role, session: String, lifetime: Duration) -> String? {
        guard let key else { return nil }
        let now = clock()
        let token = AccessToken(scope: .session(session), role: role, lifetime: lifetime, from: now)
        return token.signed(with: key, at: now)
    }

    /// From now on; what the key before signed, tickets included, is void.
    func change(key: SigningKey) {
        self.key = key
        tickets.removeAll()
    }

    private var elapsed: Duration { ContinuousClock.now - started }

    // MARK: Credentials

    /// A header goes before a ticket.
    private func token(
        of request: HTTPRequest, isUpgrade: Bool, _ key: SigningKey
    ) throws(AccessRefusal) -> AccessToken {
        if let header = request.headers["authorization"] { return try token(header, key) }
        let prefix = "ticket."
        guard isUpgrade, let entry = request.offeredSubprotocols.first(where: { $0.hasPrefix(prefix) }) else {
            throw .missing
        }
        guard let token = tickets.redeem(String(entry.dropFirst(prefix.count)), at: elapsed) else {
            throw .invalid("the ticket is unknown, was used already, or is older than 30 s")
        }
        guard !token.hasExpired(at: clock()) else { throw .invalid("\(TokenFault.expired)") }
        return token
    }

    /// RFC 6750 §2.1; the scheme in any case (RFC 9110 §11.1).
    private func token(_ header: String, _ key: SigningKey) throws(AccessRefusal) -> AccessToken {
        let words = header.split(separator: " ", omittingEmptySubsequences: true)
        guard words.count == 2, words[0].lowercased() == "bearer" else {
            throw .malformed
        }
        do throws(TokenFault) {
            return try AccessToken(words[1], signedWith: key, at: clock())
        } catch {
            throw .invalid("\(error)")
        }
    }
}
