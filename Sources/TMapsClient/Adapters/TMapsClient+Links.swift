public import TMapsAdapters
internal import TMapsProtocol

extension TMapsClient {
    /// Shows a map link on every map of the session, or on one.
    ///
    ///     try await client.show(MapLink("om://map?ll=53.9,27.56667&n=Minsk"))
    ///
    /// Waits for the bridge to have it, not for a map: one that comes later shows it too.
    /// - Returns: the place in the session of each action that the link is made of.
    /// - Throws: `TMapsError` with `invalid_argument`, saying what is wrong with the link, or that a map has nothing to
    ///   show for it (`om://menu`); what `dispatch` throws.
    @discardableResult
    public func show(_ link: MapLink, to peer: String? = nil) async throws -> [UInt64] {
        if case .incorrect(let fault) = link { throw TMapsError(.invalidArgument, fault.reason) }
        let actions = link.actions()
        guard !actions.isEmpty else {
            let meaning = String(decoding: link.json(), as: UTF8.self)
            throw TMapsError(.invalidArgument, "a map has nothing to show for \(meaning)")
        }
        var places: [UInt64] = []
        for action in actions { places.append(try await dispatch(String(decoding: action, as: UTF8.self), to: peer)) }
        return places
    }
}
