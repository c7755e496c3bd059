package import WaldoCore
package import WaldoFiles

/// A recording to replay. All of it is checked first, so that nothing of a damaged recording is sent.
package struct ReplayPlan {
    let path: String
    /// The recording's header.
    package let header: RecordingHeader
    /// The arm of the recording.
    package let arm: Arm
    let mapping: Mapping
    /// The part to play, in the recording's own time.
    let from: Microseconds
    let until: Microseconds
    /// The speed: 2 is twice as fast as recorded.
    let rate: Double
    /// Whether to start over at the end.
    let loops: Bool

    /// Where reading begins, and the state of the channels there.
    let entry: (place: RecordingReader.Place, timeline: PlaybackTimeline)

    /// Reads and checks the whole recording once.
    /// - Parameters:
    ///   - path: the recording.
    ///   - from: where to begin; nil: at the first command.
    ///   - until: where to end; nil: at the recording's end.
    ///   - rate: 2 is twice as fast as recorded.
    ///   - loops: whether to start over at the end.
    /// - Throws: what is wrong with the recording, or that it has no command in that part.
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

    /// Why the arm cannot have sent a command; nil when it can.
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

    /// Whether an arm takes the recorded numbers without conversion; starting positions do not matter.
    package func fits(_ other: Arm) -> Bool {
        var recorded = arm, other = other
        for channel in Channel.allCases {
            recorded.channels[channel]?.start = 0
            other.channels[channel]?.start = 0
        }
        return other.channels == recorded.channels && other.frame == recorded.frame
    }

    /// Another arm with the recording's starting position, in its own units; unchanged where the recording has none.
    package func placed(_ other: Arm) -> Arm {
        guard let position = header.position, position.count == 2 else { return other }
        var placed = other
        placed.channels.zx?.start = number(.zx, position[0], for: other)
        placed.channels.zy?.start = number(.zy, position[1], for: other)
        return placed
    }

    /// Why another arm cannot play the recording even with converted numbers; nil when it can.
    package func problem(with other: Arm) -> String? {
        for channel in Channel.allCases {
            guard let recorded = arm.channels[channel] else { continue }
            guard let profile = other.channels[channel] else {
                return "the recording drives \(channel.name), and the arm “\(SafeText.escaped(other.name))” has none"
            }
            if profile.mode != recorded.mode {
                return "\(channel.name) is a \(recorded.mode) in the recording, and a \(profile.mode) of the arm "
                    + "“\(SafeText.escaped(other.name))”"
            }
        }
        return nil
    }

    /// A recorded number in the units of another arm.
    func number(_ channel: Channel, _ number: Int32, for other: Arm) -> Int32 {
        guard let recorded = arm.channels[channel]?.range, let range = other.channels[channel]?.range,
            recorded != range
        else { return number }
        return range.quantised(recorded.normalised(Double(number)))
    }
}

extension RecordedLine {
    /// Whether lines of this kind are in order of time; events may not be.
    fileprivate var isTimed: Bool { if case .event = self { false } else { true } }
}
