public import WaldoTime

/// The pure state machine from input events to an arm's bytes: one value, stepped with each event and its time.
///
/// `step` returns at most one command. The caller sends it and passes the outcome to `settle`. Without that the next
/// step takes the outcome from its own event: refused, in flight, or else written. Both return the deadline of the
/// next step; a deadline that is not after the step's own time means at once.
public struct DriveStateMachine: Sendable {
    /// How late a step may come after its deadline. A later one halts, because the situation has changed meanwhile.
    public static let lateness: TimeSpan = .milliseconds(250)
    static let recentreHold: TimeSpan = .milliseconds(500)

    /// The arm that is driven.
    public let arm: Arm
    /// Which control each of the input's axes and keys moves.
    public let mapping: Mapping

    /// Where each of the mapping's controls is: among the sliders, or among the joysticks.
    enum Place { case slider(Int), joystick(Int) }
    let places: [Place]

    var encoder: Encoder
    var sliders: [SliderControl]
    var joysticks: [JoystickControl]
    var held: PerChannel<HeldPosition>
    /// Whether a recording holds the controls; then there is a playback.
    let plays: Bool
    var playback: Playback?
    private var keys: OperatorKeysReader
    private(set) var heldStops = HeldStops()
    private let rules: DriveRules

    /// The time of the last step.
    public private(set) var time: Instant = .distantPast
    private var deadline: Instant?
    var notices: Notices = []
    /// What the link's outcome changed after the step had returned.
    private var laterNotices: Notices = []
    private var linkWasUp = false
    private(set) var inputIsThere = false
    private var inputIsSilent = false
    /// When the input last changed.
    private var inputChangedAt: Instant = .distantPast
    var panelIsThere = false
    private var isEnding = false
    var recentreSince: Instant?
    /// Precision that was switched on other than by the mapping's key.
    private var isPrecise = false
    /// What velocities and rates are multiplied by now.
    public private(set) var precision = 1.0
    /// The place of the profile in force.
    private var profileIndex = 0
    /// The gates' states after the last step, four bits each.
    var gates: UInt64 = 0

    /// The link's condition.
    @inline(__always)
    public var link: LinkCondition { encoder.state.link }

    /// Whether an emergency stop is latched.
    public private(set) var isStopped = false
    /// The reason of the last halt; nil: none yet.
    public private(set) var lastHalt: HaltReason?

    /// Bytes for a sensor on the arm's peripheral that wait to be sent; nil: none.
    public var sensorBytes: Frame? { encoder.state.sensorBytes }
    /// Whether they wait and may be sent: not after an emergency stop.
    public var owesSensorBytes: Bool { encoder.hasSensorBytes }
    /// When they may be sent at the earliest; nil: none wait, or the link takes none now.
    public var sensorBytesDue: Instant? {
        encoder.hasSensorBytes && link.takesMotion ? encoder.motionFrom : nil
    }

    /// Creates a state machine at rest, without link or input.
    /// - Parameters:
    ///   - arm: the arm to drive.
    ///   - mapping: how the input moves the controls.
    ///   - plays: whether a recording holds the controls (`DriveEvent.played`); of an input only the operator's keys
    ///     count then.
    ///   - isPlaced: whether the operator has confirmed that the arm is at its start position.
    ///   - rules: today's, or those of an older recording.
    public init(
        arm: Arm, mapping: Mapping, plays: Bool = false, isPlaced: Bool = false, rules: DriveRules = .present
    ) {
        self.arm = arm
        self.mapping = mapping
        self.rules = rules
        encoder = Encoder(arm: arm, isPlaced: isPlaced)
        var sliders: [SliderControl] = [], joysticks: [JoystickControl] = [], places: [Place] = []
        for (control, described) in zip(mapping.places, mapping.controls) {
            switch described.kind {
            case .slider(let mapping, let channel):
                places.append(.slider(sliders.count))
                sliders.append(SliderControl(control, mapping, moves: arm.channel(channel), rules: rules))
            case .joystick(let mapping, let x, let y):
                places.append(.joystick(joysticks.count))
                let channels = (x.flatMap(arm.channel), y.flatMap(arm.channel))
                joysticks.append(JoystickControl(control, mapping, moves: channels, rules: rules))
            case .button(let keys):
                places.append(.slider(sliders.count))
                let action = arm.action(named: described.name)
                sliders.append(SliderControl(control, button: keys, sends: action, rules: rules))
            }
        }
        (self.sliders, self.joysticks, self.places) = (sliders, joysticks, places)
        keys = OperatorKeysReader(mapping.keys)
        self.plays = plays
        playback = plays ? Playback(arm.channels) : nil
        let start = arm.startValues
        held = PerChannel(
            arm.channels.map { channel in
                let profile = arm.profiles[channel]
                return HeldPosition(profile.range.normalised(Double(start[channel])), profile.held)
            })
        applyProfile()
        gates = gateStates()
    }

    /// Handles an event at a time; a time before the last step's counts as that step's.
    ///
    /// The properties that it reads are inlined: a call that only reads would be passed a copy of the whole state
    /// machine.
    public mutating func step(_ event: DriveEvent, at time: Instant) -> Step {
        if encoder.awaitsOutcome { settle(Self.outcome(before: event)) }
        self.time = max(self.time, time)
        notices = laterNotices
        laterNotices = []
        let isLate = deadline.map { now - $0 > Self.lateness } ?? false
        if isLate { halt(.late) }
        if let silentFrom = silentFrom(), silentFrom <= now { halt(.silent) }
        let isWholeReport = apply(event)
        guard isWholeReport || isLate else {
            return Step(deadline: deadline, notices: notices)
        }
        settle()
        let isOutdated = event == .input(.report(more: true))
        if !isOutdated, encoder.proposeSensorBytes(at: now) {
            deadline = now
            return Step(
                sendsSensorBytes: true, pendingZeros: encoder.pendingZeros(), deadline: deadline, notices: notices)
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
    public mutating func settle(_ outcome: WriteOutcome) -> Instant? {
        switch outcome {
        case .written, .writtenLast: commit()
        case .inFlight: encoder.keepInFlight()
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

    private mutating func commit() {
        let isAwaited = plays && encoder.state.outcome != .known
        // A halt while this command was in flight returned the positions to what was written before it.
        if encoder.commit(at: now) { returnPositions() }
        if encoder.state.newlySet != 0 { takeSettings() }
        if isAwaited { noteSentMotion() }
    }

    /// An action has set positions: the controls go on from there.
    private mutating func takeSettings() {
        laterNotices.insert(.position)
        for channel in encoder.channels where encoder.state.newlySet >> channel.index & 1 == 1 {
            let written = encoder.state.channels[channel].written
            held[channel].reset(encoder.rules[channel].range.normalised(Double(written)))
            playback?.finish(channel)
        }
        encoder.state.newlySet = 0
        // A finger that rests on a joystick holds it where the action has left it.
        for index in joysticks.indices {
            guard joysticks[index].grip != nil, let way = joysticks[index].fingerWay else { continue }
            let channels = joysticks[index].channels
            joysticks[index].grip = (position(channels.x) - way.x, position(channels.y) - way.y)
        }
    }

    var now: Instant { time }

    // MARK: events

    /// Applies the event. Returns whether to evaluate the controls: not in the middle of an input's report.
    private mutating func apply(_ event: DriveEvent) -> Bool {
        switch event {
        case .input(let event):
            inputChangedAt = now
            return apply(event)
        case .inputAdded(let state):
            inputIsThere = true
            inputIsSilent = false
            adopt(state, isAdded: true)
            closeGates()
        case .inputResynced(let state):
            inputChangedAt = now
            adopt(state)
        case .inputLost:
            inputIsThere = false
            inputIsSilent = false
            adopt(InputState())
            halt(.inputLost)
        case .inputSilent:
            inputIsSilent = true
            halt(.silent)
        case .inputHeard:
            inputIsSilent = false
            closeGates()
        case .finger(let event): apply(event)
        case .deadline: break
        case .link(let event): apply(event)
        case .operator(let action): apply(action)
        case .played(let numbers): play(numbers)
        case .replayed(let motion): play(motion)
        case .sensor(let bytes): encoder.giveSensor(bytes)
        case .shutdown:
            isEnding = true
            halt(.ending)
        }
        return true
    }

    private mutating func apply(_ event: InputEvent) -> Bool {
        for index in sliders.indices { sliders[index].apply(event) }
        for index in joysticks.indices { joysticks[index].apply(event) }
        guard case .key(let code, let down) = event else { return event.isReport }
        switch keys.apply(code, down: down) {
        case .stop: stop()
        case .resume: resume()
        case .recentre(let down): recentre(down: down)
        case .enableLetGo: halt(.enable)
        case .enableTaken: break
        case .precise: updatePrecision()
        case .profile: nextProfile()
        case nil: return false
        }
        return true
    }

    private mutating func apply(_ event: LinkEvent) {
        // The command in flight has arrived, or was discarded.
        if event == .ready { commit() }
        if event == .refused { encoder.discard() }
        // A loss is reported by the write that failed and by the link itself, a stall by each frame that it holds.
        if event == .down && !link.isUp || event == .stalled && link.isStalled { return }
        if encoder.follow(event, at: now) { notices.insert(.dropped) }
        switch event {
        case .up(let takenOver), .opened(let takenOver):
            if linkWasUp || takenOver { halt(.linkBack) } else { closeGates() }
            if !link.isOpening { linkWasUp = true }
        case .flowing: linkWasUp = true
        case .down: halt(.linkLost)
        case .stalled: halt(.stalled)
        // The reason comes with the event that follows.
        case .lastWord:
            encoder.halt(at: now)
            closeGates()
            let now = now
            playback?.motions.cut(at: now)
        case .ready, .busy, .refused, .held: break
        }
    }

    private mutating func apply(_ action: OperatorAction) {
        switch action {
        case .stop: stop()
        case .stopHeld(let source):
            heldStops.hold(source)
            stop()
        case .stopLetGo(let source): heldStops.letGo(source, at: now)
        case .resume: resume()
        case .recentre(let down): recentre(down: down)
        case .precise(let isOn):
            isPrecise = isOn
            updatePrecision()
        case .nextProfile: nextProfile()
        case .halt(let reason): halt(reason)
        }
    }

    private mutating func adopt(_ state: InputState, isAdded: Bool = false) {
        let isAdded = isAdded && mapping.learnsRests
        let wasStopDown = keys.isStopDown, wasDisabled = keys.isDisabled, wasRecentreDown = keys.isRecentreDown
        for index in sliders.indices { sliders[index].adopt(state, isAdded: isAdded) }
        for index in joysticks.indices { joysticks[index].adopt(state, isAdded: isAdded) }
        keys.adopt(state)
        updatePrecision()
        if keys.isStopDown && !wasStopDown { stop() }
        if keys.isDisabled && !wasDisabled && inputIsThere { halt(.enable) }
        if keys.isRecentreDown != wasRecentreDown { recentre(down: keys.isRecentreDown) }
    }

    // MARK: safety

    /// The emergency stop: it latches until `resume`.
    private mutating func stop() {
        isStopped = true
        encoder.state.isStopped = true
        notices.insert(.stop)
        halt(.stop)
    }

    private mutating func resume() {
        guard isStopped else { return }
        guard isAtRest, heldStop(at: now) == nil || !rules.stopsHold else {
            notices.insert(.resumeRefused)
            return
        }
        isStopped = false
        encoder.state.isStopped = false
        notices.insert(.resume)
        closeGates()
    }

    /// An emergency stop that is held down at a time, or that may be; nil: none. While there is one, no resume is
    /// taken.
    public func heldStop(at time: Instant) -> HeldStop? {
        keys.stopDown.map { .key($0) } ?? heldStops.first(at: time).map { .source($0) }
    }

    /// - Parameter end: what ends a replay of recorded frames, if it is known.
    mutating func halt(_ reason: HaltReason, ends end: PlaybackEnd? = nil) {
        if encoder.halt(at: now) { notices.insert(.dropped) }
        lastHalt = playback?.motions.halt(reason, end) ?? reason
        notices.insert(.halt)
        closeGates()
    }

    /// Ends every touch and drops positions that were not written. A recentring key that is still held has no effect
    /// until it is pressed again.
    mutating func closeGates() {
        for index in sliders.indices { sliders[index].close() }
        for index in joysticks.indices { joysticks[index].close() }
        playback?.close()
        encoder.dropSignals(at: now)
        recentreSince = nil
        returnPositions()
    }

    /// Returns held positions to the ones last written.
    private mutating func returnPositions() {
        for channel in encoder.channels {
            let profile = encoder.rules[channel]
            guard profile.mode == .position else { continue }
            let written = encoder.state.channels[channel].written
            let isAway = profile.range.quantised(held[channel].value(at: now)) != written
            if isAway { notices.insert(.position) }
            if isAway || held[channel].isMoving { held[channel].reset(profile.range.normalised(Double(written))) }
            encoder.set(channel, written, isTouched: false, at: now)
        }
    }

    /// While every joystick's gate is closed the key has no effect.
    private mutating func recentre(down: Bool) {
        if !down { recentreSince = nil }
        if down, recentreSince == nil, joysticks.contains(where: { $0.gate.isOpen }) { recentreSince = now }
    }

    // MARK: precision and profiles

    private mutating func updatePrecision() {
        let precision = keys.isPreciseDown || isPrecise ? mapping.keys.factor : 1
        if precision != self.precision { notices.insert(.precision) }
        self.precision = precision
    }

    /// Whether the input holds a control, or holds the enable key while something moves, so that its silence would let
    /// a motion go on.
    public var isHeldByInput: Bool {
        sliders.contains { $0.isHeldByInput } || joysticks.contains { $0.isHeldByInput }
            || !mapping.keys.enable.isEmpty && !keys.isDisabled && (isMoving || !isAtRest)
    }

    /// When an unchanged deflection counts as silence; nil: nothing is deflected, or the mapping sets no limit.
    /// Mutating only for speed: a method that only reads would be passed a copy of the whole state machine.
    @inline(__always)
    mutating func silentFrom() -> Instant? {
        guard let limit = mapping.silence else { return nil }
        return isHeldByInput ? inputChangedAt + limit : nil
    }

    /// Whether nothing that moves a control is touched.
    private var isAtRest: Bool {
        sliders.allSatisfy { $0.isAtRest && !$0.isTouched } && joysticks.allSatisfy { $0.isAtRest && !$0.isTouched }
    }

    private mutating func nextProfile() {
        guard mapping.profiles.count > 1, !plays else { return }
        guard isAtRest, !isMoving else {
            notices.insert(.profileRefused)
            return
        }
        profileIndex = (profileIndex + 1) % mapping.profiles.count
        applyProfile()
        recentreSince = nil
        notices.insert(.profile)
    }

    /// Closes the controls that the profile in force does not have.
    private mutating func applyProfile() {
        let live = mapping.live(in: profileIndex)
        for index in sliders.indices {
            sliders[index].isLive = live >> sliders[index].control.index & 1 == 1
            if !sliders[index].isLive { sliders[index].close() }
        }
        for index in joysticks.indices {
            joysticks[index].isLive = live >> joysticks[index].control.index & 1 == 1
            if !joysticks[index].isLive { joysticks[index].close() }
        }
    }

    /// The profile in force; nil: the mapping has none.
    public var profile: Mapping.Profile? { mapping.profiles.isEmpty ? nil : mapping.profiles[profileIndex] }

    /// What keeps every control dead, whether or not it is at rest; nil: nothing does.
    @inline(__always)
    var blocked: GateState? {
        if isEnding { return .ending }
        if isStopped { return .stopped }
        if !link.isUp || link.isOpening { return .link }
        if link.isStalled { return .stalled }
        if !inputIsThere { return panelIsThere ? nil : .input }
        if inputIsSilent { return .input }
        return keys.isDisabled ? .enable : nil
    }
}

extension InputEvent {
    var isReport: Bool { if case .report = self { true } else { false } }
}
