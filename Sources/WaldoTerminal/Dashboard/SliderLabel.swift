/// A slider's label, as on the original app's screen.
enum SliderLabel: String {
    /// Above zero.
    case forward = "FORWARD"
    /// Below zero.
    case backward = "BACKWARD"
    /// At rest.
    case stopped = "STOPPED"

    /// The label that belongs to the value's sign.
    init(_ value: Double) { self = value > 0 ? .forward : value < 0 ? .backward : .stopped }

    /// How it is emphasised in a line of text.
    var ink: Ink { self == .stopped ? .plain : .good }
}
