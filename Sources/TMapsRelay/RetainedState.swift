internal import TMapsProtocol

/// The actions a session keeps for maps that come later: the last of each retained type (wire contract §4).
package struct RetainedState {
    /// What is replayed after READY, in this order; secrets go in between (see `Session.replaySetup`).
    package static let beforeSecrets = ["SET_TENANT_DATA", template, "SET_THEME"]
    package static let afterSecrets = ["SET_DEVICE_DATA"]
    package static let load = "LOAD_MAP"
    package static let template = "SET_DEFAULT_FEATURE_POPUP_TEMPLATE"

    private var records: [String: Record] = [:]

    package init(_ records: [Record] = []) {
        for record in records { self.records[record.type] = record }
    }

    package subscript(type: String) -> Record? { records[type] }

    package var all: [Record] { Array(records.values) }

    /// The types of the kept view actions.
    package var viewTypes: Set<String> {
        Set(records.values.lazy.filter { $0.retention == .view }.map(\.type))
    }

    /// The kept actions of `types`, in order of `seq`.
    package func inOrder(_ types: Set<String>) -> [Record] {
        types.compactMap { records[$0] }.sorted { $0.seq < $1.seq }
    }

    /// Keeps `record` if its class says so. `changed` hears the new record, and nil for each type no longer kept.
    package mutating func keep(_ record: Record, changed: (_ type: String, Record?) -> Void) {
        switch record.retention {
        case .pass, .secret:
            return
        case .setup, .view:
            break
        case .load:
            for type in viewTypes {
                records[type] = nil
                changed(type, nil)
            }
        }
        records[record.type] = record
        changed(record.type, record)
    }
}
