internal import WaldoCore
internal import WaldoFiles

/// A recording that is to be sent again: checked from end to end, so that nothing is sent of one that is broken.
struct ReplayPlan {
    let path: String
    let header: RecordingHeader
    /// The arm and the mapping of the recording.
    let arm: Arm
    let mapping: Mapping
    /// The part that is played, in the recording's own time.
    let from: Microseconds
    let until: Microseconds
    /// 2 is twice as fast as it was recorded.
    let rate: Double
    /// Begin again at the end.
    let loops: Bool

    /// Reads the whole recording once.
    /// - Parameter from: nil: where the first command is.
    init(_ path: String, from: Microseconds?, until: Microseconds?, rate: Double, loops: Bool) throws {
        let reader = try RecordingReader(path)
        var progress = Progress("Checking \(path)")
        var first: Microseconds?
        var last: Microseconds = 0
        while let line = try reader.next() {
            if case .command(let command) = line {
                first = first ?? command.at
                last = command.at
            }
            progress.show(reader.progress)
        }
        progress.clear()
        guard let first else { throw Failure(Failure.file, "\(path): the recording holds no commands") }
        self.path = path
        header = reader.header
        arm = reader.arm
        mapping = reader.mapping
        self.from = from ?? first
        self.until = until ?? .max
        self.rate = rate
        self.loops = loops
        guard self.from <= min(last, self.until) else {
            throw Failure(
                Failure.file,
                "\(path): nothing is left from \(seconds(self.from)) on: its commands go from \(seconds(first)) to "
                    + "\(seconds(last))")
        }
    }

    /// Whether an arm takes the recorded numbers as they are.
    func fits(_ other: Arm) -> Bool { other.channels == arm.channels && other.frame == arm.frame }

    /// Why another arm cannot take the recording, however its numbers are converted; nil: it can.
    func problem(with other: Arm) -> String? {
        for channel in Channel.allCases {
            guard let recorded = arm.channels[channel] else { continue }
            guard let profile = other.channels[channel] else {
                return "the recording drives \(channel.name), and the arm “\(other.name)” has none"
            }
            if profile.means != recorded.means {
                return "\(channel.name) is a \(recorded.means) in the recording, and a \(profile.means) of the arm "
                    + "“\(other.name)”"
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
