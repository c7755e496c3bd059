/// A slider's label, as on the original app's screen. There a slider at rest says STOPPED, which here is the word of
/// the latched stop alone.
enum SliderLabel: String {
    /// Above zero.
    case forward = "FORWARD"
    /// Below zero.
    case backward = "BACKWARD"
    /// At rest.
    case atRest = "AT REST"

    /// The label that belongs to the value's sign.
    init(_ value: Double) { self = value > 0 ? .forward : value < 0 ? .backward : .atRest }

    /// How it is emphasised in a line of text.
    var ink: Ink { self == .atRest ? .plain : .good }
}
