/// What a recording is played by: the moments at which its arm was told something else.
///
/// A velocity that was not said again within three repeats had ended for the arm, and so had all of them when the link was
/// lost: the score says zero there, whatever comes later.
public struct PlayedScore: Sendable {
    /// Some channels have come to other numbers.
    public struct Moment: Equatable, Sendable {
        /// The time since the recording began.
        public var at: Microseconds
        /// Each channel's number, in units of 10^-decimals; nil: nothing is said of it.
        public var numbers: PerChannel<Int32?>

        /// A moment of these parts.
        public init(at: Microseconds, numbers: PerChannel<Int32?>) {
            self.at = at
            self.numbers = numbers
        }
    }

    /// Repeats that an arm waits for before it stops by itself.
    static let patience: Microseconds = 3

    private let arm: Arm
    private var moving = PerChannel<Microseconds?>(repeating: nil)
    /// What the arm was told so far.
    public private(set) var numbers = PerChannel<Int32?>(repeating: nil)

    /// A score of a recording with this arm.
    public init(arm: Arm) { self.arm = arm }

    /// Takes the recording's next line, and tells the moments that it leads to, in order.
    public mutating func take(_ line: RecordedLine, _ told: (Moment) -> Void) {
        switch line {
        case .step(let step):
            lapse(at: step.at, told)
            if step.event == .link(.down) { end(at: step.at, told) }
        case .command(let command):
            lapse(at: command.at, told)
            if command.outcome.isOnItsWay { take(command, told) }
        case .remark: break
        }
    }

    private mutating func take(_ recorded: RecordedCommand, _ told: (Moment) -> Void) {
        var moment = Moment(at: recorded.at, numbers: PerChannel(repeating: nil))
        for channel in Channel.allCases where arm.channels[channel] != nil {
            let number = recorded.all.map { $0[channel] } ?? recorded.command.value
            guard recorded.all != nil || channel == recorded.command.channel else { continue }
            moment.numbers[channel] = number
            numbers[channel] = number
            if let zero = zero(channel) { moving[channel] = number == zero ? nil : recorded.at }
        }
        told(moment)
    }

    /// What was not said again in time.
    private mutating func lapse(at now: Microseconds, _ told: (Moment) -> Void) {
        for channel in Channel.allCases {
            guard let since = moving[channel], let beat = arm.channels[channel]?.repeat else { continue }
            let end = since + Self.patience * beat
            if end < now { stop(channel, at: end, told) }
        }
    }

    private mutating func end(at now: Microseconds, _ told: (Moment) -> Void) {
        for channel in Channel.allCases where moving[channel] != nil { stop(channel, at: now, told) }
    }

    private mutating func stop(_ channel: Channel, at time: Microseconds, _ told: (Moment) -> Void) {
        moving[channel] = nil
        numbers[channel] = zero(channel)
        var moment = Moment(at: time, numbers: PerChannel(repeating: nil))
        moment.numbers[channel] = numbers[channel]
        told(moment)
    }

    /// Zero of a velocity channel; nil for others.
    private func zero(_ channel: Channel) -> Int32? {
        guard let profile = arm.channels[channel], profile.means == .velocity else { return nil }
        return profile.range.zero
    }
}
