extension Mapping {
    /// Every axis that the mapping reads, with its rest.
    public var axes: [AxisSource] {
        controls.flatMap { control -> [AxisSource] in
            switch control.kind {
            case .slider(let slider, _): slider.axes
            case .joystick(let joystick, _, _): joystick.axes
            case .button: []
            }
        }
    }

    /// The code of every key that the mapping reads.
    public var keyCodes: [UInt16] {
        keys.stop + keys.resume + keys.recentre + keys.enable + keys.precise + keys.profile + keys.park
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

    /// The axes that should rest at an end and are in the middle of their range: triggers that rest there, or that
    /// report nothing until they are moved.
    public func triggersNearMiddle(in axes: [AxisState]) -> [AxisState] {
        axes.filter { axis in
            axis.isNearMiddle && self.axes.contains { $0.code == axis.code && $0.rest != .centre }
        }
    }

    /// Whether axes that should rest at an end are in the middle while others that should rest in the middle are at
    /// an end: the sticks are where the mapping expects the triggers. Hands at the input do not make it look like
    /// this.
    public func takesSticksForTriggers(in axes: [AxisState]) -> Bool {
        let isAtEnd = axes.contains { axis in
            guard let part = axis.part else { return false }
            return !(0.1...0.9).contains(part) && self.axes.contains { $0.code == axis.code && $0.rest == .centre }
        }
        return isAtEnd && !triggersNearMiddle(in: axes).isEmpty
    }

    /// Whether the axes of a control that should rest in the middle stand at an end, as triggers do, while two others
    /// stand in the middle, as a stick does. A stick that is held in a corner does not make it look like this.
    public func takesTriggersForStick(in axes: [AxisState]) -> Bool {
        func parts(_ codes: [UInt16]) -> [Double] {
            codes.compactMap { code in axes.first { $0.code == code }?.part }
        }
        // ABS_RX and ABS_RY, ABS_Z and ABS_RZ.
        let centred = [[3, 4], [2, 5]].filter { (pair: [UInt16]) in
            let parts = parts(pair)
            return parts.count == 2 && parts.allSatisfy { (0.4...0.6).contains($0) }
        }
        return !centred.isEmpty
            && controls.contains { control in
                let sources: [AxisSource] =
                    switch control.kind {
                    case .slider(let slider, _): slider.axes
                    case .joystick(let joystick, _, _): joystick.axes
                    case .button: []
                    }
                let own = parts(sources.filter { $0.rest == .centre }.map(\.code))
                return !own.isEmpty && own.allSatisfy { !(0.1...0.9).contains($0) }
            }
    }

    /// The centred axes that stand beside their centre, too far for their rest to be learned and too near to be surely
    /// held, each with the percentage of its travel, and whether it moves nothing until it has been nearer.
    public func offCentre(in axes: [AxisState]) -> [(axis: AxisState, percent: Int, isDead: Bool)] {
        controls.flatMap { control -> [(axis: AxisState, percent: Int, isDead: Bool)] in
            let (sources, shaping): ([AxisSource], Shaping) =
                switch control.kind {
                case .slider(let slider, _): (slider.axes, slider.shaping)
                case .joystick(let joystick, _, _): (joystick.axes, joystick.shaping)
                case .button: ([], Shaping())
                }
            let learned = shaping.restTolerance(of: sources, in: axes, .first).learned
            let dead = shaping.restTolerance(of: sources, in: axes, .present).dead
            return sources.compactMap { source in
                guard let axis = axes.first(where: { $0.code == source.code }),
                    let offset = axis.offset(from: source), offset > learned, offset <= AxisReader.surelyHeld
                else { return nil }
                return (axis, Int((offset * 100).rounded()), offset > dead)
            }
        }
    }

    /// The codes of the axes that the mapping reads and whose lowest number is their highest, so that they never
    /// move.
    public func axesWithoutRange(in axes: [AxisState]) -> [UInt16] {
        axes.filter { axis in axis.part == nil && self.axes.contains { $0.code == axis.code } }.map(\.code)
    }

    /// The codes of the axes that the mapping reads and the input does not have, each once.
    public func axesMissing(in axes: [AxisState]) -> [UInt16] {
        self.axes.map(\.code).reduce(into: []) { missing, code in
            if !axes.contains(where: { $0.code == code }), !missing.contains(code) { missing.append(code) }
        }
    }
}

extension InputDescription {
    /// Whether the left stick stands in a corner at the lowest number of both its axes. The kernel states that number
    /// until an input first reports where its axes are, and nothing can be said of their rests before.
    public var hasNotReported: Bool {
        // ABS_X and ABS_Y; a directional pad has three numbers.
        let stick = axes.filter { [0, 1].contains($0.code) && Int64($0.maximum) - Int64($0.minimum) > 2 }
        return stick.count == 2 && stick.allSatisfy { $0.value == $0.minimum }
    }
}
