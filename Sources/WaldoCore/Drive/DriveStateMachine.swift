/// The straight state machine from an input's events to an arm's bytes: one value, stepped with what happens and when.
///
/// `step` gives at most one command. The caller sends it and hands the outcome to `settle`; a command that the next
/// step finds without one was written. Both give the deadline at which the state machine wants to be stepped again; a
/// deadline that is not after the step's own time asks for that at once.
public struct DriveStateMachine: Sendable {
    /// A step that comes so long after its deadline finds a world that has moved on: it halts.
    public static let lateness: Microseconds = .milliseconds(250)
    static let recentreHold: Microseconds = .milliseconds(500)

    /// The arm that is driven.
    public let arm: Arm
    /// What the input's axes and keys move.
    public let mapping: Mapping

    var encoder: Encoder
    var slider: SliderControl
    var joystick: JoystickControl
    var held: PerChannel<HeldPosition>
    var playback: Playback?
    private var keys: OperatorKeysReader

    /// The time of the last step.
    public private(set) var time: Microseconds = .min
    private var deadline: Microseconds?
    var notices: Notices = []
    private var linkWasUp = false
    private(set) var inputIsThere = false
    var panelIsThere = false
    /// Where the held position stood when the finger on the joystick came down.
    var grip: (x: Double, y: Double)?
    private var isEnding = false
    var recentreSince: Microseconds?
    var isRecentring = false
    var gates: (slider: GateState, joystick: GateState) = (.link, .link)

    /// How the link stands.
    @inline(__always)
    public var link: LinkCondition { encoder.state.link }

    /// Whether a stop is latched.
    public private(set) var isStopped = false
    /// Why the velocities were last set to zero.
    public private(set) var lastHalt: HaltReason?

    /// A state machine at rest, without link or input.
    /// - Parameters:
    ///   - plays: a recording holds the controls (`RoadEvent.played`); of an input only its operator's keys count.
    ///   - isPlaced: the operator has said that the arm stands at its start.
    public init(arm: Arm, mapping: Mapping, plays: Bool = false, isPlaced: Bool = false) {
        self.arm = arm
        self.mapping = mapping
        encoder = Encoder(arm: arm, isPlaced: isPlaced)
        slider = SliderControl(mapping.slider)
        joystick = JoystickControl(mapping.joystick)
        keys = OperatorKeysReader(mapping.keys)
        playback = plays ? Playback() : nil
        let start = arm.startValues
        func position(_ channel: Channel) -> HeldPosition {
            HeldPosition(arm.channels[channel]?.range.normalised(Double(start[channel])) ?? 0)
        }
        held = PerChannel(slider: position(.slider), zx: position(.zx), zy: position(.zy))
    }

    /// Takes what happened at a time; a time before the last step's counts as that step's.
    ///
    /// What it asks of itself is inlined: a call that only reads would be lent a copy of the whole state machine.
    public mutating func step(_ event: DriveEvent, at time: Microseconds) -> Step {
        if encoder.awaitsOutcome { settle(Self.outcome(before: event)) }
        self.time = max(self.time, time)
        notices = []
        let isLate = deadline.map { now - $0 > Self.lateness } ?? false
        if isLate { halt(.late) }
        let isWholeReport = apply(event)
        guard isWholeReport || isLate else {
            return Step(deadline: deadline, notices: notices)
        }
        settle()
        let isOutdated = event == .input(.report(more: true))
        if let command = encoder.propose(at: now, zerosOnly: isOutdated) {
            deadline = now
            let isZero = encoder.state.proposal.isZero
            return Step(
                command: command, isZero: isZero,
                pendingZeros: isZero && !encoder.isCombined ? ZeroCounts() : encoder.pendingZeros(),
                deadline: deadline, notices: notices)
        }
        // What waits behind an outdated report is looked at first.
        deadline = nextDeadline().map { isOutdated ? max(now + 1, $0) : $0 }
        return Step(deadline: deadline, notices: notices)
    }

    /// What the link made of the command of the step before. Gives the deadline.
    @discardableResult
    public mutating func settle(_ outcome: WriteOutcome) -> Microseconds? {
        switch outcome {
        case .written, .writtenLast: commit()
        case .inFlight: encoder.keepInFlight()
        case .refused, .gone: encoder.discard()
        }
        deadline = nextDeadline()
        return deadline
    }

    /// The outcome of a command, as the event behind it tells.
    private static func outcome(before event: DriveEvent) -> WriteOutcome {
        switch event {
        case .link(.refused): .refused
        case .link(.busy): .inFlight
        default: .written
        }
    }

    private mutating func commit() {
        // A halt has returned the positions to what was written, and this was not when it came.
        if encoder.commit(at: now) { returnPositions() }
    }

    var now: Microseconds { time }

    // MARK: what happened

    /// Takes the event in. Tells whether the controls are to be looked at: not in the middle of an input's report.
    private mutating func apply(_ event: DriveEvent) -> Bool {
        switch event {
        case .input(let event): return apply(event)
        case .inputAdded(let state):
            inputIsThere = true
            adopt(state)
            closeGates()
        case .inputResynced(let state): adopt(state)
        case .inputLost:
            inputIsThere = false
            adopt(InputState())
            halt(.inputLost)
        case .finger(let event): apply(event)
        case .deadline: break
        case .link(let event): apply(event)
        case .operator(let action): apply(action)
        case .played(let numbers): play(numbers)
        case .shutdown:
            isEnding = true
            halt(.ending)
        }
        return true
    }

    private mutating func apply(_ event: InputEvent) -> Bool {
        slider.apply(event)
        joystick.apply(event)
        guard case .key(let code, let down) = event else { return event.isReport }
        switch keys.apply(code, down: down) {
        case .stop: stop()
        case .resume: resume()
        case .recentre(let down): recentre(down: down)
        case .enableLetGo: halt(.enable)
        case .enableTaken: break
        case nil: return false
        }
        return true
    }

    private mutating func apply(_ event: LinkEvent) {
        // What was in flight has arrived, or has been thrown away.
        if event == .ready { commit() }
        if event == .refused { encoder.discard() }
        // A loss is told by the write that failed and by the link itself, a stall by each frame that it holds.
        if event == .down && !link.isUp || event == .stalled && link.isStalled { return }
        if encoder.follow(event, at: now) { notices.insert(.dropped) }
        switch event {
        case .up(let takenOver), .opened(let takenOver):
            if linkWasUp || takenOver { halt(.linkBack) } else { closeGates() }
            if !link.isOpening { linkWasUp = true }
        case .flowing: linkWasUp = true
        case .down: halt(.linkLost)
        case .stalled: halt(.stalled)
        // Why it was said is told by what follows.
        case .lastWord:
            encoder.halt(at: now)
            closeGates()
        case .ready, .busy, .refused, .held: break
        }
    }

    private mutating func apply(_ action: OperatorAction) {
        switch action {
        case .stop: stop()
        case .resume: resume()
        case .recentre(let down): recentre(down: down)
        case .halt(let reason): halt(reason)
        }
    }

    private mutating func adopt(_ state: InputState) {
        let wasStopDown = keys.isStopDown, wasDisabled = keys.isDisabled, wasRecentreDown = keys.isRecentreDown
        slider.adopt(state)
        joystick.adopt(state)
        keys.adopt(state)
        if keys.isStopDown && !wasStopDown { stop() }
        if keys.isDisabled && !wasDisabled && inputIsThere { halt(.enable) }
        if keys.isRecentreDown != wasRecentreDown { recentre(down: keys.isRecentreDown) }
    }

    // MARK: safety

    private mutating func stop() {
        isStopped = true
        notices.insert(.stop)
        halt(.stop)
    }

    private mutating func resume() {
        guard isStopped else { return }
        guard slider.isAtRest && joystick.isAtRest else {
            notices.insert(.resumeRefused)
            return
        }
        isStopped = false
        notices.insert(.resume)
        closeGates()
    }

    mutating func halt(_ reason: HaltReason) {
        if encoder.halt(at: now) { notices.insert(.dropped) }
        lastHalt = reason
        notices.insert(.halt)
        closeGates()
    }

    /// Ends every touch. What was not written is forgotten. A
    /// recentring key that is still held counts again only once it has been pressed anew.
    mutating func closeGates() {
        slider.close()
        joystick.close()
        playback?.close()
        isRecentring = false
        recentreSince = nil
        returnPositions()
    }

    /// Held positions return to what the arm was told.
    private mutating func returnPositions() {
        for channel in Channel.allCases {
            guard let profile = encoder.rules[channel], profile.mode == .position else { continue }
            let written = encoder.state.channels[channel].written
            let isAway = profile.range.quantised(held[channel].value(at: now)) != written
            if isAway { notices.insert(.position) }
            if isAway || held[channel].isMoving { held[channel].place(profile.range.normalised(Double(written))) }
            encoder.set(channel, written, isTouched: false, at: now)
        }
    }

    /// Behind a shut gate the key is as dead as the control.
    private mutating func recentre(down: Bool) {
        if !down { recentreSince = nil }
        if down, recentreSince == nil, joystick.gate.isOpen { recentreSince = now }
    }

    /// What keeps every control dead, before its own rest is asked for.
    @inline(__always)
    var blocked: GateState? {
        if isEnding { return .ending }
        if isStopped { return .stopped }
        if !link.isUp || link.isOpening { return .link }
        if link.isStalled { return .stalled }
        if !inputIsThere { return panelIsThere ? nil : .input }
        return keys.isDisabled ? .enable : nil
    }

    // MARK: deadlines

    /// Mutating for the caller's sake: what only reads is lent a copy of the whole state machine.
    private mutating func nextDeadline() -> Microseconds? {
        var earliest = encoder.deadline(after: now)
        func consider(_ moment: Microseconds?) {
            if let moment { earliest = min(earliest ?? .max, max(now + 1, moment)) }
        }
        consider(slider.touchDeadline)
        consider(joystick.touchDeadline)
        if blocked == nil {
            consider(slider.gate.deadline)
            consider(joystick.gate.deadline)
            for channel in Channel.allCases where encoder.rules[channel] != nil {
                consider(playback?.deadline(channel))
            }
        }
        if let recentreSince, !isRecentring, joystick.gate.isOpen, !joystick.isTouched {
            consider(recentreSince + Self.recentreHold)
        }
        for channel in Channel.allCases {
            guard let profile = encoder.rules[channel], profile.mode == .position, profile.send == .change
            else { continue }
            consider(held[channel].nextChange(of: profile.range, after: now).map { max($0, encoder.motionFrom) })
        }
        return earliest
    }
}

extension InputEvent {
    var isReport: Bool { if case .report = self { true } else { false } }
}
