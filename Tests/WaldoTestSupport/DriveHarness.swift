public import WaldoCore
public import WaldoTime

/// A state machine on a clock that the test advances: events go in, deadlines fire as the clock passes them, commands
/// are collected.
public struct DriveHarness {
    /// A command and the step that sent it.
    public struct Sent: Equatable, Sendable {
        /// The step's time.
        public var at: Instant
        /// The command.
        public var command: Command
        /// The step's event.
        public var event: DriveEvent

        /// Channel and text, as in `slider F>`.
        public var text: String { "\(command.channel) \(String(decoding: command.frame.bytes, as: UTF8.self))" }
    }

    /// The state machine under test.
    public private(set) var stateMachine: DriveStateMachine
    /// The clock's time.
    public private(set) var now: Instant
    /// The deadline of the last step; nil: none.
    public private(set) var deadline: Instant?
    /// Commands sent since the last `takeTexts`.
    public private(set) var sent: [Sent] = []
    /// When bytes for a sensor were sent, and behind how many of the commands in `sent`.
    public private(set) var sentToSensor: [(at: Instant, bytes: [UInt8], behind: Int)] = []
    /// Notices since the last `takeNotices`.
    public private(set) var notices: Notices = []
    /// Every step, as a recording would hold it.
    public private(set) var steps: [(event: DriveEvent, at: Instant)] = []
    /// Whether each command keeps the link busy until the test steps the link's `ready` event.
    public var linkIsSlow = false

    /// Creates a state machine without link or input, and its clock.
    public init(
        _ arm: Arm, _ mapping: Mapping, isPlayed: Bool = false, rules: DriveRules = .present,
        at now: Instant = 1_000_000
    ) {
        stateMachine = DriveStateMachine(arm: arm, mapping: mapping, isPlayed: isPlayed, rules: rules)
        self.now = now
    }

    /// Steps the state machine at the present time, and again for as long as its deadline is due.
    public mutating func step(_ event: DriveEvent) {
        handle(event)
        var turns = 0
        while let deadline, deadline <= now, turns < 100 {
            handle(.deadline)
            turns += 1
        }
        precondition(turns < 100, "the state machine asks to be stepped at \(now) for ever")
    }

    private mutating func handle(_ event: DriveEvent) {
        steps.append((event, now))
        let step = stateMachine.step(event, at: now)
        notices.formUnion(step.notices)
        deadline = step.deadline
        if step.sendsBytes {
            sentToSensor.append((now, stateMachine.proposedBytes.bytes, sent.count))
            deadline = stateMachine.conclude(linkIsSlow ? .inFlight : .written)
            if linkIsSlow { handle(.link(.busy)) }
            return
        }
        guard let command = step.command else { return }
        sent.append(Sent(at: now, command: command, event: event))
        let pending = stateMachine.pendingZerosOnceWritten
        deadline = stateMachine.conclude(linkIsSlow ? .inFlight : .written)
        precondition(
            linkIsSlow || !step.isZero || pending == stateMachine.pendingZeros, "a written zero owes what it was to owe"
        )
        if linkIsSlow { handle(.link(.busy)) }
    }

    /// Advances the clock, firing the deadlines on the way.
    public mutating func advance(_ span: TimeSpan) {
        let end = now + span
        while let deadline, deadline <= end {
            now = max(now, deadline)
            step(.deadline)
        }
        now = end
    }

    /// Steps the events of one report, then the end of the report.
    public mutating func input(_ events: InputEvent..., more: Bool = false) {
        for event in events { step(.input(event)) }
        step(.input(.report(more: more)))
    }

    /// A drive of an arm with a pad at rest, whose link has just come up: its gates are shut.
    public static func opened(_ arm: Arm) -> DriveHarness {
        var harness = DriveHarness(arm, .pad())
        harness.step(.link(.up(takenOver: false)))
        harness.step(.inputAdded(.padAtRest))
        return harness
    }

    /// Brings the link up, adds an input, and waits for the neutral gates to open: ready to drive.
    public mutating func start(_ state: InputState) {
        step(.link(.up(takenOver: false)))
        step(.inputAdded(state))
        advance(.milliseconds(300))
    }

    /// Returns the commands sent since the last call, as text.
    public mutating func takeTexts() -> [String] {
        defer { sent = [] }
        return sent.map(\.text)
    }

    /// Returns the notices since the last call.
    public mutating func takeNotices() -> Notices {
        defer { notices = [] }
        return notices
    }
}

extension PerChannel where Value == Int32? {
    /// A number for one channel and nil for the others.
    public static func only(_ channel: Channel, _ number: Int32) -> Self {
        var numbers = Self(repeating: nil)
        numbers[channel] = number
        return numbers
    }
}
