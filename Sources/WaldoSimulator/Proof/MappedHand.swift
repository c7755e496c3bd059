public import WaldoCore

/// A hand on an input: which of its axes and keys a mapping's controls are, and their values for a deflection.
public struct MappedHand: Sendable {
    private let mapping: Mapping

    /// A hand on the input of a mapping.
    public init(_ mapping: Mapping) { self.mapping = mapping }

    /// The input with no control touched.
    public var rest: InputState { InputState(axes: mapping.axes.map { Self.state($0, 0) }) }

    /// What the input reports as a control is deflected, without the end of the report; a slider has no `y`.
    /// - Parameters:
    ///   - x: -1...+1, to the right or forward.
    ///   - y: -1...+1, upward.
    public func events(_ control: Control, _ x: Double, _ y: Double = 0) -> [InputEvent] {
        switch mapping.controls[control.index].kind {
        case .slider(let slider, _): events(slider.source, x)
        case .joystick(let joystick, _, _): events(joystick.source, x, y)
        case .button(let keys): Self.key(keys, x > 0)
        }
    }

    private func events(_ source: SliderMapping.Source, _ value: Double) -> [InputEvent] {
        switch source {
        case .axis(let axis): [Self.axis(axis, value)]
        case .halves(let forward, let backward):
            [Self.axis(forward, max(0, value)), Self.axis(backward, max(0, -value))]
        case .keys(let forward, let backward): Self.key(forward, value > 0) + Self.key(backward, value < 0)
        }
    }

    private func events(_ source: JoystickMapping.Source, _ x: Double, _ y: Double) -> [InputEvent] {
        switch source {
        case .axes(let xAxis, let yAxis): [Self.axis(xAxis, x), Self.axis(yAxis, y)]
        case .keys(let up, let down, let left, let right):
            Self.key(up, y > 0) + Self.key(down, y < 0) + Self.key(right, x > 0) + Self.key(left, x < 0)
        }
    }

    private static func axis(_ axis: AxisSource, _ value: Double) -> InputEvent {
        .axis(axis.code, state(axis, value).value)
    }

    /// The first of these keys.
    private static func key(_ codes: [UInt16], _ isDown: Bool) -> [InputEvent] {
        codes.first.map { [.key($0, down: isDown)] } ?? []
    }

    /// An axis as a pad has it, at a value.
    public static func state(_ axis: AxisSource, _ value: Double) -> AxisState {
        switch axis.rest {
        case .minimum: AxisState(axis.code, minimum: 0, maximum: 255, value: Int32((value * 255).rounded()))
        case .maximum: AxisState(axis.code, minimum: 0, maximum: 255, value: Int32(((1 - value) * 255).rounded()))
        case .centre:
            AxisState(
                axis.code, minimum: -32_768, maximum: 32_767,
                value: Int32(((axis.invert ? -value : value) * 32_767).rounded()))
        }
    }
}
