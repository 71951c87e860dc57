import TMapsClient

/// What is worth a word of a connection that comes and goes: that it is lost, why it does not come back where that is
/// another reason, and that it is back. Not each attempt.
struct ConnectionNotes {
    private var wasConnected = false
    /// What was told last; nil while there is a connection.
    private var lost: String?

    mutating func reconnecting(_ error: TMapsError) -> String? {
        guard wasConnected, lost != error.message else { return nil }
        lost = error.message
        return "\(error.message); connecting again"
    }

    mutating func connected() -> String? {
        defer { (wasConnected, lost) = (true, nil) }
        return wasConnected ? "connected again" : nil
    }
}
