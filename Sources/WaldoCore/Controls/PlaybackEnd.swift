/// Why a replay of recorded frames has ended in a halt.
public enum PlaybackEnd: Equatable, Sendable {
    /// A limit of the arm that would change a recorded number.
    public enum Limit: Equatable, Sendable {
        /// The channel's range, in units of 10^-decimals.
        case range(ClosedRange<Int32>)
        /// A position's travel, in units of 10^-decimals.
        case travel(ClosedRange<Int32>)
        /// A position's fastest change, in units of 10^-decimals per second.
        case slew(Double)
        /// A region of the arm's fence, by its index, which the way to the number enters.
        case fence(Int)
    }

    /// Frames could not be sent within `MotionQueue.patience`, or the process or the machine was asleep.
    case late
    /// A limit would change this number of a channel.
    case limit(Channel, Int32, Limit)
    /// The drive was halted for another reason.
    case halted
}
