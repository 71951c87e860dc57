/// How a known action in a wrong direction, or with a wrong field, is met (`--strict`). What is no action at all is
/// refused at every level, and so is a secret that comes from a map: clients never see secrets.
public enum Strictness: String, Sendable, CaseIterable {
    /// Refused: it reaches nobody and is in no record.
    case on
    /// Relayed, and the server's log says what is wrong.
    case warn
    /// Relayed; fields are not looked at.
    case off
}
