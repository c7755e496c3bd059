package import WaldoCore

/// The place that `--position` names, in units of the arm's channels.
package struct StartPosition: Equatable {
    let x: Double, y: Double

    /// The two numbers of the option's text; nil when it is anything else.
    package init?(argument: String) {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, let x = Double(parts[0]), let y = Double(parts[1]), x.isFinite, y.isFinite else {
            return nil
        }
        self.x = x
        self.y = y
    }

    /// The arm, standing here.
    package func applied(to arm: Arm) throws(Failure) -> Arm {
        var arm = arm
        for (channel, number) in [(Channel.zx, x), (Channel.zy, y)] {
            guard let profile = arm.channels[channel], profile.mode == .position else {
                throw Failure(64, "--position: the arm “\(arm.name)” has no position on channel \(channel.name)")
            }
            var units = number
            for _ in 0..<profile.range.decimals { units *= 10 }
            let low = min(profile.range.low, profile.range.high), high = max(profile.range.low, profile.range.high)
            guard units.rounded() >= Double(low), units.rounded() <= Double(high) else {
                throw Failure(64, "--position: \(channel.name) of the arm “\(arm.name)” goes from \(low) to \(high)")
            }
            arm.channels[channel]?.start = Int32(units.rounded())
        }
        return arm
    }
}
