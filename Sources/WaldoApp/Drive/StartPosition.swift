package import WaldoCore
package import WaldoFiles

/// The starting position given by `--position`: a number for each position channel of the arm, in its order and units.
package struct StartPosition: Equatable {
    let numbers: [Double]

    /// Parses numbers with commas between them; nil for anything but one to eight finite numbers.
    package init?(argument: String) {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Double($0) }.filter(\.isFinite)
        guard numbers.count == parts.count, (1...Channel.maxCount).contains(numbers.count) else { return nil }
        self.numbers = numbers
    }

    /// The arm with this starting position.
    /// - Parameter choice: who chose the arm, see `Setting.armChoice`.
    /// - Throws: `Failure` with status 64 when the arm has another number of position channels, or a number is out of
    ///   its channel's range.
    package func applied(to arm: Arm, choice: String = "") throws(Failure) -> Arm {
        var arm = arm
        let positions = arm.channels.filter { arm.profiles[$0].mode == .position }
        let names = positions.map { arm.profiles[$0].name }.joined(separator: ",")
        guard positions.count == numbers.count else {
            throw Failure(
                .usage,
                names.isEmpty
                    ? "--position: the arm “\(arm.name)” has no position channel; leave the option out\(choice)"
                    : "--position: the arm “\(arm.name)” takes \(positions.count) numbers, \(names)\(choice)")
        }
        for (channel, number) in zip(positions, numbers) {
            let profile = arm.profiles[channel]
            var units = number
            for _ in 0..<profile.range.decimals { units *= 10 }
            let travel = profile.limits?.travel ?? profile.range.bounds
            let low = travel.lowerBound, high = travel.upperBound
            guard units.rounded() >= Double(low), units.rounded() <= Double(high) else {
                let ends = [low, high].map { DecimalText.text(Int64($0), decimals: profile.range.decimals) }
                throw Failure(
                    .usage,
                    "--position: \(profile.name) of the arm “\(arm.name)” goes from \(ends[0]) to \(ends[1])\(choice)")
            }
            arm.start(channel, at: Int32(units.rounded()))
        }
        return arm
    }
}
