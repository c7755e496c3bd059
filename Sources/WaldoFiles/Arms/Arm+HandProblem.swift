import WaldoCore

/// How an arm and the hand's controls of a mapping fit.
extension Arm {
    /// Why the hand cannot be moved as a mapping asks; nil: it can, or the mapping does not.
    func handProblem(with mapping: Mapping) -> String? {
        let axes = mapping.controls.flatMap { $0.references.compactMap(\.channel.handAxis) }
        guard let first = axes.first else { return nil }
        guard has(.hand(first, rate: 0)) else {
            return
                "the mapping “\(mapping.name)” moves the hand (hand.\(first.rawValue)), and the file of the arm “\(name)” "
                + "has no `pose` whose joints are all positions; add one, or bind channels"
        }
        for rows in rows(by: mapping) {
            guard let axis = rows.unmoved.first else { continue }
            return
                "the mapping “\(mapping.name)” moves hand.\(axis.rawValue), and no joint of the arm “\(name)” "
                + "\(axis.frame == nil ? "turns" : "moves") its hand so, or another control has that joint; "
                + "take that control out"
        }
        return nil
    }

    /// What moves only together with something else, one sentence each.
    func handRemarks(on mapping: Mapping) -> [String] {
        var axes: [HandAxis] = []
        for axis in rows(by: mapping).flatMap(\.bound) where !axes.contains(axis) { axes.append(axis) }
        return axes.map {
            "hand.\($0.rawValue) moves only together with other directions of the hand: "
                + "“\(name)” has too few joints for all of them"
        }
    }

    /// The channels that a mapping moves by the hand.
    func joints(by mapping: Mapping) -> [Channel] {
        guard !rows(by: mapping).isEmpty, let chain = HandChain(self) else { return [] }
        return channels.filter { chain.channels[$0.index] }
    }

    private func rows(by mapping: Mapping) -> [HandRows] {
        (0..<max(1, mapping.profiles.count)).compactMap { handRows(of: mapping, in: $0) }
    }
}
