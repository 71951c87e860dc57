package import TMapsProtocol

/// The secrets a session gives its maps, and nobody else: a client's own ones win over the file's. Memory only.
package struct SecretShelf {
    /// The two secret actions, ready to send; nil where there is none.
    package struct Actions: Sendable {
        package var application: Frame?
        package var mapbox: Frame?

        package init(application: Frame? = nil, mapbox: Frame? = nil) {
            self.application = application
            self.mapbox = mapbox
        }

        package subscript(type: String) -> Frame? {
            type == "SET_APPLICATION_SECRETS" ? application : type == "SET_MAPBOX_ACCESS_TOKEN" ? mapbox : nil
        }
    }

    /// From `Config.Secrets.plist`, the same for every session.
    package var file: Actions
    private var own: [String: Frame] = [:]

    package init(file: Actions) { self.file = file }

    /// The action of this type that a map is given now.
    package subscript(type: String) -> Frame? { own[type] ?? file[type] }

    /// A client sent its own.
    package mutating func keep(_ action: Frame, type: String) { own[type] = action }

    /// A session that holds a client's secret cannot be put away: it is stored nowhere else.
    package var hasOwn: Bool { !own.isEmpty }
}
