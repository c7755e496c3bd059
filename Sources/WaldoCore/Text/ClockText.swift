public import WaldoTime

/// A length of time in minutes and seconds, as a stopwatch shows it: `1:05`.
public enum ClockText {
    /// The text of a time that is not negative; whole seconds.
    public static func text(_ time: TimeSpan) -> String {
        let seconds = max(0, time / .seconds(1))
        return "\(seconds / 60):" + (seconds % 60 < 10 ? "0" : "") + "\(seconds % 60)"
    }
}
