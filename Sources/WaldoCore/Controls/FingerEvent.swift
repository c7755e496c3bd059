/// Touches on a panel. Positions are integers in thousandths, so that a recording of them is exact.
public enum FingerEvent: Equatable, Sendable {
    /// An operator at a panel has the controls.
    case there
    /// A finger holds the slider at this deflection, -1000...1000.
    case slider(Int32)
    /// A finger holds the joystick and has moved this far since it touched down, in thousandths of the disc's radius: x
    /// to the right, y upward.
    case joystick(x: Int32, y: Int32)
    /// The finger on a control was lifted.
    case letGo(Control)
    /// The joystick was double-tapped: its held position returns to the centre.
    case recentre
    /// Fingers were lost: cancelled by the browser, or without an update for too long. This is no release: the arm
    /// halts.
    case lost
    /// No operator at a panel has the controls any more; a finger that was down is lost.
    case gone
}
