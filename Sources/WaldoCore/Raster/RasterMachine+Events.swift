public import WaldoTime

extension RasterMachine {
    /// What it does.
    public enum Phase: Equatable, Sendable {
        /// It has not begun.
        case waiting
        /// The arm moves to a point.
        case moving
        /// The arm rests at the point, and the sensor measures.
        case measuring
        /// It waits for the operator.
        case paused(RasterPause)
        /// It has ended, with all points visited or not.
        case ended(isComplete: Bool)
    }

    /// What happens to it.
    public enum Event: Equatable, Sendable {
        /// The arm may be moved: it begins, or goes on after a pause.
        case proceed
        /// A frame with a number of a channel was written.
        case sent(Channel, Int32)
        /// What has been measured at the point so far: the counts, and for how long.
        case measured(counts: Double, TimeSpan)
        /// It has to wait.
        case pause(RasterPause)
        /// The point is to be left out.
        case skip
        /// It is to end.
        case abort
        /// The deadline has passed.
        case deadline
    }

    /// What is to be done.
    public enum Action: Equatable, Sendable {
        /// Channels are to have these numbers; nil: unchanged.
        case setChannels(PerChannel<Int32?>)
        /// The measurement at the point begins or ends.
        case spot(SpotChange)
    }
}
