extension Mapping {
    /// Every axis that the mapping reads, with its rest.
    public var axes: [AxisSource] {
        var axes: [AxisSource] = []
        switch slider.source {
        case .axis(let axis): axes.append(axis)
        case .halves(let forward, let backward): axes += [forward, backward]
        case .keys: break
        }
        if case .axes(let x, let y) = joystick.source { axes += [x, y] }
        return axes
    }

    /// The code of every key that the mapping reads.
    public var keyCodes: [UInt16] {
        var codes = keys.stop + keys.resume + keys.recentre + keys.enable + joystick.clutch
        if case .keys(let forward, let backward) = slider.source { codes += forward + backward }
        if case .keys(let up, let down, let left, let right) = joystick.source { codes += up + down + left + right }
        return codes
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

    /// The codes of the axes that the mapping reads and the input does not have.
    public func axesMissing(in axes: [AxisState]) -> [UInt16] {
        self.axes.map(\.code).filter { code in !axes.contains { $0.code == code } }
    }
}
