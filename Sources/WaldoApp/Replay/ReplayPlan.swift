package import WaldoCore
package import WaldoFiles

/// A recording that is to be sent again: checked from end to end, so that nothing is sent of one that is broken.
package struct ReplayPlan {
    let path: String
    package let header: RecordingHeader
    /// The arm and the mapping of the recording.
    package let arm: Arm
    let mapping: Mapping
    /// The part that is played, in the recording's own time.
    let from: Microseconds
    let until: Microseconds
    /// 2 is twice as fast as it was recorded.
    let rate: Double
    /// Begin again at the end.
    let loops: Bool

    /// Where the reading begins, and what the channels had come to there.
    let entry: (place: RecordingReader.Place, timeline: PlaybackTimeline)

    /// Reads the whole recording once.
    /// - Parameter from: nil: where the first command is.
    package init(_ path: String, from: Microseconds?, until: Microseconds?, rate: Double, loops: Bool) throws {
        let reader = try RecordingReader(path)
        var progress = Progress("Checking \(path)")
        var first: Microseconds?, last: Microseconds = 0
        var timeline = PlaybackTimeline(arm: reader.arm)
        var entry: (RecordingReader.Place, PlaybackTimeline)?
        var place = reader.place
        while let line = try reader.next() {
            if case .command(let command) = line {
                if let problem = Self.problem(with: command, by: reader.arm) {
                    throw FileError(file: path, line: reader.line, column: 1, problem)
                }
                if command.outcome.isOnItsWay {
                    first = first ?? command.at
                    last = command.at
                }
            }
            if entry == nil, let begin = from ?? first, line.isTimed, line.at >= begin { entry = (place, timeline) }
            timeline.add(line) { _ in }
            place = reader.place
            progress.show(reader.progress)
        }
        progress.clear()
        guard let first else { throw Failure(Failure.file, "\(path): the recording holds no commands that were sent") }
        self.path = path
        header = reader.header
        arm = reader.arm
        mapping = reader.mapping
        self.from = from ?? first
        self.until = until ?? .max
        self.rate = rate
        self.loops = loops
        guard self.from <= min(last, self.until), let entry else {
            throw Failure(
                Failure.file,
                "\(path): nothing is left from \(seconds(self.from)) on: its commands go from \(seconds(first)) to "
                    + "\(seconds(last))")
        }
        self.entry = entry
    }

    /// What no drive of the arm can have sent.
    private static func problem(with recorded: RecordedCommand, by arm: Arm) -> String? {
        let command = recorded.command
        guard let own = arm.channels[command.channel]?.range else {
            return "the recording's arm has no channel \(command.channel.name)"
        }
        guard command.decimals == own.decimals else {
            return "\(command.channel.name) has \(own.decimals) digits after the point, and here \(command.decimals)"
        }
        guard (recorded.all == nil) == (arm.frame == nil) else {
            return arm.frame == nil ? "`all` is for an arm with one frame for all channels" : "`all` is missing"
        }
        for channel in Channel.allCases {
            guard let range = arm.channels[channel]?.range else { continue }
            let number = recorded.all.map { $0[channel] } ?? (channel == command.channel ? command.value : range.zero)
            guard number >= min(range.low, range.high), number <= max(range.low, range.high) else {
                return "\(number) lies beyond the range of \(channel.name), \(range.low) to \(range.high)"
            }
        }
        return nil
    }

    /// Whether an arm takes the recorded numbers as they are.
    package func fits(_ other: Arm) -> Bool {
        var recorded = arm, other = other
        for channel in Channel.allCases {
            recorded.channels[channel]?.start = 0
            other.channels[channel]?.start = 0
        }
        return other.channels == recorded.channels && other.frame == recorded.frame
    }

    /// An arm that stands where the recorded one was said to stand.
    package func placed(_ other: Arm) -> Arm {
        guard let position = header.position, position.count == 2 else { return other }
        var placed = other
        placed.channels.zx?.start = number(.zx, position[0], for: other)
        placed.channels.zy?.start = number(.zy, position[1], for: other)
        return placed
    }

    /// Why another arm cannot take the recording, however its numbers are converted; nil: it can.
    package func problem(with other: Arm) -> String? {
        for channel in Channel.allCases {
            guard let recorded = arm.channels[channel] else { continue }
            guard let profile = other.channels[channel] else {
                return "the recording drives \(channel.name), and the arm “\(printable(other.name))” has none"
            }
            if profile.mode != recorded.mode {
                return "\(channel.name) is a \(recorded.mode) in the recording, and a \(profile.mode) of the arm "
                    + "“\(printable(other.name))”"
            }
        }
        return nil
    }

    /// A recorded number in the units of the arm that is driven.
    func number(_ channel: Channel, _ number: Int32, for other: Arm) -> Int32 {
        guard let recorded = arm.channels[channel]?.range, let range = other.channels[channel]?.range,
            recorded != range
        else { return number }
        return range.quantised(recorded.normalised(Double(number)))
    }
}

extension RecordedLine {
    /// When it happened.
    fileprivate var at: Microseconds {
        switch self {
        case .step(let step): step.at
        case .command(let command): command.at
        case .event(let event): event.at
        }
    }

    /// Whether it stands in the order of time; a recorded event may not.
    fileprivate var isTimed: Bool { if case .event = self { false } else { true } }
}
