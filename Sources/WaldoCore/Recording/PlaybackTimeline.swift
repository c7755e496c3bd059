public import WaldoTime

/// The moments at which a recording's arm was sent numbers: the timeline that a replay follows.
///
/// An arm ends a velocity by itself after three missed heartbeats, and every velocity when the link is lost: the
/// timeline has a zero there.
public struct PlaybackTimeline: Sendable {
    /// New numbers for some channels at one time.
    public struct Moment: Equatable, Sendable {
        /// The time on the recording's clock.
        public var at: Instant
        /// Each channel's number, in units of 10^-decimals; nil: unchanged.
        public var numbers: PerChannel<Int32?>
        /// Whether they were sent as a motion frame, and not as a zero frame or not at all.
        public var isMotion: Bool

        /// Creates a moment from its parts.
        public init(at: Instant, numbers: PerChannel<Int32?>, isMotion: Bool = false) {
            self.at = at
            self.numbers = numbers
            self.isMotion = isMotion
        }
    }

    /// How many heartbeats an arm misses before it stops by itself.
    static let missedHeartbeats = 3

    private let arm: Arm
    private var zeros: ZeroTrace?
    private var moving: PerChannel<Instant?>
    /// The last number of each channel so far; nil: none yet.
    public private(set) var numbers: PerChannel<Int32?>

    /// Creates the timeline of a recording with this arm.
    /// - Parameter zeros: tells zero frames from motion frames; nil: their numbers do.
    public init(arm: Arm, zeros: ZeroTrace? = nil) {
        self.arm = arm
        self.zeros = zeros
        moving = PerChannel(repeating: nil, for: arm.channels)
        numbers = PerChannel(repeating: nil, for: arm.channels)
    }

    /// Adds the recording's next line, and emits the resulting moments in order.
    public mutating func add(_ line: RecordedLine, _ emit: (Moment) -> Void) {
        switch line {
        case .step(let step):
            zeros?.follow(step)
            lapse(at: step.at, emit)
            if step.event == .link(.down) { end(at: step.at, emit) }
        case .command(let command):
            let isZero = zeros?.isZero(command)
            lapse(at: command.at, emit)
            if command.outcome.isSent { add(command, isZero: isZero, emit) }
        case .bytes(let sent): zeros?.follow(sent)
        case .notification, .event: break
        }
    }

    private mutating func add(_ recorded: RecordedCommand, isZero: Bool?, _ emit: (Moment) -> Void) {
        let isMotion = !(isZero ?? seemsZero(recorded))
        var moment = Moment(
            at: recorded.at, numbers: PerChannel(repeating: nil, for: arm.channels), isMotion: isMotion)
        for channel in arm.channels where carries(recorded, channel) {
            let number = recorded.all.map { $0[channel] } ?? recorded.command.value
            moment.numbers[channel] = number
            numbers[channel] = number
            if let zero = zero(channel) { moving[channel] = number == zero ? nil : recorded.at }
        }
        emit(moment)
        // What the action sets is where the arm is now, and is not sent by itself.
        guard recorded.command.value != 0 else { return }
        for setting in arm.profiles[recorded.command.channel].action?.sets ?? [] {
            numbers[setting.channel] = setting.value
        }
    }

    /// Whether a command's frame has a channel's number in it. An action has a frame of its own.
    private func carries(_ recorded: RecordedCommand, _ channel: Channel) -> Bool {
        let lead = recorded.command.channel
        guard recorded.all != nil, arm.profiles[lead].action == nil else { return channel == lead }
        return arm.profiles[channel].action == nil
    }

    /// Whether a frame says nothing but that velocities are at rest.
    private func seemsZero(_ recorded: RecordedCommand) -> Bool {
        arm.channels.allSatisfy { channel in
            guard carries(recorded, channel) else { return true }
            let number = recorded.all.map { $0[channel] } ?? recorded.command.value
            if let zero = zero(channel) { return number == zero }
            let isPosition = recorded.all != nil && arm.profiles[channel].mode == .position
            return isPosition && number == numbers[channel] ?? arm.profiles[channel].start
        }
    }

    /// Ends the velocities that received no heartbeat in time.
    private mutating func lapse(at now: Instant, _ emit: (Moment) -> Void) {
        for channel in arm.channels {
            guard let since = moving[channel], let beat = arm.profiles[channel].heartbeat else { continue }
            let end = since + beat * Self.missedHeartbeats
            if end < now { stop(channel, at: end, emit) }
        }
    }

    private mutating func end(at now: Instant, _ emit: (Moment) -> Void) {
        for channel in arm.channels where moving[channel] != nil { stop(channel, at: now, emit) }
    }

    private mutating func stop(_ channel: Channel, at time: Instant, _ emit: (Moment) -> Void) {
        moving[channel] = nil
        numbers[channel] = zero(channel)
        var moment = Moment(at: time, numbers: PerChannel(repeating: nil, for: arm.channels))
        moment.numbers[channel] = numbers[channel]
        emit(moment)
    }

    /// The zero of a velocity channel; nil for others.
    private func zero(_ channel: Channel) -> Int32? {
        let profile = arm.profiles[channel]
        guard profile.mode == .velocity else { return nil }
        return profile.range.zero
    }
}
