public import WaldoTime

/// A motion frame of a recording, which is to be sent again as it was: once, and with these numbers.
public struct PlayedMotion: Equatable, Sendable {
    /// The numbers that it carries, in units of 10^-decimals; nil: the frame does not carry the channel.
    public var numbers: PerChannel<Int32?>
    /// How long it has been due, in microseconds; negative: it is not due yet. Narrow, so that an event does not grow
    /// by it.
    private var microseconds: Int32

    /// Creates a motion from its parts.
    /// - Parameter lateness: how long it has been due; negative: it is announced, and sent once it is due. A velocity
    ///   that is announced cancels zero repeats of its release, as a control does that is touched again.
    public init(_ numbers: PerChannel<Int32?>, lateness: TimeSpan = .zero) {
        self.numbers = numbers
        microseconds = Int32(clamping: lateness.microseconds)
    }

    /// How long it has been due when it is passed on; negative: it is not due yet.
    public var lateness: TimeSpan { .microseconds(Int64(microseconds)) }
}
