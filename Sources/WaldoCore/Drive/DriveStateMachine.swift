public import WaldoTime

/// The pure state machine from input events to an arm's bytes: one value, stepped with each event and its time.
///
/// `step` returns at most one command. The caller sends it and passes the outcome to `conclude`. Without that the next
/// step takes the outcome from its own event: refused, in flight, or else written. Both return the deadline of the
/// next step; a deadline that is not after the step's own time means at once.
public struct DriveStateMachine: Sendable {
    /// How late a step may come after its deadline. A later one halts, because the situation has changed meanwhile.
    public static let maxLateness: TimeSpan = .milliseconds(250)
    static let recentreHold: TimeSpan = .milliseconds(500)

    /// The arm that is driven.
    public let arm: Arm
    /// Which control each of the input's axes and keys moves.
    public let mapping: Mapping

    /// Where each of the mapping's controls is: among the sliders, or among the joysticks.
    enum Slot { case slider(Int), joystick(Int) }
    let slots: [Slot]

    var encoder: Encoder
    var sliders: [SliderControl]
    var joysticks: [JoystickControl]
    /// Where each position channel is held.
    var positions: PerChannel<HeldPosition>
    /// Whether a recording holds the controls; then there is a playback.
    let isPlayed: Bool
    var playback: Playback?
    /// What moves the hand; empty: nothing does. An array, so that it costs one reference.
    var hand: [HandDrive]
    var keys: OperatorKeysReader
    var heldStops = HeldStops()
    /// What the hand and the links keep out of; nil: the arm has no fence.
    let fence: Fence?
    /// For each channel the region that holds it back, 8 bits each: its index from 1; 0: none does.
    var heldRegions: UInt64 = 0
    let rules: DriveRules

    /// The time of the last step.
    public private(set) var time: Instant = .distantPast
    var now: Instant { time }
    private var deadline: Instant?
    var notices: Notices = []
    /// What the link's outcome changed after the step had returned.
    private var laterNotices: Notices = []
    var linkWasUp = false
    var hasInput = false
    var inputIsSilent = false
    /// When the input last changed.
    var inputChangedAt: Instant = .distantPast
    var hasPanel = false
    var isEnding = false
    var recentreSince: Instant?
    var parking = Parking()
    /// Precision that was switched on other than by the mapping's key.
    var isPrecise = false
    /// What velocities and rates are multiplied by now.
    public internal(set) var precision = 1.0
    /// The index of the active profile.
    var profileIndex = 0
    /// Whether a held position moved after the last step.
    var moves = false
    /// The gates' states after the last step, four bits each.
    var gates: UInt64 = 0

    /// The link's condition.
    @inline(__always)
    public var link: LinkCondition { encoder.state.link }

    /// Whether an emergency stop is latched.
    @inline(__always)
    public var isStopped: Bool { encoder.isStopped }
    /// The reason of the last halt; nil: none yet.
    public internal(set) var lastHalt: HaltReason?

    /// Creates a state machine at rest, without link or input.
    /// - Parameters:
    ///   - arm: the arm to drive.
    ///   - mapping: how the input moves the controls.
    ///   - isPlayed: whether a recording holds the controls (`DriveEvent.played`); of an input only the operator's keys
    ///     count then.
    ///   - startIsConfirmed: whether the operator has confirmed that the arm is at its start position.
    ///   - rules: today's, or those of an older recording.
    public init(
        arm: Arm, mapping: Mapping, isPlayed: Bool = false, startIsConfirmed: Bool = false, rules: DriveRules = .present
    ) {
        self.arm = arm
        self.mapping = mapping
        self.rules = rules
        encoder = Encoder(arm: arm, startIsConfirmed: startIsConfirmed)
        fence = Fence(arm)
        var sliders: [SliderControl] = [], joysticks: [JoystickControl] = [], slots: [Slot] = []
        for (control, described) in zip(mapping.allControls, mapping.controls) {
            switch described.kind {
            case .slider(let mapping, let channel):
                slots.append(.slider(sliders.count))
                sliders.append(SliderControl(control, mapping, moves: arm.channel(channel), rules: rules))
            case .joystick(let mapping, let x, let y):
                slots.append(.joystick(joysticks.count))
                let channels = (x.flatMap(arm.channel), y.flatMap(arm.channel))
                joysticks.append(JoystickControl(control, mapping, moves: channels, rules: rules))
            case .button(let keys):
                slots.append(.slider(sliders.count))
                let action = arm.action(named: described.name)
                sliders.append(SliderControl(control, button: keys, sends: action, rules: rules))
            }
        }
        (self.sliders, self.joysticks, self.slots) = (sliders, joysticks, slots)
        keys = OperatorKeysReader(mapping.keys)
        self.isPlayed = isPlayed
        playback = isPlayed ? Playback(arm.channels) : nil
        hand = HandDrive(arm, mapping).map { [$0] } ?? []
        let start = arm.startValues
        positions = PerChannel(
            arm.channels.map { channel in
                let profile = arm.profiles[channel]
                return HeldPosition(profile.range.normalised(Double(start[channel])), profile.positionLimits)
            })
        applyProfile()
        gates = gateStates()
    }

    /// Handles an event at a time; a time before the last step's counts as that step's.
    ///
    /// The properties that it reads are inlined: a call that only reads would be passed a copy of the whole state
    /// machine.
    public mutating func step(_ event: DriveEvent, at time: Instant) -> Step {
        if encoder.awaitsOutcome { conclude(Self.outcome(before: event)) }
        self.time = max(self.time, time)
        notices = laterNotices
        laterNotices = []
        let isLate = deadline.map { now - $0 > Self.maxLateness } ?? false
        if isLate { halt(.late) }
        if let silentFrom = silentFrom(), silentFrom <= now { halt(.silent) }
        if encoder.boardHasMoved(at: now) {
            encoder.losePositions()
            closeGates()
        }
        let isWholeReport = apply(event)
        if encoder.script != nil, encoder.missesAnswer(at: now) {
            notices.insert(.answer)
            halt(.stalled)
        }
        guard isWholeReport || isLate else {
            return Step(deadline: deadline, notices: notices)
        }
        if encoder.script != nil, encoder.finishSteps(at: now) { closeGates() }
        updateControls()
        let isOutdated = event == .input(.report(more: true))
        if !isOutdated, encoder.mayHaveBytes, encoder.proposeBytes(at: now) {
            deadline = now
            return Step(
                sendsBytes: true, pendingZeros: encoder.pendingZeros(), deadline: deadline, notices: notices)
        }
        if let command = encoder.propose(at: now, zerosOnly: isOutdated) {
            deadline = now
            let isZero = encoder.state.proposal.isZero
            return Step(
                command: command, isZero: isZero,
                pendingZeros: isZero && !encoder.isCombined ? ZeroCounts() : encoder.pendingZeros(),
                deadline: deadline, notices: notices)
        }
        // Another report is queued behind an outdated one: it is handled before any deadline.
        deadline = nextDeadline().map { isOutdated ? max(now + .microseconds(1), $0) : $0 }
        return Step(deadline: deadline, notices: notices)
    }

    /// Reports what the link did with the previous step's command. Returns the next deadline.
    @discardableResult
    public mutating func conclude(_ outcome: WriteOutcome) -> Instant? {
        switch outcome {
        case .written, .writtenLast: commit()
        case .inFlight: encoder.markInFlight()
        case .refused, .gone: encoder.discard()
        }
        deadline = nextDeadline()
        return deadline
    }

    /// The outcome of a command, inferred from the event that follows it.
    private static func outcome(before event: DriveEvent) -> WriteOutcome {
        switch event {
        case .link(.refused): .refused
        case .link(.busy): .inFlight
        default: .written
        }
    }

    mutating func commit() {
        let isAwaited = isPlayed && encoder.state.outcome != .known
        // A halt while this command was in flight returned the positions to what was written before it.
        if encoder.commit(at: now) { returnPositions() }
        if encoder.state.newlySet != 0 {
            laterNotices.insert(.position)
            adoptSettings()
        }
        if isAwaited { noteSentMotion() }
    }
}
