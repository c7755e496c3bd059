/// A control that the wizard finds the axes or keys of, and the channels that it moves.
public struct WizardControl: Equatable, Sendable {
    /// What kind of control it is.
    public enum Kind: Equatable, Sendable {
        /// A slider, which moves one channel, or the hand along one axis with its rate.
        case slider(String)
        /// A joystick, which moves one channel with each of its axes, or the hand.
        case joystick(x: String, y: String)
    }

    /// Its name in the mapping.
    public var name: String
    /// What it is, and the names of its channels.
    public var kind: Kind

    /// Creates a control from its parts.
    public init(_ name: String, _ kind: Kind) { (self.name, self.kind) = (name, kind) }

    /// The controls of the default arm.
    public static let usual = [
        WizardControl("slider", .slider("slider")), WizardControl("joystick", .joystick(x: "zx", y: "zy")),
    ]

    /// The controls for an arm: a joystick for two channels in a row whose names differ in a last `x` and `y`, a slider
    /// for each other one. Actions are left out.
    public static func list(for arm: Arm) -> [WizardControl] {
        let names = arm.movingChannels.map { arm.profiles[$0].name }
        var controls: [WizardControl] = []
        var index = 0
        while index < names.count {
            let name = names[index], next = index + 1 < names.count ? names[index + 1] : ""
            if name.hasSuffix("x"), next.hasSuffix("y"), name.dropLast() == next.dropLast() {
                let joystick = controls.contains { $0.name == "joystick" } ? "\(name)\(next)" : "joystick"
                controls.append(WizardControl(joystick, .joystick(x: name, y: next)))
                index += 2
            } else {
                controls.append(WizardControl(name, .slider(name)))
                index += 1
            }
        }
        return controls
    }

    /// Whether it is a joystick.
    public var isJoystick: Bool { if case .joystick = kind { true } else { false } }
}
