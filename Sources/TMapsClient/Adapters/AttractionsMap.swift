public import TMapsAdapters
internal import TMapsProtocol

/// `SRAttractionsMapViewController` of seed 2, on the maps of a session.
///
///     let map = AttractionsMap(attractions: attractions, displayMode: .allAttractions)
///     map.calloutDetailButtonTitle = "View directions"
///     try await map.present(on: client)
///
/// The seed's properties are here under their names: those of `AttractionFraming`, such as `zoomRadiusMultiplier`, and
/// those of `AttractionsLook`, such as `calloutTitleColor`. What is changed while the map is presented is shown at the
/// end of the turn, all of it at once. An attraction that was changed is shown with the next such change.
@MainActor @dynamicMemberLookup
public final class AttractionsMap {
    public var attractions: [SRAttraction] {
        didSet {
            numberAttractions()
            changed()
        }
    }
    public var framing: AttractionFraming { didSet { changed() } }
    public var look = AttractionsLook() { didSet { changed() } }
    /// Called when a pin was tapped.
    public var selectionAction: (@MainActor (SRAttraction) -> Void)?
    /// Told why a change could not be shown; by itself it is written to standard error.
    public var failureAction: @MainActor (TMapsError) -> Void = { StandardError.write($0.message) }

    private let prefix = Identifier.random()
    private var lastNumber = 0
    /// Of `attractions`, in their order. Never used twice, so that a late event means nothing else than it did.
    private var ids: [String] = []
    private var outbox: ActionOutbox?
    private var listening: Task<Void, Never>?
    private var isChanged = false

    /// - Parameter displayMode: what the camera frames at first. `firstTwoAttractions` with fewer than two, where the
    ///   original crashes, shows the one there is.
    public init(attractions: [SRAttraction], displayMode: DisplayMode) {
        self.attractions = attractions
        framing = AttractionFraming(displayMode: displayMode)
        numberAttractions()
    }

    /// - Parameter customPinImage: a URL or a `data:` URL.
    public convenience init(customPinImage: String, attractions: [SRAttraction], displayMode: DisplayMode) {
        self.init(attractions: attractions, displayMode: displayMode)
        look.customPinImage = customPinImage
    }

    deinit { listening?.cancel() }

    public subscript<Value>(dynamicMember member: WritableKeyPath<AttractionsLook, Value>) -> Value {
        get { look[keyPath: member] }
        set { look[keyPath: member] = newValue }
    }

    public subscript<Value>(dynamicMember member: WritableKeyPath<AttractionFraming, Value>) -> Value {
        get { framing[keyPath: member] }
        set { framing[keyPath: member] = newValue }
    }

    /// Shows the attractions on the maps of the client's session, and hears their taps until `dismiss`.
    ///
    /// Waits for the bridge to have them, not for a map: one that comes later shows them too.
    /// - Throws: what `TMapsClient.dispatch` throws, such as `invalid_field` for a latitude beyond 90.
    public func present(on client: TMapsClient) async throws {
        listen(to: client)
        do {
            try await client.dispatch(String(decoding: action, as: UTF8.self))
        } catch {
            stop()
            throw error
        }
        outbox = ActionOutbox(client) { [weak self] error in await self?.failed(error) }
        // What was changed while this waited.
        if isChanged { show() }
    }

    /// Takes the attractions off the map, and waits until the bridge has that and every change before it.
    public func dismiss() async {
        guard let outbox else { return }
        stop()
        let nothing = AttractionsRequest([], framing: framing, look: look)
        _ = outbox.add(nothing.action())
        await outbox.flush()
    }

    private var action: [UInt8] {
        AttractionsRequest(zip(ids, attractions).map { ($0, $1) }, framing: framing, look: look).action()
    }

    private func numberAttractions() {
        ids = attractions.map { _ in
            lastNumber += 1
            return "\(prefix)-\(lastNumber)"
        }
    }

    private func stop() {
        listening?.cancel()
        listening = nil
        outbox = nil
    }
}

// MARK: - Changes and taps

extension AttractionsMap {
    private func changed() {
        guard listening != nil, !isChanged else { return }
        isChanged = true
        guard outbox != nil else { return }
        Task { show() }
    }

    private func show() {
        isChanged = false
        guard let outbox else { return }
        if !outbox.add(action) { failed(TMapsError(.bufferFull, "too many changes wait to be shown")) }
    }

    private func failed(_ error: TMapsError) { failureAction(error) }

    private func listen(to client: TMapsClient) {
        stop()
        isChanged = false
        let events = client.events
        listening = Task { [weak self] in
            for await case .action(let action) in events { self?.heard(action) }
        }
    }

    private func heard(_ action: ReceivedAction) {
        guard action.role == .map, let id = action.string("id"), let index = ids.firstIndex(of: id) else { return }
        let attraction = attractions[index]
        switch action.type {
        case "ATTRACTION_TAPPED": selectionAction?(attraction)
        case "ATTRACTION_DETAIL_TAPPED": attraction.detailAction?(attraction)
        default: break
        }
    }
}
