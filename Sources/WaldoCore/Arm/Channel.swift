/// One stream of commands to the arm. When two are due equally long, the one declared first is sent first.
public enum Channel: UInt8, CaseIterable, Sendable {
    /// The slider: forward and backward translation.
    case slider
    /// Joystick x: the stepper of the ZX plane.
    case zx
    /// Joystick y: the stepper of the ZY plane.
    case zy

    /// All channels, in declaration order.
    public static let allCases: [Channel] = [.slider, .zx, .zy]

    /// The channel's name in arm files, recordings and JSON Lines.
    public var name: StaticString {
        switch self {
        case .slider: "slider"
        case .zx: "zx"
        case .zy: "zy"
        }
    }
}
