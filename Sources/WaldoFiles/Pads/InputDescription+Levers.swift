import WaldoCore

/// Inputs whose axes stay where they are put: a lever must not be taken for a stick, however it stands.
extension InputDescription {
    /// Wheels of Logitech, which name neither a wheel nor gears (hid-lg4ff.c).
    private static let logitech: UInt16 = 0x046d
    private static let logitechWheels: Set<UInt16> = [
        0xc24f, 0xc260, 0xc261, 0xc262, 0xc294, 0xc295, 0xc298, 0xc299, 0xc29a, 0xc29b, 0xca03, 0xca04,
    ]

    /// Whether it is a flight stick: all but the stick in the hand are levers, dials and a twist.
    var isFlightStick: Bool { axes.contains { $0.code == AxisCode.throttle || $0.code == AxisCode.rudder } }

    /// Whether it is a wheel with pedals. The wheel itself may stay where it is turned.
    var isWheel: Bool {
        // The Steam Controller has gears for its paddles, and a second stick.
        let hasGears = keyCodes.contains(ButtonCode.gearDown) || keyCodes.contains(ButtonCode.gearUp)
        return hasPedalsAtMaximum || axes.contains { $0.code == AxisCode.wheel }
            || hasGears && !axes.contains { $0.code == AxisCode.rx }
    }

    /// Whether it is a wheel whose pedals are known to rest at their highest number.
    var hasPedalsAtMaximum: Bool {
        identity.vendor == Self.logitech && Self.logitechWheels.contains(identity.product)
    }

    /// Whether three axes stand at their highest number, as the pedals of a wheel do that nothing else names. Two
    /// sticks can be held like this, too, so no rest follows from it.
    var mayBeWheel: Bool {
        let pedals = axes.filter { [AxisCode.y, AxisCode.z, AxisCode.rz].contains($0.code) }
        return pedals.count == 3 && pedals.allSatisfy { $0.part ?? 0 > 0.9 }
    }
}

extension Mapping {
    /// Whether one of its sticks is none on this input: it reads levers or pedals.
    func readsLeversAsStick(of input: InputDescription) -> Bool {
        let sticks = controls.flatMap { control -> [UInt16] in
            if case .joystick(let joystick, _, _) = control.kind, case .axes(let x, let y) = joystick.source {
                [x.code, y.code]
            } else {
                []
            }
        }
        if input.isWheel || input.mayBeWheel { return sticks.contains { $0 < AxisCode.hat0x } }
        return input.isFlightStick && sticks.contains { $0 > AxisCode.y && $0 < AxisCode.hat0x }
    }
}
