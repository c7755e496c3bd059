public import WaldoTime

/// The time limits of a drive's end.
public enum ShutdownTimeout {
    /// How long to wait for the halt's zero frames to leave.
    public static let zeroFrames: TimeSpan = .milliseconds(700)
}
