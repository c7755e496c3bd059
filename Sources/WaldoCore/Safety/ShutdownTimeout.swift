/// How long a drive that ends waits.
public enum ShutdownTimeout {
    /// For the zero frames of its halt to leave.
    public static let zeroFrames: Microseconds = .milliseconds(700)
}
