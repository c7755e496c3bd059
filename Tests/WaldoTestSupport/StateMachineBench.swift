public import WaldoCore

/// A state machine on a hand-moved clock: events go in, deadlines fire when the clock passes them, commands pile up.
public struct StateMachineBench {
    /// A command and the step in which it left.
    public struct Sent: Equatable, Sendable {
        /// The step's time.
        public var at: Microseconds
        /// What left.
        public var command: Command
        /// What happened in the step.
        public var event: DriveEvent

        /// Channel and text, as in `slider F>`.
        public var text: String { "\(command.channel.name) \(String(decoding: command.frame.bytes, as: UTF8.self))" }
    }

    /// The state machine under test.
    public private(set) var stateMachine: DriveStateMachine
    /// The clock.
    public private(set) var now: Microseconds
    /// When the state machine wants to be stepped next.
    public private(set) var deadline: Microseconds?
    /// What left since the last `takeTexts`.
    public private(set) var sent: [Sent] = []
    /// What was told since the last `takeNotices`.
    public private(set) var notices: Notices = []
    /// Every step taken, as a recording would hold it.
    public private(set) var steps: [(event: DriveEvent, at: Microseconds)] = []
    /// Whether each command keeps the link busy until `ready` is handed in.
    public var linkIsSlow = false

    /// A state machine without link or input, and its clock.
    public init(_ arm: Arm, _ mapping: Mapping, plays: Bool = false, at now: Microseconds = 1_000_000) {
        stateMachine = DriveStateMachine(arm: arm, mapping: mapping, plays: plays)
        self.now = now
    }

    /// Steps the state machine at the present time, and at once again for as long as it asks for that.
    public mutating func step(_ event: DriveEvent) {
        take(event)
        var turns = 0
        while let deadline, deadline <= now, turns < 100 {
            take(.deadline)
            turns += 1
        }
        precondition(turns < 100, "the road asks to be stepped at \(now) for ever")
    }

    private mutating func take(_ event: DriveEvent) {
        steps.append((event, now))
        let step = stateMachine.step(event, at: now)
        notices.formUnion(step.notices)
        deadline = step.deadline
        guard let command = step.command else { return }
        sent.append(Sent(at: now, command: command, event: event))
        let pending = stateMachine.pendingZerosOnceWritten
        deadline = stateMachine.settle(linkIsSlow ? .inFlight : .written)
        precondition(
            linkIsSlow || !step.isZero || pending == stateMachine.pendingZeros, "a written zero owes what it was to owe"
        )
        if linkIsSlow { take(.link(.busy)) }
    }

    /// Moves the clock on, firing the deadlines on the way.
    public mutating func advance(_ span: Microseconds) {
        let end = now + span
        while let deadline, deadline <= end {
            now = max(now, deadline)
            step(.deadline)
        }
        now = end
    }

    /// Events of one report, then the report.
    public mutating func input(_ events: InputEvent..., more: Bool = false) {
        for event in events { step(.input(event)) }
        step(.input(.report(more: more)))
    }

    /// Link up, a pad at rest, and the gate's time past: ready to drive.
    public mutating func start(_ state: InputState) {
        step(.link(.up(takenOver: false)))
        step(.inputAdded(state))
        advance(.milliseconds(300))
    }

    /// What was sent since the last call, as text.
    public mutating func takeTexts() -> [String] {
        defer { sent = [] }
        return sent.map(\.text)
    }

    /// What was told since the last call.
    public mutating func takeNotices() -> Notices {
        defer { notices = [] }
        return notices
    }
}

extension PerChannel where Value == Int32? {
    /// A number for one channel, and nothing said of the others.
    public static func only(_ channel: Channel, _ number: Int32) -> Self {
        var numbers = Self(repeating: nil)
        numbers[channel] = number
        return numbers
    }
}
