import WaldoCore
import WaldoFiles

extension RasterPlan {
    /// Checks that the arm's fence leaves the way over the points free: one axis moves after the other, as it is
    /// driven.
    /// - Throws: `Failure` with status 64, which names the point and the region.
    func checkFence(of arm: Arm) throws(Failure) {
        guard let fence = Fence(arm) else { return }
        var numbers = arm.startValues
        for (index, point) in points.enumerated() {
            for (axis, number) in zip(axes, point) where arm.profiles[axis.channel].mode == .position {
                var next = numbers
                next[axis.channel] = number
                guard let region = fence.region(from: numbers, to: next) else {
                    numbers = next
                    continue
                }
                let place = zip(axes, point).map { axis, number in
                    let profile = arm.profiles[axis.channel]
                    return "\(profile.name) \(DecimalText.trimmed(Int64(number), decimals: profile.range.decimals))"
                }.joined(separator: ", ")
                throw Failure(
                    .usage,
                    "the way to point \(index + 1), \(place), enters the fence “\(SafeText.escaped(fence.regions[region].name))”; "
                        + "choose other numbers, or change the fence")
            }
        }
    }
}
