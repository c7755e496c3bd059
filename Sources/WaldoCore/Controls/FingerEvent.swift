/// What fingers do on a panel. Places are in thousandths, so that a recording of them is exact.
public enum FingerEvent: Equatable, Sendable {
    /// A panel is in an operator's hands.
    case there
    /// A finger holds the slider at this deflection, -1000...1000.
    case slider(Int32)
    /// A finger holds the joystick, and has moved this far since it came down, in thousandths of the disc's radius: x
    /// to the right, y upward.
    case joystick(x: Int32, y: Int32)
    /// The finger on a control was lifted.
    case letGo(Control)
    /// The joystick was tapped twice: its held position returns to the centre.
    case recentre
    /// Fingers were lost from sight: cancelled by the browser, or silent for too long. No release: it halts.
    case lost
    /// The panel is in nobody's hands any more, with whatever finger was on it.
    case gone
}
