import CWaldoShims

/// What the system knows of its clock of the day (adjtimex(2)).
public enum SystemClock {
    /// Whether it is kept in step with another clock, and the largest error that is expected, in microseconds; nil: the
    /// system does not say. Nothing is changed.
    public static func synchronisation() -> (isSynchronised: Bool, error: Int64)? {
        var state = timex()
        let answer = adjtimex(&state)
        guard answer >= 0 else { return nil }
        return (answer != TIME_ERROR, Int64(state.maxerror))
    }
}
