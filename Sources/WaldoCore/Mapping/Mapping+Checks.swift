extension Mapping {
    /// Every axis that the mapping reads, with its rest.
    public var axes: [AxisSource] {
        controls.flatMap { control -> [AxisSource] in
            switch control.kind {
            case .slider(let slider, _):
                switch slider.source {
                case .axis(let axis): [axis]
                case .halves(let forward, let backward): [forward, backward]
                case .keys: []
                }
            case .joystick(let joystick, _, _):
                if case .axes(let x, let y) = joystick.source { [x, y] } else { [] }
            case .button: []
            }
        }
    }

    /// The code of every key that the mapping reads.
    public var keyCodes: [UInt16] {
        keys.stop + keys.resume + keys.recentre + keys.enable + keys.precise + keys.profile
            + controls.flatMap { control -> [UInt16] in
                switch control.kind {
                case .slider(let slider, _):
                    if case .keys(let forward, let backward) = slider.source { forward + backward } else { [] }
                case .joystick(let joystick, _, _):
                    if case .keys(let up, let down, let left, let right) = joystick.source {
                        joystick.clutch + up + down + left + right
                    } else {
                        joystick.clutch
                    }
                case .button(let keys): keys
                }
            }
    }

    /// The axis that should rest at an end, but whose value was within 0.4...0.6 of its range when the input was
    /// opened: a trigger that reports nothing until it is moved, or a stick where the mapping expects a trigger.
    public func axisOffRest(in axes: [AxisState]) -> AxisState? {
        axes.first { axis in
            guard axis.minimum < axis.maximum else { return false }
            let span = Double(axis.maximum) - Double(axis.minimum)
            let part = (Double(axis.value) - Double(axis.minimum)) / span
            return self.axes.contains { $0.code == axis.code && $0.rest != .centre } && (0.4...0.6).contains(part)
        }
    }

    /// The codes of the axes that the mapping reads and the input does not have, each once.
    public func axesMissing(in axes: [AxisState]) -> [UInt16] {
        self.axes.map(\.code).reduce(into: []) { missing, code in
            if !axes.contains(where: { $0.code == code }), !missing.contains(code) { missing.append(code) }
        }
    }
}
