public import WaldoCore

/// Most sample mappings have the two controls of the default arm: a slider and a joystick.
extension Control {
    /// The controls of such a mapping.
    public static let slider = Control(0), joystick = Control(1)
    /// Both.
    public static let both = [slider, joystick]
}

extension FingerEvent {
    /// A finger holds the slider.
    public static func slider(_ place: Int32) -> FingerEvent { .deflected(.slider, place) }

    /// A finger holds the joystick.
    public static func joystick(x: Int32, y: Int32) -> FingerEvent { .moved(.joystick, x: x, y: y) }

    /// The joystick was double-tapped.
    public static let recentre = FingerEvent.recentred(.joystick)
}

extension DriveStateMachine {
    /// The slider's live deflection.
    public var sliderDeflection: Double { deflection(of: .slider).x }

    /// The joystick's live deflection.
    public var joystickDeflection: (x: Double, y: Double) { deflection(of: .joystick) }
}

extension Mapping {
    /// The first slider.
    public var slider: SliderMapping {
        for case .slider(let slider, _) in controls.map(\.kind) { return slider }
        fatalError("the mapping “\(name)” has no slider")
    }

    /// The first joystick; nil: it has none.
    public var joystick: JoystickMapping? {
        for case .joystick(let joystick, _, _) in controls.map(\.kind) { return joystick }
        return nil
    }
}
