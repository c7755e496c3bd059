public import WaldoTime

/// How fast the positions of an arm may move, for frames that carry the time of the move. One reference holds it, so
/// that it costs nothing for an arm without such a frame.
final class MoveRates: Sendable {
    private let interval: TimeSpan
    /// Numbers a second, by channel; nil for a velocity.
    private let slews: [Double?]
    private let isCombined: Bool

    /// nil: no frame carries a time.
    init?(_ arm: Arm) {
        guard arm.carriesTime else { return nil }
        interval = arm.pacing.interval
        slews = arm.profiles.list.map { $0.limits?.slew }
        isCombined = arm.frame != nil
    }

    /// The time of a move: the longest of the channels that its frame carries.
    func time(from written: PerChannel<Int32>?, to values: PerChannel<Int32>, own: Channel) -> TimeSpan {
        guard let written else { return interval }
        var longest = 0.0
        for channel in values.channels where isCombined || channel == own {
            guard let slew = slews[channel.index] else { continue }
            let distance = abs(Int64(values[channel]) - Int64(written[channel]))
            longest = Swift.max(longest, Double(distance) / slew)
        }
        let microseconds = Swift.min(longest, 60) * 1_000_000
        return max(interval, .microseconds(Int64(microseconds.rounded(.up))))
    }
}

extension Arm {
    /// The time that a channel's frame carries for a move from the start to these numbers; zero: it carries none.
    public func moveTime(to values: PerChannel<Int32>, of channel: Channel) -> TimeSpan {
        MoveRates(self)?.time(from: startValues, to: values, own: channel) ?? .zero
    }
}
