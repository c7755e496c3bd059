/// One change of an input, in the kernel's codes.
public enum InputEvent: Equatable, Sendable {
    /// A key or button (EV_KEY) went down or up. Autorepeat is not reported.
    case key(UInt16, down: Bool)
    /// An axis (EV_ABS) has a new value.
    case axis(UInt16, Int32)
    /// A report ends (SYN_REPORT): the changes since the previous one belong together. `more`: another report is
    /// already queued behind it, so this one is outdated.
    case report(more: Bool)
}
