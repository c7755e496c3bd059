public import WaldoCore

/// Whether an arm can be behind a fence.
extension Arm {
    /// Why it cannot have any; nil: it can. A fence bounds numbers, so each joint has to have one.
    var fenceProblem: String? {
        guard let pose else { return "a fence needs a `pose`, which says where the hand is; add one to the arm's file" }
        var isMoved = false
        for joint in pose.joints {
            switch joint.motion {
            case .fixed: break
            case .position: isMoved = true
            case .frames(let channel, _, _, _), .rate(let channel, _, _, _, _):
                return "a fence bounds positions, and \(profiles[channel].name), which moves a joint of `pose`, is a "
                    + "velocity; take the fence out"
            }
        }
        return isMoved ? nil : "a fence bounds positions, and none moves a joint of `pose`; take the fence out"
    }

    /// Where a fence has it inside: at its start, where it parks, or where an action sends it; nil: nowhere.
    /// - Parameter mayBeginInside: whether its start may be in a region: the operator says that it stands there.
    /// - Returns: the region's index, how far what is inside, "the hand is 12 mm inside of", and when.
    func intrusion(into fence: ArmFence, mayBeginInside: Bool = false) -> (region: Int, words: String, when: String)? {
        var fenced = self
        fenced.fence = fence
        guard let rules = Fence(fenced) else { return nil }
        let start = rules.intrusion(at: startValues)
        if let start, !mayBeginInside { return (start.region, words(of: start, fence), "at the arm's `start`") }
        func first(_ settings: [ChannelProfile.Action.Setting], _ when: String) -> (Int, String, String)? {
            var numbers = startValues
            for setting in settings { numbers[setting.channel] = setting.value }
            guard let found = rules.intrusion(at: numbers), found.depth > (start?.depth ?? 0) + Fence.tolerance
            else { return nil }
            return (found.region, words(of: found, fence), when)
        }
        if let park, let found = first(park.targets, "where the arm parks") { return found }
        for profile in profiles.list {
            guard let action = profile.action, !action.sets.isEmpty else { continue }
            if let found = first(action.sets, "after \(profile.name)") { return found }
        }
        return nil
    }

    /// What is inside, and how far: "the hand is 12.5 mm inside of", "the hand is 30 mm beyond".
    private func words(of found: Fence.Intrusion, _ fence: ArmFence) -> String {
        var point = "the hand"
        if let index = found.joint, let joint = pose?.joints[index] {
            let way =
                switch joint.motion {
                case .fixed(let length): PoseQuantity.length.text(length)
                case .position(let channel, _, _), .frames(let channel, _, _, _), .rate(let channel, _, _, _, _):
                    "by \(profiles[channel].name)"
                }
            point = "the end of joint \(index + 1) of `pose` (move \(joint.axis.rawValue), \(way))"
        }
        // To a tenth of a millimetre, and never nothing.
        let depth = PoseQuantity.length.text(max(1, (found.depth * 10_000).rounded()) / 10_000)
        return "\(point) is \(depth) \(fence.regions[found.region].shape.isReach ? "beyond" : "inside of")"
    }

    /// What the operator has to know of an arm that begins inside of its fence; nil: it does not.
    public var fenceNote: String? {
        guard let region = Fence(self)?.region(at: startValues), let inside = fence?.regions[region] else { return nil }
        let name = "the fence “\(SafeText.escaped(inside.name))”"
        return inside.shape.isReach
            ? "the arm begins beyond \(name): it may come back, and goes no further out"
            : "the arm begins inside \(name): it may leave, and goes no further in"
    }
}

extension ArmFence.Shape {
    fileprivate var isReach: Bool { if case .reach = self { true } else { false } }
}
