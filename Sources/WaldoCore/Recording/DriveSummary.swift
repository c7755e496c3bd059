public import WaldoTime

/// Statistics of a drive, gathered line by line in fixed memory.
public struct DriveSummary: Sendable {
    /// The commands of one channel.
    public struct ChannelFigures: Equatable, Sendable {
        /// Commands sent that carry this channel's number.
        public fileprivate(set) var commands = 0
        /// The gaps between commands while the channel was held; see `DriveSummary.channels`.
        public fileprivate(set) var gaps = Histogram()
        fileprivate var last: Instant?
        fileprivate var isHeld = false
    }

    /// The losses of a drive's link.
    public struct LinkFigures: Equatable, Sendable {
        /// How often it was lost.
        public fileprivate(set) var losses = 0
        /// How long it was down after losses, until it came back or the drive ended.
        public fileprivate(set) var down: TimeSpan = .zero
        fileprivate var isUp = false
        fileprivate var lostAt: Instant?
    }

    /// Each channel's commands and gaps. A velocity's gap to the next command counts if the first one left it at a
    /// number other than zero, because the arm then relies on the next; a position's, if its control was held
    /// throughout. A loss of the link is no gap.
    public private(set) var channels: PerChannel<ChannelFigures>
    /// All commands sent.
    public private(set) var commands = 0
    /// The gaps between any two commands, including the operator's pauses.
    public private(set) var writes = Histogram()
    /// How late deadlines were met.
    public private(set) var lateness = Histogram()
    /// The link's losses.
    public private(set) var link = LinkFigures()
    /// Commands that the link did not take: they stayed pending (`refused`) or were lost with the link (`gone`).
    public private(set) var refused = 0, gone = 0
    /// How often pending commands were dropped.
    public private(set) var drops = 0
    /// Halts by reason, in the order of `HaltReason.allCases`.
    public private(set) var halts = [Int](repeating: 0, count: HaltReason.allCases.count)
    /// The emergency stops and the operator's resumes.
    public private(set) var stops = 0, resumes = 0
    /// What has stopped and how often, in the order of the first time. Older recordings do not state it, and of a
    /// hostile one no more than a few names are kept.
    public private(set) var stopCauses: [(name: String, count: Int)] = []
    /// How often the input was lost, and how often some of its changes were missed.
    public private(set) var inputLosses = 0, resyncs = 0
    /// Notifications from the peripheral.
    public private(set) var notifications = 0
    /// The state machine's steps.
    public private(set) var steps = 0
    /// Whether the drive was an override, with nothing transmitted.
    public private(set) var isOverride = false
    /// The drive's exit status; nil when the recording ends before the drive did.
    public private(set) var status: Int32?
    /// The time of the last line: how long the drive took.
    public var duration: TimeSpan { end - .clockStart }
    /// The state of the controls.
    public private(set) var trace: ControlTrace

    private let arm: Arm
    private var lastWrite: Instant?
    private var end = Instant.clockStart
    private var isEnding = false

    /// Creates a summary of a drive of this arm with this mapping.
    /// - Parameters:
    ///   - isPlayed: whether it is the recording of a replay.
    ///   - rules: those of the recording.
    public init(arm: Arm, mapping: Mapping, isPlayed: Bool = false, rules: DriveRules = .present) {
        self.arm = arm
        channels = PerChannel(repeating: ChannelFigures(), for: arm.channels)
        trace = ControlTrace(arm: arm, mapping: mapping, isPlayed: isPlayed, rules: rules)
    }

    /// Adds the recording's next line.
    public mutating func add(_ line: RecordedLine) {
        switch line {
        case .step(let step): add(step)
        case .command(let command): add(command)
        case .bytes(let sent): end = max(end, sent.at)
        case .notification(let notification): add(notification)
        case .event(let event): add(event)
        }
    }

    /// Ends the recording: a link that is still down was down until the last line.
    public mutating func finish() {
        if let lostAt = link.lostAt { link.down += max(.zero, end - lostAt) }
        link.lostAt = nil
    }

    // MARK: steps

    private mutating func add(_ step: RecordedStep) {
        steps += 1
        end = max(end, step.at)
        trace.follow(step)
        switch step.event {
        case .deadline: if let due = step.due { lateness.add(step.at - due) }
        case .link(.up), .link(.opened): linkIsUp(at: step.at)
        case .link(.down): linkIsDown(at: step.at)
        case .inputLost: inputLosses += 1
        case .inputResynced: resyncs += 1
        case .shutdown: isEnding = true
        case .link, .input, .inputAdded, .inputSilent, .inputHeard, .finger, .operator, .halt, .played, .replayed,
            .reported, .unreported, .answered, .sensor:
            break
        }
        for channel in arm.channels where arm.profiles[channel].mode == .position && !trace.isTouched(channel) {
            channels[channel].isHeld = false
        }
    }

    private mutating func linkIsUp(at time: Instant) {
        if let lostAt = link.lostAt { link.down += time - lostAt }
        link.lostAt = nil
        link.isUp = true
    }

    /// A loss is reported by the write that failed and by the link itself, and counts once. The end of the drive is no
    /// loss.
    private mutating func linkIsDown(at time: Instant) {
        for channel in arm.channels { channels[channel].last = nil }
        lastWrite = nil
        guard link.isUp, !isEnding else { return }
        link.isUp = false
        link.losses += 1
        link.lostAt = time
    }

    // MARK: commands

    private mutating func add(_ recorded: RecordedCommand) {
        switch recorded.outcome {
        case .refused: refused += 1
        case .gone: gone += 1
        case .written, .inFlight, .writtenLast: count(recorded)
        }
    }

    private mutating func count(_ recorded: RecordedCommand) {
        if let lastWrite { writes.add(recorded.at - lastWrite) }
        lastWrite = recorded.at
        commands += 1
        guard arm.frame != nil else {
            return carry(recorded.command.channel, recorded.command.value, at: recorded.at)
        }
        for channel in arm.channels {
            carry(channel, recorded.all?[channel] ?? recorded.command.value, at: recorded.at)
        }
    }

    /// Accounts for a frame that was sent with a channel's number.
    private mutating func carry(_ channel: Channel, _ number: Int32, at time: Instant) {
        let profile = arm.profiles[channel]
        channels[channel].commands += 1
        if let last = channels[channel].last, channels[channel].isHeld { channels[channel].gaps.add(time - last) }
        channels[channel].last = time
        channels[channel].isHeld =
            profile.mode == .velocity ? number != profile.range.zero : trace.isTouched(channel)
    }

    // MARK: notifications and recorded events

    private mutating func add(_ notification: RecordedNotification) {
        end = max(end, notification.at)
        notifications += 1
    }

    private mutating func countStop(by name: String) {
        stops += 1
        if let known = stopCauses.firstIndex(where: { $0.name == name }) { return stopCauses[known].count += 1 }
        if !name.isEmpty, stopCauses.count < 8 { stopCauses.append((name, 1)) }
    }

    private mutating func add(_ event: RecordedEvent) {
        end = max(end, event.at)
        switch event.name {
        case .halt:
            guard let reason = HaltReason.allCases.firstIndex(where: { "\($0.name)" == event.state }) else { return }
            halts[reason] += 1
        case .stop: countStop(by: event.state)
        case .resume: resumes += 1
        case .dropped: drops += 1
        case .link: if event.state == LinkStatus.Phase.absent.name { isOverride = true }
        case .end: status = event.status
        case .profile, .precision, .gate, .parking, .position, .fence, .joint, .input, .battery, .note, .spot,
            .delivery, .notify, .bytes, .failsafe, nil:
            break
        }
    }
}
