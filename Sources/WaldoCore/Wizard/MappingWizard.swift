public import WaldoTime

/// Finds out which axes and keys of an input move which controls: it asks for one movement after another, and watches
/// what moves. Pure: events and times are handed in, and nothing is sent anywhere.
///
/// A movement is a push and the return: what does not come back to where it rested is no answer. Rests are learned
/// while nothing moves, before the first prompt.
public struct MappingWizard: Sendable {
    /// A movement is over when all has been still for so long.
    static let quiet: TimeSpan = .milliseconds(250)
    /// What is held for so long has to be let go of, or stays where it is put.
    static let patience: TimeSpan = .seconds(4)
    /// A key that is down from the start for so long is none to press.
    private static let stuck: TimeSpan = .seconds(3)
    /// Axes beyond are no sticks: pressure, tilt, a volume, touches.
    private static let lastAxis: UInt16 = 0x17

    /// The controls that it finds the parts of.
    public let controls: [WizardControl]
    /// Whether the arm can be parked, so that a key for it is asked for.
    let canPark: Bool
    /// The answers, in the order of their prompts.
    public internal(set) var answers: [(prompt: WizardPrompt, answer: WizardAnswer)] = []
    /// The last thing to say beside the prompt; nil: none.
    public internal(set) var remark: WizardRemark?
    /// The axes and keys that are left out because they never rest.
    public private(set) var ignored: [WizardSource] = []
    /// The kind of the input.
    public private(set) var kind = InputMatch.Kind.gamepad

    var axes: [WizardAxis] = []
    /// The keys that the input has.
    private(set) var keyCodes: [UInt16] = []
    private var keysDown: Set<UInt16> = []
    /// The keys that went down in the present movement.
    private(set) var pressed: [UInt16] = []
    private var isThere = false, restsAreLearned = false, isMoving = false, isSpoilt = false
    private var keysSince = Instant.clockStart, learnsSince = Instant.clockStart
    /// Keys that go down together with an axis that is in use; a second axis of one control, which was asked about.
    var aliases: [(keys: [UInt16], prompt: WizardPrompt)] = [], doubted: UInt16?

    /// Creates a wizard for these controls.
    /// - Parameter canPark: whether the arm's file says where it rests.
    public init(_ controls: [WizardControl], canPark: Bool = false) {
        (self.controls, self.canPark) = (controls, canPark)
    }

    // MARK: the input

    /// The input is there, for the first time or again.
    public mutating func added(_ input: InputDescription, _ state: InputState, at now: Instant) {
        kind = input.kind ?? .gamepad
        keyCodes = input.keyCodes
        axes = state.axes.filter { $0.minimum < $0.maximum && $0.code <= Self.lastAxis }.map { WizardAxis($0, at: now) }
        keysDown = Set(state.keysDown)
        isThere = true
        (restsAreLearned, learnsSince, doubted) = (false, now, nil)
        forget()
    }

    /// The input is gone.
    public mutating func lost() { isThere = false }

    /// The input's state is known again, after records were lost.
    public mutating func resynced(_ state: InputState, at now: Instant) {
        guard isThere else { return }
        for axis in state.axes { apply(axis.code, axis.value, at: now) }
        keysDown = Set(state.keysDown)
        (remark, isSpoilt) = (.recordsLost, isMoving)
    }

    /// One change of the input.
    public mutating func handle(_ event: InputEvent, at now: Instant) {
        guard isThere else { return }
        switch event {
        case .axis(let code, let value): apply(code, value, at: now)
        case .key(let code, let down): press(code, down, at: now)
        case .report: break
        }
        advance(to: now)
    }

    private mutating func apply(_ code: UInt16, _ value: Int32, at now: Instant) {
        guard let index = axes.firstIndex(where: { $0.state.code == code }) else { return }
        if axes[index].apply(value, at: now) { leaveOut(.axis(code)) }
        if restsAreLearned, axes[index].isPushed { beginMovement() }
    }

    private mutating func press(_ code: UInt16, _ down: Bool, at now: Instant) {
        keysSince = now
        if !down {
            keysDown.remove(code)
            // What comes up is not stuck.
            ignored.removeAll { $0 == .key(code) }
        } else if !ignored.contains(.key(code)) {
            keysDown.insert(code)
            guard restsAreLearned else { return }
            beginMovement()
            if !pressed.contains(code), pressed.count < 16 { pressed.append(code) }
        }
    }

    /// What was said of the last movement has been read.
    private mutating func beginMovement() {
        if !isMoving { remark = nil }
        isMoving = true
    }

    private mutating func leaveOut(_ source: WizardSource) {
        guard !ignored.contains(source) else { return }
        ignored.append(source)
        remark = .ignored(source)
    }

    // MARK: time

    /// The time has advanced: movements end, and rests are learned.
    public mutating func advance(to now: Instant) {
        guard isThere else { return }
        for index in axes.indices where axes[index].isRestless {
            axes[index].calmDown(at: now)
            if !axes[index].isRestless { ignored.removeAll { $0 == .axis(axes[index].state.code) } }
        }
        if !restsAreLearned { return learnRestsIfStill(at: now) }
        guard isMoving, keysDown.isEmpty, isStill(for: Self.quiet, at: now) else { return watchHeld(at: now) }
        if axes.allSatisfy(\.isBack) {
            isSpoilt ? forget() : judge()
        } else {
            for index in axes.indices where !axes[index].isBack && axes[index].isAtEarlierRest {
                axes[index].learnRest()
                isSpoilt = true
            }
            watchHeld(at: now)
        }
    }

    private func isStill(for span: TimeSpan, at now: Instant) -> Bool {
        now - keysSince >= span && axes.allSatisfy { $0.isRestless || $0.isStill(for: span, at: now) }
    }

    /// What is held too long: an axis stays where it is put, or a key is stuck.
    private mutating func watchHeld(at now: Instant) {
        guard isMoving, isStill(for: Self.patience, at: now) else { return }
        isSpoilt = true
        if let axis = axes.first(where: { !$0.isBack }) {
            remark = .stays(.axis(axis.state.code))
            for index in axes.indices where !axes[index].isBack { axes[index].learnRest() }
        } else if let key = keysDown.first {
            remark = .stays(.key(key))
        }
        if keysDown.isEmpty { forget() }
    }

    private mutating func learnRestsIfStill(at now: Instant) {
        if now - max(learnsSince, keysSince) >= Self.stuck {
            for key in keysDown { leaveOut(.key(key)) }
            keysDown = []
        }
        guard keysDown.isEmpty, isStill(for: WizardAxis.restTime, at: now), now - learnsSince >= WizardAxis.restTime
        else { return }
        for index in axes.indices where !axes[index].isRestless { axes[index].learnRest() }
        forget()
        restsAreLearned = true
    }

    /// What is held now answers nothing, when it is let go either.
    mutating func void() { isSpoilt = isMoving }

    /// Forgets a movement that answers nothing.
    mutating func forget() {
        (isMoving, isSpoilt, pressed) = (false, false, [])
        for index in axes.indices { axes[index].forgetPush() }
    }

    private mutating func judge() {
        let answer = judgement()
        for index in axes.indices { axes[index].endPush() }
        let keys = pressed
        forget()
        guard let answer, case .answer(let prompt) = phase else { return }
        if case .axis = answer { aliases.append((keys, prompt)) }
        answers.append((prompt, answer))
        (remark, doubted) = (nil, nil)
    }

    // MARK: what is shown

    /// What it waits for.
    public var phase: Phase {
        guard isThere else { return .input }
        guard let prompt = prompts.first(where: { answer($0) == nil }) else { return .done }
        return restsAreLearned ? .answer(prompt) : .rest
    }

    /// Whether something is pushed or pressed that has to be let go.
    public var awaitsRelease: Bool { isMoving || !restsAreLearned && !keysDown.isEmpty }

    /// The keys that are down, in order.
    public var keysHeld: [UInt16] { keysDown.sorted() }
}
