/// What a service does with a method call.
public enum CallAnswer: ~Copyable {
    /// It answers at once.
    case now(Message)
    /// It answers later by `send`, or never.
    case later
    /// It has no such method, which the caller is told.
    case unknown
}
