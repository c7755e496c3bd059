package import WaldoCore
package import WaldoFiles
import WaldoSurvey
package import WaldoTime

/// A recording to replay. All of it is checked first, so that nothing of a damaged recording is sent.
package struct ReplayPlan {
    let path: String
    /// The recording's header.
    package let header: RecordingHeader
    /// The arm of the recording.
    package let arm: Arm
    let mapping: Mapping
    /// The part to play, on the recording's clock; `until` nil: to its end.
    let from: Instant
    let until: Instant?
    /// Its last command, or `until` if that is earlier.
    let end: Instant
    /// The speed: 2 is twice as fast as recorded.
    let rate: Double
    /// Whether to start over at the end.
    let loops: Bool
    /// Whether the recorded frames are sent, and not frames that are made of their numbers.
    let sendsFrames: Bool
    /// The channels that the part moves, and that end elsewhere unless they receive the same frames at the same times.
    let relative: [Channel]

    /// Where reading begins, and the state of the channels there.
    let entry: (position: RecordingReader.Position, timeline: PlaybackTimeline)

    /// What was on the hand of the simulated arm that was recorded; nil: nothing, or the arm was no simulated one.
    let simulatedSensor: (value: Sensor, source: SourceText)?

    /// Reads and checks the whole recording once.
    /// - Parameters:
    ///   - path: the recording.
    ///   - from: where to begin; nil: at the first command.
    ///   - until: where to end; nil: at the recording's end.
    ///   - rate: 2 is twice as fast as recorded.
    ///   - loops: whether to start over at the end.
    ///   - asPlayed: whether frames are made of the recorded numbers, with the arm's heartbeats of today.
    /// - Throws: what is wrong with the recording, or that it has no command in that part.
    package init(
        _ path: String, from: Instant?, until: Instant?, rate: Double, loops: Bool, asPlayed: Bool = false
    ) throws {
        let reader = try RecordingReader(path)
        var progress = Progress("Checking \(path)")
        var first: Instant?, last = Instant.clockStart
        let arm = reader.arm, header = reader.header
        var timeline = PlaybackTimeline(
            arm: arm,
            zeros: asPlayed
                ? nil
                : ZeroTrace(
                    arm: arm, mapping: reader.mapping, isPlayed: header.isPlayed,
                    startIsConfirmed: header.position != nil,
                    rules: header.rules))
        var moved: Set<Channel> = []
        var entry: (RecordingReader.Position, PlaybackTimeline)?
        var position = reader.position
        while let line = try reader.next() {
            if case .command(let command) = line {
                if let problem = Self.problem(with: command, by: reader.arm) {
                    throw FileError(file: path, line: reader.line, column: 1, problem)
                }
                if command.outcome.isSent {
                    first = first ?? command.at
                    last = command.at
                }
            }
            if entry == nil, let begin = from ?? first, line.isTimed, line.at >= begin { entry = (position, timeline) }
            timeline.add(line) { moment in
                guard moment.isMotion, moment.at >= from ?? moment.at, moment.at <= until ?? moment.at else { return }
                for channel in arm.channels where arm.profiles[channel].isRelative {
                    let number = moment.numbers[channel] ?? arm.profiles[channel].range.zero
                    if number != arm.profiles[channel].range.zero { moved.insert(channel) }
                }
            }
            position = reader.position
            progress.show(reader.progress)
        }
        progress.clear()
        guard let first else { throw Failure(.file, "\(path): the recording holds no commands that were sent") }
        self.path = path
        self.header = header
        simulatedSensor =
            if case .simulation(_, let source?)? = header.link {
                (try ParsedText.sensor(source.text, named: "\(path), the sensor in it"), source)
            } else { nil }
        self.arm = arm
        sendsFrames = !asPlayed
        relative = arm.channels.filter { moved.contains($0) }
        mapping = reader.mapping
        self.from = from ?? first
        self.until = until
        end = max(self.from, min(last, until ?? last))
        self.rate = rate
        self.loops = loops
        guard self.from <= min(last, until ?? last), let entry else {
            throw Failure(
                .file,
                "\(path): nothing is left from \(seconds(self.from)) on: its commands go from \(seconds(first)) to "
                    + "\(seconds(last))")
        }
        self.entry = entry
    }

    /// Why the arm cannot have sent a command; nil when it can.
    private static func problem(with recorded: RecordedCommand, by arm: Arm) -> String? {
        let command = recorded.command
        let own = arm.profiles[command.channel]
        guard command.decimals == own.range.decimals else {
            return "\(own.name) has \(own.range.decimals) digits after the point, and here \(command.decimals)"
        }
        guard (recorded.all == nil) == (arm.frame == nil) else {
            return arm.frame == nil ? "`all` is for an arm with one frame for all channels" : "`all` is missing"
        }
        for channel in arm.channels {
            let range = arm.profiles[channel].range
            let number = recorded.all.map { $0[channel] } ?? (channel == command.channel ? command.value : range.zero)
            guard range.bounds.contains(number) else {
                return "\(number) lies beyond the range of \(arm.profiles[channel].name), \(range.low) to \(range.high)"
            }
        }
        return nil
    }

    /// Whether an arm takes the recorded numbers without conversion; starting positions do not matter.
    package func fits(_ other: Arm) -> Bool {
        func withoutStart(_ arm: Arm) -> PerChannel<ChannelProfile> {
            arm.profiles.map { profile in
                var profile = profile
                profile.start = 0
                return profile
            }
        }
        return withoutStart(other) == withoutStart(arm) && other.frame == arm.frame
    }

    /// Another arm with the recording's starting position, in its own units; unchanged where the recording has none.
    package func placed(_ other: Arm) -> Arm {
        guard header.position != nil else { return other }
        var placed = other
        for channel in arm.channels where arm.profiles[channel].mode == .position {
            let recorded = arm.profiles[channel]
            guard let match = other.channel(named: recorded.name) else { continue }
            placed.start(match, at: number(channel, recorded.start, for: other.profiles[match].range))
        }
        return placed
    }

    /// Whether the recording says where another arm stands: the operator gave the position, and each position channel
    /// of the arm has a number in it.
    package func places(_ other: Arm) -> Bool {
        header.position != nil
            && other.profiles.list.allSatisfy { $0.mode == .velocity || arm.channel(named: $0.name) != nil }
    }

    /// Why another arm cannot play the recording even with converted numbers; nil when it can.
    package func problem(with other: Arm) -> String? {
        for recorded in arm.profiles.list {
            guard let target = other.channel(named: recorded.name) else {
                return "the recording drives \(recorded.name), and the arm “\(SafeText.escaped(other.name))” has none"
            }
            let profile = other.profiles[target]
            if profile.mode != recorded.mode {
                return "\(recorded.name) is a \(recorded.mode) in the recording, and a \(profile.mode) of the arm "
                    + "“\(SafeText.escaped(other.name))”"
            }
        }
        return nil
    }

    /// A recorded number in another range.
    /// - Parameter channel: the channel of the recording's arm.
    func number(_ channel: Channel, _ number: Int32, for range: ValueRange) -> Int32 {
        let recorded = arm.profiles[channel].range
        return recorded == range ? number : range.quantised(recorded.normalised(Double(number)))
    }
}

extension RecordedLine {
    /// Whether lines of this kind are in order of time; notifications and events may not be.
    fileprivate var isTimed: Bool {
        switch self {
        case .step, .command, .bytes: true
        case .notification, .event: false
        }
    }
}
