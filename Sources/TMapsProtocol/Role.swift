/// What a peer of a session is: a page showing a map, "your app", or a silent reader of everything.
public enum Role: String, Sendable, CaseIterable {
    case map, client, observer
}
