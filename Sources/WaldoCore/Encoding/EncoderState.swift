/// All that changes in an encoder, in one value without references.
struct EncoderState {
    /// What a channel shall say, and what it said last.
    struct ChannelState {
        /// The number that the control asks for.
        var desired: Int32
        /// The number last written; before any write the arm's start.
        var written: Int32
        /// Nothing of this channel was written yet.
        var isAssumed = true
        /// Where the arm stands was written, or given by the operator.
        var isKnown = false
        /// The operator holds the control.
        var isTouched = false
        /// Velocity: how often zero was said since the last motion, or since the link opened; `zeroRepeats` at most.
        var zerosSent = 0
        /// How often zero has still to be said.
        var zerosPending = 0
        /// They belong to a halt, which no new touch cancels.
        var zeroIsHalt = false
    }

    /// What leaves as one frame: a channel, or all of them.
    struct FrameState {
        /// The frame last written, sequence number aside.
        var content: Frame
        /// The numbers that it was made of.
        var values: PerChannel<Int32>
        var lastWrite: Microseconds?
        /// Since when the frame would be another one than `content`.
        var changedSince: Microseconds?
    }

    /// What is known of the command that was handed out last.
    enum Outcome { case known, awaited, inFlight }

    /// A command that was handed out. It counts as written when the link has taken it.
    struct Proposal {
        var frameChannel: Channel
        var values: PerChannel<Int32>
        var content: Frame
        var at: Microseconds
        var isZero: Bool
        /// It is the arm's `halt` frame, which carries no position.
        var isHaltFrame = false
        /// A halt came since.
        var isHalted = false
    }

    var channels: PerChannel<ChannelState>
    var frameChannels: PerChannel<FrameState>
    /// Counts while its outcome is not known.
    var proposal: Proposal
    var outcome = Outcome.known
    var lastWrite: Microseconds?
    var busyUntil = Microseconds.min
    var sequence: UInt8 = 0
    var link = LinkCondition.down
}
