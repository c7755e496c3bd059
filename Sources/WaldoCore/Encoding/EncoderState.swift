import WaldoTime

/// The encoder's mutable state, in one value without references.
struct EncoderState {
    /// The number that a channel has to send, and the one that it sent last.
    struct ChannelState {
        /// The number that the control asks for.
        var desired: Int32
        /// The number last written; before any write, the arm's start value.
        var written: Int32
        /// Where it was before the last action that set it. It may be anywhere from there to `written` while that is an
        /// assumption, because the action was cut short.
        var origin: Int32
        /// The number was never written, or an action that was cut short has made it uncertain.
        var isAssumed = true
        /// The number was written or set by a completed action, or the operator has confirmed the start position.
        var isKnown = false
        /// The operator holds the control.
        var isTouched = false
        /// Velocity: how many times zero was sent since the last motion, or since the link opened; `zeroRepeats` at
        /// most.
        var zerosSent = 0
        /// How many times zero still has to be sent.
        var zerosPending = 0
        /// The pending zeros belong to a halt, which no new touch cancels.
        var zeroIsHalt = false
    }

    /// What is sent as one frame: a channel, or all of them.
    struct FrameState {
        /// The frame last written, with sequence number 0.
        var content: Frame
        /// The numbers that it was rendered from.
        var values: PerChannel<Int32>
    }

    /// When a frame was written, and has changed.
    struct FrameTimes {
        var lastWrite: Instant?
        /// Since when a frame rendered now differs from `content`; nil: it does not.
        var changedSince: Instant?
    }

    /// Which of the arm's steps are under way; failed: the arm did not answer one of `begin`.
    enum StepPhase { case none, begin, end, failed }

    /// How far the arm's steps are.
    struct Steps {
        var phase = StepPhase.none
        /// The index of the next step.
        var index = 0
        /// The earliest time for it.
        var from = Instant.distantPast
        /// The answer came before the link had reported that the bytes are written.
        var isAnswered = false
    }

    /// The board's answers to its frames, the first to the first.
    struct Answers {
        /// When the last motion's is missing; nil: motion waits for none, or it is missing already.
        var due: Instant?
        /// How many frames have none yet; -1: that to the frame under way came before the link reported it as written.
        var left = 0
        /// How many are left up to the last motion's, while that is due.
        var untilMotion = 0
        /// From when on those that are left count as lost.
        var lostFrom = Instant.distantPast
        /// The last motion's is missing: what the link itself takes; nil: it is not.
        var flow: LinkFlow?
    }

    /// What is known about the last proposed command.
    enum Outcome { case known, awaited, inFlight }

    /// What is proposed: a frame, or bytes that no channel sends.
    enum Kind {
        case motion, zero
        /// The last motion once more, which keeps the board from acting on silence.
        case keepAlive
        /// Bytes of the arm's `begin` or `end`, for a sensor on its peripheral, or the question for its position.
        case step, sensor, ask
    }

    /// A proposed command. It counts as written once the link has taken it.
    struct Proposal {
        /// nil: bytes that no channel sends.
        var frameChannel: Channel?
        var kind: Kind
        var values: PerChannel<Int32>
        var content: Frame
        var at: Instant
        /// It is the arm's `halt` frame, which carries no position.
        var isHaltFrame = false
        /// A halt came after the proposal.
        var isHalted = false

        @inline(__always)
        var isZero: Bool { kind == .zero }
    }

    var channels: PerChannel<ChannelState>
    var frames: PerChannel<FrameState>
    var frameTimes: PerChannel<FrameTimes>
    /// Valid until its outcome is known.
    var proposal: Proposal
    var outcome = Outcome.known
    var lastWrite: Instant?
    /// The frame channel of the last frame that the link carried, other than an action's; nil: it has carried none.
    var lastFrame: Channel?
    /// Whether a link was up before.
    var wasLinked = false
    var busyUntil = Instant.distantPast
    var sequence: UInt8 = 0
    /// The positions that an action has set and the controls have not taken over yet, one bit each.
    var newlySet: UInt8 = 0
    /// Bytes for a sensor on the arm's peripheral, until they are sent.
    var sensorBytes: Frame?
    var steps = Steps()
    var answers = Answers()
    /// The positions that the arm is asked for and has not reported on this link, one bit each.
    var unreported: UInt8 = 0
    /// Motion waits for the arm's steps, or for its first report.
    var isBeginning = false
    /// The steps of `begin` are done on this link, or there are none: those of `end` may follow.
    var hasBegun = false
    /// When the arm was last asked for its position; nil: not yet on this link.
    var lastAsk: Instant?
    /// The drive ends.
    var isEnding = false
    /// An emergency stop is latched.
    var isStopped = false
    /// The fence holds back a frame that only repeats positions: an action has left the arm elsewhere.
    var barsRepeats = false
    var link = LinkCondition.down
}
