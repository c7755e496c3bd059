/// All that changes in an encoder, in one value without references, so that a write can be undone.
struct EncoderState {
    /// What a channel shall say, and what it said last.
    struct ChannelState {
        /// The number that the control asks for.
        var desired: Int32
        /// The number last written; before any write the arm's start.
        var written: Int32
        /// Nothing of this channel was written yet.
        var isAssumed = true
        /// The operator holds the control.
        var isTouched = false
        /// How often zero has still to be said.
        var stopsLeft = 0
        /// The first of these leaves at once.
        var stopIsUrgent = false
        /// They belong to a halt, which no new touch cancels.
        var stopIsHalt = false
    }

    /// What leaves as one frame: a channel, or all of them.
    struct Outlet {
        /// The frame last written, sequence number aside.
        var content: Frame
        /// The numbers that it was made of.
        var values: PerChannel<Int32>
        var lastWrite: Microseconds?
        /// Since when the frame would be another one than `content`.
        var changedSince: Microseconds?
    }

    enum LinkCondition { case down, ready, busy }

    var channels: PerChannel<ChannelState>
    var outlets: PerChannel<Outlet>
    var lastWrite: Microseconds?
    var busyUntil = Microseconds.min
    var sequence: UInt8 = 0
    var link = LinkCondition.down
    /// The link takes zeros only, whether it is ready or busy.
    var isHeld = false
}
