internal import TMapsProtocol

/// What one map page may be sent now (wire contract §4): waiting → ready → loaded, and what is held back in between.
///
/// A value: events go in, what to release comes out.
package struct MapGate {
    package typealias Stage = StoredGate.Stage

    /// Retained view actions to send now: `views` first, in order of `seq`, then `last`.
    package struct Release: Equatable {
        package var views: Set<String> = []
        package var last: Set<String> = []
        /// Nothing is held back any more.
        package var isComplete = false
    }

    /// How long `ActionCatalog.lastTypes` wait for ZOOM_ENDED and CENTER_ENDED, in milliseconds.
    package static let cameraPatience: Int64 = 5_000

    package private(set) var stage = Stage.waiting
    /// A LOAD_MAP went to the map; neither MAP_LOADED nor ERROR has come back.
    package private(set) var isLoading = false
    /// Types of retained view actions this map has still to get.
    private var pending: Set<String> = []
    /// The events that end the camera moves released to this map.
    private var awaitedCamera: Set<String> = []
    /// When `ActionCatalog.lastTypes` go out whatever the camera does.
    package private(set) var deadline: Int64?

    package init() {}

    /// A page that lost only its socket goes on where it was.
    package init(resuming stored: StoredGate, pending: Set<String>) {
        stage = stored.stage
        isLoading = stored.isLoading
        self.pending = stored.stage == .loaded ? [] : pending
    }

    /// The map said READY: it is sent the set-up, then LOAD_MAP if there is one; the views wait for MAP_LOADED.
    package mutating func ready(views: Set<String>, sendsLoad: Bool) {
        self = MapGate()
        stage = .ready
        pending = views
        isLoading = sendsLoad
    }

    /// A LOAD_MAP is delivered: it resets the view, so what was held for the old map is dropped.
    package mutating func loadDelivered() {
        stage = .ready
        isLoading = true
        pending = []
        awaitedCamera = []
        deadline = nil
    }

    package mutating func mapLoaded(now: Int64) -> Release? {
        guard stage != .waiting else { return nil }
        stage = .loaded
        isLoading = false
        return release(now: now)
    }

    /// The map's ERROR ends the wait for MAP_LOADED; what was held is delivered all the same.
    package mutating func failed(now: Int64) -> Release? {
        guard isLoading else { return nil }
        isLoading = false
        return release(now: now)
    }

    /// ZOOM_ENDED or CENTER_ENDED.
    package mutating func cameraEnded(_ type: String) -> Release? {
        guard awaitedCamera.remove(type) != nil, awaitedCamera.isEmpty else { return nil }
        return releaseLast()
    }

    package mutating func timePassed(now: Int64) -> Release? {
        guard let deadline, now >= deadline else { return nil }
        return releaseLast()
    }

    /// Nothing is held back or owed: whatever is dispatched may go out at once.
    package var isOpen: Bool { stage != .waiting && !isLoading && pending.isEmpty }

    /// A view action was dispatched. True: it is held, and the last of its type goes out with the release.
    package mutating func holds(view type: String) -> Bool {
        guard isLoading else {
            pending.remove(type)  // the live one is newer
            return false
        }
        pending.insert(type)
        return true
    }

    private mutating func release(now: Int64) -> Release {
        let last = pending.intersection(ActionCatalog.lastTypes)
        let views = pending.subtracting(last)
        awaitedCamera = []
        if views.contains("SET_ZOOM") { awaitedCamera.insert("ZOOM_ENDED") }
        if views.contains("SET_CENTER") { awaitedCamera.insert("CENTER_ENDED") }
        guard !awaitedCamera.isEmpty, !last.isEmpty else {
            pending = []
            deadline = nil
            return Release(views: views, last: last, isComplete: true)
        }
        pending = last
        deadline = now + MapGate.cameraPatience
        return Release(views: views)
    }

    private mutating func releaseLast() -> Release {
        defer {
            pending = []
            awaitedCamera = []
            deadline = nil
        }
        return Release(last: pending, isComplete: true)
    }
}
