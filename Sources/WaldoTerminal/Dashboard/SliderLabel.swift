import WaldoCore

/// A slider's label, as on the original app's screen. There a slider at rest says STOPPED, which here is the word of
/// the latched stop alone.
enum SliderLabel {
    /// Above zero.
    case forward
    /// Below zero.
    case backward
    /// At rest.
    case atRest

    /// The label that belongs to the value's sign.
    init(_ value: Double) { self = value > 0 ? .forward : value < 0 ? .backward : .atRest }

    /// Its word: of a direction of the hand, where that goes.
    func word(_ axis: ControlStatus.Axis?) -> String {
        let ways = axis?.ways ?? ("FORWARD", "BACKWARD")
        switch self {
        case .forward: return ways.0
        case .backward: return ways.1
        case .atRest: return "AT REST"
        }
    }

    /// How it is emphasised in a line of text.
    var ink: Ink { self == .atRest ? .plain : .good }
}
