import WaldoCore

/// Describes an arm's fence, for `waldo check`.
enum FenceCheck {
    /// The lines of a fence; empty: the arm has none.
    static func lines(_ arm: Arm) -> [String] {
        guard let fence = arm.fence, let rules = Fence(arm) else { return [] }
        let movers = arm.movingChannels.filter(rules.isMoved).map { arm.profiles[$0].name }.joined(separator: ", ")
        return ["  fence     holds \(movers), so that the hand and the ends of the links stay out"] + lines(fence)
    }

    /// The text of a fence without an arm.
    static func text(_ fence: ArmFence) -> String { (["fence"] + lines(fence)).joined(separator: "\n") + "\n" }

    private static func lines(_ fence: ArmFence) -> [String] {
        let width = max(12, fence.regions.map(\.name.count).max() ?? 0)
        return fence.regions.map { "    " + $0.name.padded(to: width) + "  " + text($0.shape) }
    }

    private static func text(_ shape: ArmFence.Shape) -> String {
        let length = PoseQuantity.length.text
        return switch shape {
        case .table(let height): "below \(length(height))"
        case .reach(let limit): "beyond \(length(limit)) from the base"
        case .cylinder(let radius, let height): "within \(length(radius)) around the base, up to \(length(height))"
        case .box(let low, let high):
            [("x", low.x, high.x), ("y", low.y, high.y), ("z", low.z, high.z)]
                .map { axis, low, high in "\(axis) \(length(low)) to \(length(high))" }.joined(separator: ", ")
        }
    }
}
