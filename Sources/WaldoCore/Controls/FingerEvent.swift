/// Touches on a panel. Positions are integers in thousandths, so that a recording of them is exact.
public enum FingerEvent: Equatable, Sendable {
    /// An operator at a panel has the controls.
    case there
    /// A finger holds a slider at this deflection, -1000...1000.
    case deflected(Control, Int32)
    /// A finger holds a joystick and has moved this far since it touched down, in thousandths of the disc's radius: x
    /// to the right, y upward.
    case moved(Control, x: Int32, y: Int32)
    /// The finger on a control was lifted.
    case released(Control)
    /// A joystick was double-tapped: its held position returns to the centre.
    case recentred(Control)
    /// Fingers were lost: cancelled by the browser, or without an update for too long. This is no release: the arm
    /// halts.
    case lost
    /// No operator at a panel has the controls any more; a finger that was down is lost.
    case gone
}
