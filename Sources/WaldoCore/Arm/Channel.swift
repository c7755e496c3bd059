/// One stream of commands to the arm, in the order in which ties are settled.
public enum Channel: UInt8, CaseIterable, Sendable {
    /// The slider's: forward and backward translation.
    case slider
    /// The joystick's x: the stepper of the ZX plane.
    case zx
    /// The joystick's y: the stepper of the ZY plane.
    case zy

    /// All of them, in order.
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
