import WaldoCore

/// Describes an arm's fence, for `waldo check`.
enum FenceCheck {
    /// The lines of a fence; empty: the arm has none.
    static func lines(_ arm: Arm) -> [String] {
        guard let regions = arm.fence?.regions, let fence = Fence(arm) else { return [] }
        let movers = arm.movingChannels.filter(fence.isMoved).map { arm.profiles[$0].name }.joined(separator: ", ")
        let width = max(12, regions.map(\.name.count).max() ?? 0)
        return ["  fence     holds \(movers), so that the hand and the ends of the links stay out"]
            + regions.map { region in
                let fill = String(repeating: " ", count: width - region.name.count)
                return "    \(region.name)\(fill)  \(text(region.shape))"
            }
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
