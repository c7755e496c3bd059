public import WaldoCore

extension Arm {
    /// Why an arm cannot be driven by a mapping, in one sentence; nil when it can.
    ///
    /// With `send: release` a position goes out when the control is released; a spring joystick is already back by
    /// then.
    public func problem(with mapping: Mapping) -> String? {
        guard mapping.joystick.behaviour == .spring else { return nil }
        for channel in ["zx", "zy"].compactMap({ channel(named: $0) }) {
            let profile = profiles[channel]
            guard profile.mode == .position, profile.send == .release else { continue }
            return "the mapping “\(mapping.name)” lets the joystick spring back, and the arm “\(name)” is told of "
                + "\(profile.name) on release (`send: release`), when it is back already; "
                + "set `behaviour: rate` in the mapping or `send: change` in the arm"
        }
        return nil
    }
}
