import WaldoCore

extension ControlStatus {
    /// A slider at a deflection.
    static func slider(_ name: String, _ deflection: Double = 0, _ axis: Axis? = nil) -> ControlStatus {
        var control = ControlStatus(.slider, name, x: axis)
        control.deflection.x = deflection
        return control
    }

    /// A joystick at a deflection.
    static func joystick(_ name: String, _ deflection: Point = Point(), x: Axis? = nil, y: Axis? = nil) -> ControlStatus
    {
        var control = ControlStatus(.joystick, name, x: x, y: y)
        control.deflection = deflection
        return control
    }

    /// A button that nobody presses.
    static func button(_ name: String) -> ControlStatus { ControlStatus(.button, name) }
}
