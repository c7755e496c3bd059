/// Where a push to a broker or a database is, as `waldo-relay push --json` states it.
public enum PushState: String, Sendable {
    /// No broker or database answers.
    case connecting
    /// The broker answers, and no collector has yet.
    case waiting
    /// Rows are stored, or there is nothing to send.
    case connected
    /// The database has all.
    case done
}
