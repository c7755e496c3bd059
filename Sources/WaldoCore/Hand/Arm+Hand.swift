extension Arm {
    /// The directions of the hand that a mapping's controls move in a profile; nil: none, or the arm has no hand whose
    /// joints are known.
    public func handRows(of mapping: Mapping, in profile: Int) -> HandRows? { handSolver(of: mapping, in: profile)?.1 }

    /// What moves the hand in a profile. A joint that another of its controls moves stays out of it, and so does one
    /// that is sent on release.
    func handSolver(of mapping: Mapping, in profile: Int) -> (HandSolver, HandRows)? {
        let live = mapping.live(in: profile)
        let references = mapping.allControls.filter { live >> $0.raw & 1 == 1 }
            .flatMap { mapping.controls[$0.index].references.map(\.channel) }
        let axes = references.compactMap(\.handAxis)
        guard !axes.isEmpty, let chain = HandChain(self) else { return nil }
        var joints = chain.channels
        for channel in references.compactMap(channel) { joints[channel.index] = false }
        for channel in channels where profiles[channel].send == .release { joints[channel.index] = false }
        let limits = HandLimits(self)
        let rows = HandRows(chain, limits, joints: joints, axes: axes)
        return (HandSolver(chain, limits: limits, rows: rows.mask, joints: joints), rows)
    }
}
