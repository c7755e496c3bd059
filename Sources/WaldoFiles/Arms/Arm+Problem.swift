public import WaldoCore

/// How an arm and a mapping fit.
extension Arm {
    /// Why an arm cannot be driven by a mapping, in one sentence; nil when it can.
    public func problem(with mapping: Mapping) -> String? {
        doubled(by: mapping) ?? unfit(for: mapping) ?? late(with: mapping) ?? handProblem(with: mapping)
            ?? (movesNothing(by: mapping) ? nothing(by: mapping) : nil)
    }

    /// Whether no control of the mapping moves a channel of this arm, or its hand as the mapping asks.
    public func movesNothing(by mapping: Mapping) -> Bool {
        if mapping.movesHand { return handProblem(with: mapping) != nil }
        return !mapping.controls.contains { control in
            control.references.contains { has($0.channel) }
                || control.isButton && action(named: control.name) != nil
        }
    }

    /// Whether a mapping moves every channel of this arm.
    public func isMovedWhole(by mapping: Mapping) -> Bool {
        let moved = mapping.controls.flatMap { $0.references.compactMap { channel($0.channel) } }
        return channels.allSatisfy(moved.contains)
    }

    /// Which controls of a mapping move nothing of this arm, and which of its channels nothing moves: one sentence
    /// each.
    /// - Parameter anyArms: whether the mapping is for arms of any number of channels: what is bound to a number beyond
    ///   this arm's channels is then as it should be.
    public func mismatches(with mapping: Mapping, anyArms: Bool = false) -> [String] {
        let dead = mapping.controls.flatMap { control in
            control.references.filter { !has($0.channel) && !(anyArms && $0.channel.isIndex) }
                .map { axis, reference in
                    "\(control.name)\(axis.map { "'s \($0)" } ?? "") (\(reference.text))"
                }
        }
        let moved = mapping.controls.flatMap { $0.references.compactMap { channel($0.channel) } } + joints(by: mapping)
        let buttons = mapping.controls.filter(\.isButton).map(\.name)
        let unmoved = movingChannels.filter { !moved.contains($0) }.map { profiles[$0].name }
        let unsent = channels.dropFirst(movingChannels.count).map { profiles[$0].name }.filter { !buttons.contains($0) }
        let unknown = buttons.filter { action(named: $0) == nil }
        return
            (dead.isEmpty
            ? []
            : ["\(dead.joined(separator: ", ")) move\(dead.count == 1 ? "s" : "") nothing: the arm has no such channel"])
            + (unmoved.isEmpty
                ? [] : ["nothing moves \(unmoved.joined(separator: ", ")): the mapping binds no control to it"])
            + handRemarks(on: mapping)
            + (unsent.isEmpty
                ? []
                : ["nothing sends \(unsent.joined(separator: ", ")): the mapping binds no key to it under `actions`"])
            + (unknown.isEmpty
                ? [] : ["the arm has no action \(unknown.joined(separator: ", ")): its key sends nothing"])
    }

    private func nothing(by mapping: Mapping) -> String {
        "the mapping “\(mapping.name)” moves none of the channels of the arm “\(name)” "
            + "(\(profiles.list.map(\.name).joined(separator: ", "))); name another by --mapping, or bind them under `controls`"
    }

    /// A name and a number can mean the same channel of this arm.
    private func doubled(by mapping: Mapping) -> String? {
        var moved: [(channel: Channel, by: String)] = []
        for control in mapping.controls {
            for channel in control.references.compactMap({ channel($0.channel) }) {
                if let other = moved.first(where: { $0.channel == channel }) {
                    return
                        "the mapping “\(mapping.name)” moves the channel \(profiles[channel].name) of the arm “\(name)” by "
                        + "\(other.by) and by \(control.name); one control moves a channel"
                }
                moved.append((channel, control.name))
            }
        }
        return nil
    }

    /// A key that sends a position to its end, or by a step, has no meaning for a velocity.
    private func unfit(for mapping: Mapping) -> String? {
        for control in mapping.controls {
            guard case .slider(let slider, let reference) = control.kind, let channel = channel(reference),
                profiles[channel].mode == .velocity, slider.behaviour == .hold || slider.behaviour == .step
            else { continue }
            return
                "the mapping “\(mapping.name)” has `behaviour: \(slider.behaviour)` for \(control.name), which is for positions, "
                + "and \(profiles[channel].name) of the arm “\(name)” is a velocity; take that line out"
        }
        return nil
    }

    /// With `send: release` a position goes out when the control is released; one that springs back is already back by
    /// then.
    private func late(with mapping: Mapping) -> String? {
        for control in mapping.controls where control.springsBack {
            for channel in control.references.compactMap({ channel($0.channel) }) {
                let profile = profiles[channel]
                guard profile.mode == .position, profile.send == .release else { continue }
                return
                    "the mapping “\(mapping.name)” lets the \(control.name) spring back, and the arm “\(name)” is told of "
                    + "\(profile.name) on release (`send: release`), when it is back already; "
                    + "set `behaviour: rate` in the mapping or `send: change` in the arm"
            }
        }
        return nil
    }
}

extension ControlMapping {
    fileprivate var springsBack: Bool {
        switch kind {
        case .slider(let slider, _): slider.behaviour == .spring
        case .joystick(let joystick, _, _): joystick.behaviour == .spring
        case .button: false
        }
    }
}
