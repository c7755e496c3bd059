/// How a service answers a method call.
public enum CallAnswer: ~Copyable {
    /// With this reply, at once.
    case now(Message)
    /// Later, by `send`, or never.
    case later
    /// The method does not exist; the caller gets an error.
    case unknown
}
