public import WaldoTime

extension SurveyClock {
    /// Whether a row of the wall clock shows that it is not known how much time has passed since the row before: the
    /// clock was set, or the machine has slept, by more than a wrong run of fixes may last.
    /// - Parameter utc: what the wall clock shows, in microseconds since 1970.
    public func isInterrupted(by utc: Int64, at time: Instant) -> Bool {
        guard let expected = self.utc(of: time) else { return false }
        let (step, overflow) = utc.subtractingReportingOverflow(expected)
        return overflow || step.magnitude > UInt64(FixJudge.patience.microseconds)
    }
}
