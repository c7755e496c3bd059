/// What a person wants to know of a drive, gathered line by line in fixed memory.
public struct DriveSummary: Sendable {
    /// The commands of one channel.
    public struct ChannelFigures: Equatable, Sendable {
        /// Commands that left because of this channel.
        public fileprivate(set) var commands = 0
        /// The gaps between commands while the channel was held; see `DriveSummary`.
        public fileprivate(set) var gaps = Histogram()
        fileprivate var last: Microseconds?
        fileprivate var isHeld = false
    }

    /// A drive's link, as far as it was lost.
    public struct LinkFigures: Equatable, Sendable {
        /// How often it was lost.
        public fileprivate(set) var losses = 0
        /// How long it was down after losses, until it was back or the drive ended.
        public fileprivate(set) var down: Microseconds = 0
        fileprivate var isUp = false
        fileprivate var lostAt: Microseconds?
    }

    /// Each channel's commands and gaps. A gap counts from one command to the next if the first left a velocity at
    /// another number than zero, for then the arm relies on the next; with a position, if its control was held from the
    /// one to the other. A loss of the link is no gap.
    public private(set) var channels = PerChannel(repeating: ChannelFigures())
    /// The gaps between any two commands, pauses of the operator included.
    public private(set) var writes = Histogram()
    /// By how much deadlines were met late.
    public private(set) var lateness = Histogram()
    /// The link.
    public private(set) var link = LinkFigures()
    /// Commands that the link did not take: they waited (`refused`) or fell with the link (`gone`).
    public private(set) var refused = 0, gone = 0
    /// How often pending commands were dropped.
    public private(set) var drops = 0
    /// Halts by their reasons, in the order of `HaltReason.allCases`.
    public private(set) var halts = [Int](repeating: 0, count: HaltReason.allCases.count)
    /// Stops and resumes of the operator.
    public private(set) var stops = 0, resumes = 0
    /// How often the input was lost, and how often changes of it were missed.
    public private(set) var inputLosses = 0, resyncs = 0
    /// What the shield said.
    public private(set) var notifications = 0
    /// The state machine's steps.
    public private(set) var steps = 0
    /// Nothing was transmitted.
    public private(set) var isOverride = false
    /// The drive's exit status; nil when the recording ends before the drive did.
    public private(set) var status: Int32?
    /// The time of the last line: how long the drive took.
    public private(set) var duration: Microseconds = 0
    /// How the controls stand.
    public private(set) var trace: ControlTrace

    private let arm: Arm
    private var lastWrite: Microseconds?
    private var isEnding = false

    /// A summary of a drive of this arm by this mapping.
    /// - Parameter plays: whether it is the recording of a replay.
    public init(arm: Arm, mapping: Mapping, plays: Bool = false) {
        self.arm = arm
        trace = ControlTrace(arm: arm, mapping: mapping, plays: plays)
    }

    /// All commands that left.
    public var commands: Int { Channel.allCases.reduce(0) { $0 + channels[$1].commands } }

    /// Takes the recording's next line.
    public mutating func take(_ line: RecordedLine) {
        switch line {
        case .step(let step): take(step)
        case .command(let command): take(command)
        case .event(let event): take(event)
        }
    }

    /// Takes the recording's end.
    public mutating func finish() {
        if let lostAt = link.lostAt { link.down += max(0, duration - lostAt) }
        link.lostAt = nil
    }

    // MARK: steps

    private mutating func take(_ step: RecordedStep) {
        steps += 1
        duration = max(duration, step.at)
        trace.take(step)
        switch step.event {
        case .deadline: if let due = step.due { lateness.add(step.at - due) }
        case .link(.up), .link(.opened): linkIsUp(at: step.at)
        case .link(.down): linkIsDown(at: step.at)
        case .inputLost: inputLosses += 1
        case .inputResynced: resyncs += 1
        case .shutdown: isEnding = true
        case .link, .input, .inputAdded, .finger, .operator, .played: break
        }
        for channel in Channel.allCases where arm.channels[channel]?.mode == .position && !trace.isTouched(channel) {
            channels[channel].isHeld = false
        }
    }

    private mutating func linkIsUp(at time: Microseconds) {
        if let lostAt = link.lostAt { link.down += time - lostAt }
        link.lostAt = nil
        link.isUp = true
    }

    /// A loss is told by the write that failed and by the link itself; the drive's own end is none.
    private mutating func linkIsDown(at time: Microseconds) {
        for channel in Channel.allCases { channels[channel].last = nil }
        lastWrite = nil
        guard link.isUp, !isEnding else { return }
        link.isUp = false
        link.losses += 1
        link.lostAt = time
    }

    // MARK: commands

    private mutating func take(_ recorded: RecordedCommand) {
        switch recorded.outcome {
        case .refused: refused += 1
        case .gone: gone += 1
        case .written, .inFlight, .writtenLast: count(recorded)
        }
    }

    private mutating func count(_ recorded: RecordedCommand) {
        if let lastWrite { writes.add(recorded.at - lastWrite) }
        lastWrite = recorded.at
        channels[recorded.command.channel].commands += 1
        guard arm.frame != nil else {
            return carry(recorded.command.channel, recorded.command.value, at: recorded.at)
        }
        for channel in Channel.allCases where arm.channels[channel] != nil {
            carry(channel, recorded.all?[channel] ?? recorded.command.value, at: recorded.at)
        }
    }

    /// A frame with a channel's number has left.
    private mutating func carry(_ channel: Channel, _ number: Int32, at time: Microseconds) {
        guard let profile = arm.channels[channel] else { return }
        if let last = channels[channel].last, channels[channel].isHeld { channels[channel].gaps.add(time - last) }
        channels[channel].last = time
        channels[channel].isHeld =
            profile.mode == .velocity ? number != profile.range.zero : trace.isTouched(channel)
    }

    // MARK: remarks

    private mutating func take(_ event: RecordedEvent) {
        duration = max(duration, event.at)
        switch event.event {
        case "halt":
            guard let reason = HaltReason.allCases.firstIndex(where: { "\($0.word)" == event.state }) else { return }
            halts[reason] += 1
        case "stop": stops += 1
        case "resume": resumes += 1
        case "dropped": drops += 1
        case "notify": notifications += 1
        case "link": if event.state == "override" { isOverride = true }
        case "end": status = event.status
        default: break
        }
    }
}

extension RecordedLine {
    /// The line's time, since the recording began.
    public var at: Microseconds {
        switch self {
        case .step(let step): step.at
        case .command(let command): command.at
        case .event(let event): event.at
        }
    }
}
