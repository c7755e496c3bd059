/// One change at an input, in the kernel's codes.
public enum InputEvent: Equatable, Sendable {
    /// A key or button (EV_KEY) went down or up. Autorepeat is left out.
    case key(UInt16, down: Bool)
    /// An axis (EV_ABS) has a new value.
    case axis(UInt16, Int32)
    /// What came since the last report belongs together (SYN_REPORT). `more`: another report is already waiting
    /// behind it, so what is here is no longer the newest.
    case report(more: Bool)
}
