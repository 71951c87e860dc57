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
        var places: [UInt64] = []
        for action in try Self.actions(of: link) {
            places.append(try await dispatch(String(decoding: action, as: UTF8.self), to: peer))
        }
        return places
    }

    private static func actions(of link: MapLink) throws(TMapsError) -> [[UInt8]] {
        do throws(Refusal) {
            return try link.actionsToShow()
        } catch {
            throw TMapsError(.invalidArgument, error.message)
        }
    }
}
