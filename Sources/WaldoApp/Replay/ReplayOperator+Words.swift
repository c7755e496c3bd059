import WaldoCore
import WaldoFiles
import WaldoTime

/// Why a halt ends a replay.
extension ReplayOperator {
    /// The failure that a halt is for the replay.
    /// - Parameters:
    ///   - end: why frames were not sent; nil: they were.
    ///   - takesMotions: whether the link does.
    func failure(by reason: HaltReason, _ end: PlaybackEnd?, takesMotions: Bool) -> Failure {
        switch (reason, end) {
        case (.stalled, .late), (.late, .late): Failure(takesMotions ? .output : .link, lateText)
        case (.stalled, _):
            Failure(
                .link, "what was written did not leave at \(positionText): the replay has ended, the arm is halted")
        case (.limit, _): Failure(.output, limited(by: end))
        default: Failure(.output, "the replay was halted at \(positionText) and has ended: \(reason.name)")
        }
    }

    private var lateText: String {
        let remedy = plan.rate > 1 ? "; a lower --rate leaves the arm the time that it needs" : ""
        return "the replay was more than \(MotionQueue.patience / .milliseconds(1)) ms behind the recording at "
            + "\(positionText), and has ended: the arm is halted, nothing is caught up\(remedy)"
    }

    private func limited(by end: PlaybackEnd?) -> String {
        guard case .limit(let channel, let number, let limit) = end else {
            return "the replay has ended at \(positionText)"
        }
        let profile = arm.profiles[channel], decimals = profile.range.decimals
        func shown(_ number: Int32) -> String { DecimalText.trimmed(Int64(number), decimals: decimals) }
        let rule =
            switch limit {
            case .range(let range):
                "lies beyond its range, \(shown(range.lowerBound)) to \(shown(range.upperBound))"
            case .travel(let travel):
                "lies beyond its travel, \(shown(travel.lowerBound)) to \(shown(travel.upperBound))"
            case .slew(let slew):
                "is reached faster than its slew rate, \(DecimalText.trimmed(Int64(slew.rounded()), decimals: decimals)) per second"
            case .fence(let region): "enters the fence: \(SafeText.escaped(arm.fence?.regions[region].name ?? ""))"
            }
        return "the replay was halted at \(positionText) and has ended: \(profile.name) \(shown(number)) \(rule)"
    }
}
