package import WaldoCore

/// The starting position given by `--position`, in units of the arm's channels zx and zy.
package struct StartPosition: Equatable {
    let x: Double, y: Double

    /// Parses `X,Y`; nil for anything but two finite numbers.
    package init?(argument: String) {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, let x = Double(parts[0]), let y = Double(parts[1]), x.isFinite, y.isFinite else {
            return nil
        }
        self.x = x
        self.y = y
    }

    /// The arm with this starting position.
    /// - Throws: `Failure` with status 64 when zx or zy is no position channel or the number is out of its range.
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
